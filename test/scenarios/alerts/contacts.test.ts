/** Who is notified, one after the other, of an unanswered warning about tonight. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addContact, endContact, listContacts } from '../../../src/alerts/contacts.ts'
import { confirmByToken } from '../../../src/alerts/links.ts'
import { maintain } from '../../../src/alerts/round.ts'
import { acknowledge, acknowledgeTonight } from '../../../src/alerts/seen.ts'
import type { SubscriptionAnswer } from '../../../src/alerts/subscription-answer.ts'
import { tokenFor } from '../../../src/alerts/tokens.ts'
import type { AlertsHarness, Heard } from './alerts-harness.ts'
import { instant, type SyntheticNight } from './synthetic-nights.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const night = '2026-04-11'
/** Harm from 04:00: all must be ready by 02:30. */
const raised: SyntheticNight = { score: 70, minimumC: -2.5, frostFromHour: 4 }
let app: AlertsHarness
let reported: number

beforeEach(async () => {
  app = await openTestedAlerts()
  reported = 0
  Object.assign(app.alerts, {
    report: (event: string) => {
      if (event === 'nights_unanswered') reported += 1
    }
  })
})
afterEach(() => app.close())

const clock = (at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO('Europe/Istanbul')
    .toPlainTime()
    .toString()
    .slice(0, 5)

/** Which subscription was told what, and when; the names of those that a test made. */
const names = new Map<string, string>()
const reports = () =>
  app.heard.map(({ message, at }) => `${names.get(message.subscriptionId)} ${message.kind} ${clock(at)}`)
const tokenOf = (heard: Heard | undefined): string => heard?.message.links.seenUrl?.split('/').at(-1) ?? ''

async function owner(
  name: string,
  body: Readonly<Record<string, unknown>> = {}
): Promise<SubscriptionAnswer> {
  const answer = await app.subscribe({ destination: { chat: name }, label: name, ...body })
  names.set(answer.subscription.id, name)
  return answer
}

async function contact(of: SubscriptionAnswer, name: string, body: object = {}): Promise<string> {
  const request = {
    id: of.subscription.id,
    token: of.manage.token,
    client: 'client-2',
    isByKey: true,
    isOperator: true
  }
  const wanted = { channel: 'plain', destination: { chat: name }, label: name, ...body }
  const added = await addContact(app.alerts, app.delivery, { ...request, body: wanted })
  if (!added.ok) throw new Error(JSON.stringify(added))
  const id = added.contacts.at(-1)?.id ?? ''
  names.set(id, name)
  return id
}

async function untilMorning(): Promise<void> {
  const before = instant('2026-04-11 01:00', 'Europe/Istanbul')
  if (app.alerts.now() < before) await app.liveUntil('2026-04-11 01:00', 60)
  await app.liveUntil('2026-04-11 03:00', 1)
  await app.liveUntil('2026-04-11 09:00', 60)
}

describe('contacts', () => {
  it('are notified in their order until all must be ready, and each once', async () => {
    app.goTo('2026-04-10 20:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    await contact(mine, 'veli')
    await app.run({ [night]: raised })
    await untilMorning()
    expect(reports()).toEqual([
      'ayse raised 20:00',
      'ayse escalated 01:45',
      'ali escalated 02:00',
      'veli escalated 02:15'
    ])
    expect(reported).toBe(1)
    expect(app.heard[2]?.message).toMatchObject({
      label: 'ayse',
      labelIsOthers: true,
      threshold: 60,
      alsoFor: []
    })
  })

  it.each([
    ['by their message', false],
    ['by telephone', true]
  ])('answer for the one whom they follow, %s', async (_, isByPhone) => {
    app.goTo('2026-04-10 20:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    await contact(mine, 'veli')
    await app.run({ [night]: raised })
    await app.liveUntil('2026-04-11 01:00', 60)
    await app.liveUntil('2026-04-11 02:05', 1)
    expect(reports().at(-1)).toBe('ali escalated 02:00')
    if (isByPhone) await acknowledgeTonight(app.alerts, 'plain', JSON.stringify({ chat: 'ali' }))
    else expect(await acknowledge(app.alerts, tokenOf(app.heard.at(-1)))).toBe('seen')
    await app.liveUntil('2026-04-11 09:00', 5)
    expect(reports().at(-1)).toBe('ali escalated 02:00')
    expect(reported).toBe(0)
  })

  it('who answered are the first to be notified when the night is worse', async () => {
    app.goTo('2026-04-11 01:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    await contact(mine, 'veli')
    await app.run({ [night]: raised })
    await app.liveUntil('2026-04-11 02:16', 1)
    await acknowledge(app.alerts, tokenOf(app.heard.at(-1)))
    app.goTo('2026-04-11 02:18')
    await app.run({ [night]: { ...raised, minimumC: -4.6 } })
    await app.liveUntil('2026-04-11 02:27', 1)
    // Ten minutes after the message before.
    expect(reports().slice(-4)).toEqual([
      'veli escalated 02:15',
      'ayse updated 02:18',
      'veli escalated 02:25',
      'ayse escalated 02:25'
    ])
  })

  it('that do not confirm, are paused or refuse pass their turn on at once', async () => {
    app.goTo('2026-04-10 20:00')
    const mine = await owner('ayse')
    await contact(mine, 'unconfirmed', { channel: 'email', destination: { host: 'mail' } })
    const paused = await contact(mine, 'paused')
    await contact(mine, 'refusing')
    await contact(mine, 'veli')
    await app.store.subscriptions.move(paused, ['active'], { state: 'paused', reason: null, now: 0 })
    app.answer = ({ subscriptionId }) =>
      names.get(subscriptionId) === 'refusing'
        ? { outcome: 'rejected', suspend: 'gone', reason: '410' }
        : null
    await app.run({ [night]: raised })
    app.heard.length = 0
    await untilMorning()
    expect(reports()).toEqual(['ayse escalated 01:15', 'veli escalated 01:31'])
    expect(reported).toBe(1)
  })

  it('are notified at once where the warning itself is refused for good', async () => {
    app.goTo('2026-04-10 20:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    app.answer = ({ subscriptionId }) =>
      names.get(subscriptionId) === 'ayse' ? { outcome: 'rejected', suspend: 'gone', reason: '410' } : null
    await app.run({ [night]: raised })
    await app.liveUntil('2026-04-10 20:02', 1)
    expect(reports()).toEqual(['ali escalated 20:01'])
    expect(await acknowledge(app.alerts, tokenOf(app.heard[0]))).toBe('seen')
    await untilMorning()
    expect(reports()).toEqual(['ali escalated 20:01'])
    expect(reported).toBe(0)
  })

  it('who were notified learn once that the risk is over', async () => {
    app.goTo('2026-04-11 00:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    await contact(mine, 'veli')
    await app.run({ [night]: raised })
    await app.liveUntil('2026-04-11 02:01', 1)
    await acknowledge(app.alerts, tokenOf(app.heard.at(-1)))
    for (const at of ['2026-04-11 02:05', '2026-04-11 03:10']) {
      app.goTo(at)
      await app.run({ [night]: { score: 20, minimumC: 1 } })
    }
    await app.liveUntil('2026-04-11 09:00', 5)
    expect(reports().slice(1)).toEqual([
      'ayse escalated 01:45',
      'ali escalated 02:00',
      'ayse cleared 03:10',
      'ali cleared 03:15'
    ])
  })

  it('raise nothing by themselves, and do not replace each other', async () => {
    app.goTo('2026-04-10 10:00')
    const [one, other] = [await owner('ayse'), await owner('fatma')]
    const body = { destination: { chat: 'ali' } }
    const ids = [await contact(one, 'desk', body), await contact(other, 'desk', body)]
    await owner('ali')
    await app.run({ [night]: raised })
    app.sourceAlive = false
    await app.liveUntil('2026-04-10 23:00', 60)
    expect(reports().filter((line) => line.startsWith('ali'))).toContain('ali raised 10:00')
    expect(reports().filter((line) => line.startsWith('desk'))).toEqual([])
    for (const id of ids) expect((await app.status(id))?.state).toBe('active')
  })
})

it('a contact of three hundred gets one message that lists them, and one more after ten minutes at least', async () => {
  Object.assign(app.alerts, { subscriptionsPerDay: null })
  app.goTo('2026-04-10 20:00')
  const many = 300
  for (let index = 0; index < many; index += 1) {
    const late = index % 3 === 0 ? { escalation: { lead_minutes: 86 } } : {}
    await contact(await owner(`field ${index}`, late), 'desk')
  }
  await app.run({ [night]: raised })
  app.heard.length = 0
  await untilMorning()
  const together = app.heard.filter(({ message }) => names.get(message.subscriptionId) === 'desk')
  expect(together.map(({ at, message }) => [clock(at), (message.alsoFor?.length ?? 0) + 1])).toEqual([
    ['02:15', 200],
    ['02:25', 100]
  ])
  expect(app.heard).toHaveLength(many + 2)
  expect(reported).toBe(2)
}, 60_000)

describe('refused is', () => {
  const asked = (of: SubscriptionAnswer) => ({
    id: of.subscription.id,
    token: of.manage.token,
    client: 'client-2',
    isOperator: false
  })
  it.each([
    ['the destination of the warning itself', { channel: 'plain', destination: { chat: 'ayse' } }, 'itself'],
    ['a channel that is fetched', { channel: 'feed' }, 'fetched'],
    ['a channel that there is not', { channel: 'pigeon' }, 'no such channel'],
    ['a body without a channel', { label: 'Ali' }, 'channel'],
    ['a threshold of its own', { channel: 'plain', threshold: 10 }, 'A contact has'],
    ['a label that is a link', { channel: 'plain', label: 'www.example.com' }, 'plain name']
  ] as const)('%s', async (_, body, words) => {
    const mine = await owner('ayse')
    const refused = await addContact(app.alerts, app.delivery, { ...asked(mine), body })
    expect(refused).toMatchObject({ ok: false, detail: expect.stringContaining(words) })
    expect(await listContacts(app.alerts, asked(mine))).toMatchObject({ contacts: [] })
  })

  it('a contact of a contact, what no one could answer, a change of what is followed, and another token', async () => {
    const mine = await owner('ayse')
    const id = await contact(mine, 'ali')
    const token = tokenFor(app.alerts.keys, 'manage', id)
    const body = { channel: 'plain', destination: { chat: 'veli' } }
    const ofContact = await addContact(app.alerts, app.delivery, { ...asked(mine), id, token, body })
    expect(ofContact).toMatchObject({ code: 'invalid_state', detail: expect.stringContaining('itself') })
    await expect(app.patch(id, token, { threshold: 10 })).rejects.toThrow('/threshold')
    const feed = await app.subscribe({ channel: 'feed' })
    const unanswered = await addContact(app.alerts, app.delivery, {
      ...asked(feed),
      body: { channel: 'webhook', destination: { host: 'a' } }
    })
    expect(unanswered).toMatchObject({ detail: expect.stringContaining('cannot be answered') })
    const stolen = await addContact(app.alerts, app.delivery, {
      ...asked(feed),
      id: mine.subscription.id,
      body
    })
    expect(stolen).toMatchObject({ code: 'subscription_not_found' })
  })
})

it('a contact confirms as any other, is ended by its owner, and ends with what it follows', async () => {
  const mine = await owner('ayse')
  const request = { id: mine.subscription.id, token: mine.manage.token }
  const email = await contact(mine, 'ali', { channel: 'email', destination: { host: 'mail' } })
  expect((await app.status(email))?.state).toBe('pending_confirmation')
  expect(await confirmByToken(app.alerts, tokenFor(app.alerts.keys, 'confirm', email))).toBe('confirmed')
  const second = await contact(mine, 'veli')
  const ended = await endContact(app.alerts, request, email)
  expect(ended).toMatchObject({ contacts: [{ id: second, step: 3, label: 'veli', status: 'active' }] })
  const now = app.alerts.now()
  await app.store.subscriptions.move(mine.subscription.id, ['active'], {
    state: 'unsubscribed',
    reason: 'by_subscriber',
    now
  })
  app.goTo('2026-04-07 12:11')
  await maintain(app.alerts)
  expect((await app.status(second))?.state).toBe('unsubscribed')
})

it('a subscription that replaces another one takes its contacts over', async () => {
  const mine = await owner('ayse')
  const ali = await contact(mine, 'ali')
  const newer = await owner('ayse')
  expect((await app.status(mine.subscription.id))?.reason).toBe('replaced')
  expect(await app.status(ali)).toMatchObject({ follows: newer.subscription.id, state: 'active' })
  expect((await app.status(newer.subscription.id))?.escalation).not.toBeNull()
})
