/** What the holder of a key does by hand on a night of frost: telephones a person, and sends a warning again. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listContacts } from '../../../src/alerts/contacts.ts'
import { pauseSubscription } from '../../../src/alerts/manage.ts'
import { noteSeen, sendAgain } from '../../../src/alerts/members/by-hand.ts'
import { listMembers } from '../../../src/alerts/members/list-members.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import type { SyntheticNight } from './synthetic-nights.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const night = '2026-04-11'
/** Harm from 04:00: all must be ready by 02:30. */
const raised: SyntheticNight = { score: 70, minimumC: -2.5, frostFromHour: 4 }
const warm: SyntheticNight = { score: 20, minimumC: 1 }
const keyClient = 'key a'

let app: AlertsHarness
beforeEach(async () => {
  app = await openTestedAlerts()
  app.goTo('2026-04-10 20:00')
})
afterEach(() => app.close())

const clock = (at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO('Europe/Istanbul')
    .toPlainTime()
    .toString()
    .slice(0, 5)
const heard = () => app.heard.map(({ message, at }) => `${message.kind} ${clock(at)}`)

async function warned(body: object = { escalation: {} }) {
  const { subscription, manage } = await app.subscribe({ ...body }, keyClient)
  await app.run({ [night]: raised })
  const { id } = subscription
  return { id, byKey: { id, token: null, keyClient }, own: { id, token: manage.token } }
}

async function tonight() {
  const filter = { label: null, location: null, state: null, tag: null, tonight: null }
  const page = await listMembers(app.alerts, keyClient, { filter, limit: 5, cursor: null })
  return page?.members[0]?.tonight ?? null
}

async function runAt(at: string, nights: SyntheticNight): Promise<void> {
  app.goTo(at)
  await app.run({ [night]: nights })
}

it('who was informed by telephone is not warned again, and hears when the risk is over', async () => {
  const { byKey, own } = await warned()
  expect(await noteSeen(app.alerts, byKey)).toMatchObject({ ok: true })
  expect(await tonight()).toMatchObject({ isUnanswered: false, seenAt: app.alerts.now() })
  expect(await listContacts(app.alerts, own)).toMatchObject({ tonight: { seenBy: 'key' } })
  await app.liveUntil('2026-04-11 01:00', 30)
  await runAt('2026-04-11 01:00', warm)
  await runAt('2026-04-11 02:00', warm)
  expect(heard()).toEqual(['raised 20:00', 'cleared 02:00'])
  expect(app.heard.at(-1)?.message.nights).toMatchObject([{ rings: true }])
})

it.each(['byKey', 'own'] as const)('who has seen it (%s) was still told when it was sent', async (by) => {
  const requests = await warned()
  const notifiedAt = app.alerts.now()
  app.goTo('2026-04-10 20:30')
  expect(await noteSeen(app.alerts, requests[by])).toMatchObject({ ok: true })
  expect(await tonight()).toMatchObject({ notifiedAt, seenAt: app.alerts.now() })
})

it('who was woken by hand hears when the risk is over', async () => {
  const { byKey } = await warned()
  app.goTo('2026-04-11 00:30')
  expect(await sendAgain(app.alerts, byKey)).toMatchObject({ ok: true })
  await app.deliver()
  await runAt('2026-04-11 00:40', warm)
  await runAt('2026-04-11 01:45', warm)
  expect(heard()).toEqual(['raised 20:00', 'escalated 00:30', 'cleared 01:45'])
  expect(app.heard.at(-1)?.message.nights).toMatchObject([{ rings: true }])
})

it('holds where no message arrived: none follows, until it is clearly worse, and the all-clear comes', async () => {
  app.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'away' })
  const { byKey } = await warned()
  expect(await tonight()).toMatchObject({ notifiedAt: null, isUnanswered: false })
  expect(await sendAgain(app.alerts, byKey)).toMatchObject({ code: 'invalid_state' })
  expect(await noteSeen(app.alerts, byKey)).toMatchObject({ ok: true })
  app.answer = null
  await app.liveUntil('2026-04-10 23:00', 5)
  expect(heard()).toEqual([])
  await runAt('2026-04-10 23:00', { ...raised, minimumC: -5 })
  expect(heard()).toEqual(['updated 23:00'])
  expect(await tonight()).toMatchObject({ isUnanswered: true })
  await runAt('2026-04-11 00:10', warm)
  await runAt('2026-04-11 01:20', warm)
  expect(heard().at(-1)).toBe('cleared 01:20')
})

it('does not cover what has become worse since the page showed it', async () => {
  const { byKey } = await warned()
  const shown = (await tonight())?.night ?? undefined
  await runAt('2026-04-10 20:30', { ...raised, minimumC: -3.5 })
  expect(await noteSeen(app.alerts, byKey, { ...shown, date: '2026-04-10' } as typeof shown)).toMatchObject({
    code: 'invalid_state'
  })
  await runAt('2026-04-10 21:00', { ...raised, minimumC: -5 })
  expect(await noteSeen(app.alerts, byKey, shown)).toMatchObject({ code: 'invalid_state' })
  expect(await tonight()).toMatchObject({ seenAt: null, isUnanswered: true })
  expect(await noteSeen(app.alerts, byKey, (await tonight())?.night ?? undefined)).toMatchObject({ ok: true })
  expect(await tonight()).toMatchObject({ isUnanswered: false })
})

it('covers a night that is better by now than it was announced', async () => {
  const { byKey } = await warned()
  await runAt('2026-04-10 21:00', { ...raised, score: 62, minimumC: -0.2 })
  expect(await noteSeen(app.alerts, byKey)).toMatchObject({ ok: true })
  expect(await tonight()).toMatchObject({ isUnanswered: false })
})

it('a warning that is sent again by hand leaves its turns as they were', async () => {
  const { byKey, own } = await warned()
  await app.liveUntil('2026-04-10 21:00', 30)
  expect(await sendAgain(app.alerts, byKey)).toMatchObject({ ok: true })
  await app.deliver()
  expect(await sendAgain(app.alerts, own)).toMatchObject({ ok: true })
  // A second press before it has left asks for the same.
  expect(await sendAgain(app.alerts, byKey)).toMatchObject({ ok: true })
  await app.deliver()
  expect(heard()).toEqual(['raised 20:00', 'escalated 21:00', 'escalated 21:00'])
  await app.liveUntil('2026-04-11 01:00', 30)
  await app.liveUntil('2026-04-11 03:00', 1)
  expect(heard().slice(3)).toEqual(['escalated 02:15'])
})

it('is sent again without an escalation too, five times an hour, and not to who knows or to a paused one', async () => {
  const { byKey, own, id } = await warned({})
  const again = async () => {
    const sent = await sendAgain(app.alerts, byKey)
    await app.deliver()
    return sent
  }
  for (let count = 0; count < 5; count += 1) expect(await again()).toMatchObject({ ok: true })
  expect(await again()).toMatchObject({ code: 'quota_exceeded' })
  expect(heard()).toHaveLength(6)
  app.goTo('2026-04-10 21:10')
  expect(await noteSeen(app.alerts, own)).toMatchObject({ ok: true })
  expect(await listContacts(app.alerts, own)).toMatchObject({ tonight: { seenBy: id } })
  expect(await again()).toMatchObject({ code: 'invalid_state' })
  await pauseSubscription(app.alerts, own)
  expect(await again()).toMatchObject({ code: 'invalid_state' })
})

it('another key and a night that is over get nothing', async () => {
  const { byKey } = await warned()
  const foreign = { ...byKey, keyClient: 'key b' }
  for (const act of [noteSeen, sendAgain])
    expect(await act(app.alerts, foreign)).toMatchObject({ code: 'subscription_not_found' })
  expect(await tonight()).toMatchObject({ seenAt: null })
  app.goTo('2026-04-11 09:00')
  for (const act of [noteSeen, sendAgain])
    expect(await act(app.alerts, byKey)).toMatchObject({ code: 'invalid_state' })
})
