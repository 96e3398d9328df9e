/** A warning about tonight that is not answered is sent again, and at last it is reported that no one answered. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acknowledge, acknowledgeLast } from '../../../src/alerts/seen.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import type { SyntheticNight } from './synthetic-nights.ts'
import { instant } from './synthetic-nights.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const night = '2026-04-11'
/** Harm from 04:00: all must be ready by 02:30. */
const raised: SyntheticNight = { score: 70, minimumC: -2.5, frostFromHour: 4 }

let app: AlertsHarness
let reports: { readonly at: string; readonly count: unknown }[]

beforeEach(async () => {
  app = await openTestedAlerts()
  reports = []
  Object.assign(app.alerts, {
    report: (event: string, { count }: Readonly<Record<string, unknown>>) => {
      if (event === 'nights_unanswered') reports.push({ at: clock(app.alerts.now()), count })
    }
  })
})
afterEach(() => app.close())

const clock = (at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO('Europe/Istanbul')
    .toPlainDateTime()
    .toString()
    .slice(5, 16)

const heard = () => app.heard.map(({ message, at }) => `${message.kind} ${clock(at)}`)
const tokenOf = (index: number): string => app.heard.at(index)?.message.links.seenUrl?.split('/').at(-1) ?? ''

/** Minute by minute while steps may be due. */
async function untilMorning(): Promise<void> {
  if (app.alerts.now() < instant('2026-04-11 01:00', 'Europe/Istanbul'))
    await app.liveUntil('2026-04-11 01:00', 60)
  await app.liveUntil('2026-04-11 03:00', 1)
  await app.liveUntil('2026-04-11 09:00', 60)
}

async function warned(at: string, escalation: object | null = {}): Promise<void> {
  app.goTo(at)
  await app.subscribe({ escalation })
  await app.run({ [night]: raised })
  expect(app.kinds()).toEqual(['raised'])
}

async function runAt(at: string, changed: Partial<SyntheticNight> = {}): Promise<void> {
  app.goTo(at)
  await app.run({ [night]: { ...raised, ...changed } })
}

describe('a warning that is not answered', () => {
  it('is sent again before all must be ready, and then reported, both once', async () => {
    await warned('2026-04-10 20:00')
    await untilMorning()
    expect(heard()).toEqual(['raised 04-10T20:00', 'escalated 04-11T02:15'])
    expect(reports).toEqual([{ at: '04-11T02:30', count: 1 }])
    expect(app.heard[1]?.message.nights).toMatchObject([{ date: night, standing: 'raised' }])
  })

  it('is sent again after 15 minutes where there is little time, and earlier where there is less', async () => {
    await warned('2026-04-11 02:20')
    await app.liveUntil('2026-04-11 04:00', 1)
    expect(heard()).toEqual(['raised 04-11T02:20', 'escalated 04-11T02:30'])
    expect(reports).toEqual([{ at: '04-11T02:33', count: 1 }])
  })

  it('is sent again and reported at once where all should be ready by now', async () => {
    await warned('2026-04-11 03:30')
    await app.liveUntil('2026-04-11 04:30', 1)
    expect(heard()).toEqual(['raised 04-11T03:30', 'escalated 04-11T03:31'])
    expect(reports).toEqual([{ at: '04-11T03:34', count: 1 }])
  })

  it('counts from what the subscription says', async () => {
    await warned('2026-04-10 20:00', { after_minutes: 30, lead_minutes: 120 })
    await untilMorning()
    expect(heard()).toEqual(['raised 04-10T20:00', 'escalated 04-11T01:30'])
    expect(reports).toEqual([{ at: '04-11T02:00', count: 1 }])
  })

  it('is late a minute after it was due where no channel takes it, and says why', async () => {
    await warned('2026-04-10 20:00')
    const late = () => app.alerts.episodes.lateSteps(app.alerts.now() - 60_000)
    await app.liveUntil('2026-04-11 02:14', 30)
    expect(await late()).toEqual({ refused: 0, notBegun: 0 })
    app.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'away' })
    await app.liveUntil('2026-04-11 02:15', 1)
    expect(await late()).toEqual({ refused: 0, notBegun: 0 })
    await app.liveUntil('2026-04-11 02:17', 1)
    expect(await late()).toEqual({ refused: 1, notBegun: 0 })
    app.answer = null
    await app.liveUntil('2026-04-11 02:25', 1)
    expect(await late()).toEqual({ refused: 0, notBegun: 0 })
    app.goTo('2026-04-11 02:26')
    await app.alerts.outbox.enqueue(app.heard[0]?.message.subscriptionId ?? '', 'escalate', app.alerts.now())
    app.goTo('2026-04-11 02:28')
    expect(await late()).toEqual({ refused: 0, notBegun: 1 })
  })

  it('stays as it was without an escalation', async () => {
    await warned('2026-04-10 20:00', null)
    await untilMorning()
    expect(heard()).toEqual(['raised 04-10T20:00'])
    expect(reports).toEqual([])
  })

  it('of a night two days away waits until it is tonight', async () => {
    app.goTo('2026-04-08 10:00')
    await app.subscribe({ escalation: {} })
    await app.run({ [night]: raised })
    await acknowledge(app.alerts, tokenOf(0))
    await app.liveUntil('2026-04-11 09:00', 5)
    expect(heard()).toEqual(['raised 04-08T10:00', 'dusk 04-10T18:00', 'escalated 04-11T02:15'])
    expect(reports).toHaveLength(1)
  })

  it('is a preview alone where the weather is made', async () => {
    app.goTo('2026-04-10 20:00')
    app.demo = true
    await app.subscribe({ escalation: {} })
    await app.run({ [night]: raised })
    await untilMorning()
    expect(await app.previewed()).toMatchObject([{ message: { kind: 'raised' } }])
    expect(reports).toEqual([])
  })

  it('is not sent again to a paused subscription', async () => {
    await warned('2026-04-10 20:00')
    const [id] = [app.heard[0]?.message.subscriptionId ?? '']
    await app.store.subscriptions.move(id, ['active'], {
      state: 'paused',
      reason: null,
      now: app.alerts.now()
    })
    await app.liveUntil('2026-04-11 09:00', 5)
    expect(heard()).toEqual(['raised 04-10T20:00'])
  })
})

describe('an answer', () => {
  it.each(['2026-04-10 20:05', '2026-04-11 02:20'])('ends the wait (%s)', async (at) => {
    await warned('2026-04-10 20:00')
    await app.liveUntil(at, 1)
    expect(await acknowledge(app.alerts, tokenOf(-1))).toBe('seen')
    const before = heard()
    await untilMorning()
    expect(heard()).toEqual(before)
    expect(reports).toEqual([])
  })

  it('that is stored while the second warning waits in the queue keeps it back', async () => {
    await warned('2026-04-10 20:00')
    app.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'away' })
    await app.liveUntil('2026-04-11 02:16', 1)
    await acknowledge(app.alerts, tokenOf(0))
    app.answer = null
    await untilMorning()
    expect(heard()).toEqual(['raised 04-10T20:00'])
  })

  it.each([
    ['a higher level', { score: 92 }],
    ['2 °C', { minimumC: -4.5 }],
    ['an hour', { frostFromHour: 3 }]
  ] as const)('is not one to a night that is worse by %s', async (_, worse) => {
    await warned('2026-04-10 20:00')
    await acknowledge(app.alerts, tokenOf(0))
    await runAt('2026-04-10 22:00', worse)
    const [early] = [worse as Partial<SyntheticNight>].map(({ frostFromHour = 4 }) => frostFromHour === 3)
    await untilMorning()
    const second = early ? 'escalated 04-11T01:15' : 'escalated 04-11T02:15'
    expect(heard()).toEqual(['raised 04-10T20:00', 'updated 04-10T22:00', second])
    expect(reports).toHaveLength(1)
  })

  it('by an old button does not end the wait for a worse message, nor begin it anew', async () => {
    await warned('2026-04-10 20:00')
    await runAt('2026-04-10 21:00', { minimumC: -4.6 })
    await app.liveUntil('2026-04-11 02:20', 1)
    await acknowledge(app.alerts, tokenOf(0))
    await untilMorning()
    expect(heard()).toEqual(['raised 04-10T20:00', 'updated 04-10T21:00', 'escalated 04-11T02:15'])
    expect(reports).toEqual([{ at: '04-11T02:30', count: 1 }])
  })
})

it('an answer to a milder message takes back none that covers what was announced since', async () => {
  await warned('2026-04-10 20:00')
  await runAt('2026-04-10 21:00', { minimumC: -0.2 })
  await app.liveUntil('2026-04-11 02:16', 1)
  await runAt('2026-04-11 02:20', { minimumC: -2.4 })
  const before = heard()
  expect(before).toEqual(['raised 04-10T20:00', 'escalated 04-11T02:15', 'updated 04-11T02:20'])
  await acknowledge(app.alerts, tokenOf(0))
  await app.liveUntil('2026-04-11 02:25', 1)
  await acknowledge(app.alerts, tokenOf(1))
  await untilMorning()
  expect(heard()).toEqual(before)
  expect(reports).toEqual([])
})

describe('a forecast', () => {
  it('without the risk holds the second warning back, and ends the wait once it is confirmed', async () => {
    await warned('2026-04-10 20:00')
    await runAt('2026-04-11 01:30', { score: 20, minimumC: 1 })
    await app.liveUntil('2026-04-11 02:25', 1)
    expect(heard()).toEqual(['raised 04-10T20:00'])
    await runAt('2026-04-11 02:30', { score: 20, minimumC: 1 })
    await untilMorning()
    expect(heard()).toEqual(['raised 04-10T20:00', 'cleared 04-11T02:30'])
    expect(reports).toEqual([])
  })

  it('that is not confirmed ends no wait', async () => {
    await warned('2026-04-10 20:00')
    await runAt('2026-04-11 01:30', { score: 20, minimumC: 1 })
    await untilMorning()
    expect(heard().slice(0, 2)).toEqual(['raised 04-10T20:00', 'escalated 04-11T02:30'])
    expect(reports).toHaveLength(1)
  })

  it('with the risk again, before anyone learned that it was over, begins another wait too', async () => {
    await warned('2026-04-10 20:00', { after_minutes: 60, lead_minutes: 240 })
    app.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'away' })
    await app.liveUntil('2026-04-10 23:10', 1)
    for (const at of ['2026-04-10 23:20', '2026-04-11 00:30']) await runAt(at, { score: 5, minimumC: 3 })
    await app.liveUntil('2026-04-11 00:31', 1)
    await runAt('2026-04-11 01:40')
    await app.liveUntil('2026-04-11 01:45', 1)
    app.answer = null
    await untilMorning()
    expect(heard()).toEqual(['raised 04-10T20:00', 'escalated 04-11T01:50'])
    expect(reports).toHaveLength(1)
  })

  it.each(['the old link', 'a word'])('with the risk again is announced, whatever %s says', async (by) => {
    await warned('2026-04-10 20:00')
    for (const at of ['21:00', '22:10']) await runAt(`2026-04-10 ${at}`, { score: 20, minimumC: 1 })
    const { subscriptionId = '' } = app.heard[0]?.message ?? {}
    app.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'away' })
    await runAt('2026-04-11 00:00')
    app.goTo('2026-04-11 00:03')
    const subscription = await app.status(subscriptionId)
    if (by === 'a word' && subscription !== null) await acknowledgeLast(app.alerts, subscription)
    else await acknowledge(app.alerts, tokenOf(0))
    app.answer = null
    await app.liveUntil('2026-04-11 01:00', 1)
    expect(heard().slice(1)).toEqual(['cleared 04-10T22:10', 'raised 04-11T00:04'])
  })

  it('with the risk again begins another wait', async () => {
    await warned('2026-04-10 12:00')
    await acknowledge(app.alerts, tokenOf(0))
    for (const at of ['14:00', '15:00']) await runAt(`2026-04-10 ${at}`, { score: 20, minimumC: 1 })
    await runAt('2026-04-10 20:00')
    await untilMorning()
    const again = ['cleared 04-10T15:00', 'raised 04-10T20:00', 'escalated 04-11T02:15']
    expect(heard()).toEqual(['raised 04-10T12:00', ...again])
  })
})

it('many nights that no one answers are one list in five minutes', async () => {
  app.goTo('2026-04-10 20:00')
  for (let index = 0; index < 5; index += 1)
    await app.subscribe({ escalation: { lead_minutes: 90 - index }, destination: { chat: `${index}` } })
  await app.run({ [night]: raised })
  await untilMorning()
  expect(app.heard).toHaveLength(10)
  expect(reports).toEqual([
    { at: '04-11T02:30', count: 1 },
    { at: '04-11T02:35', count: 4 }
  ])
  expect(await app.store.episodes.unansweredCount(instant('2026-04-11 03:00', 'Europe/Istanbul'))).toBe(5)
})

it('refuses an escalation that no one could answer, with the channels that can be', async () => {
  await expect(app.subscribe({ channel: 'feed', escalation: {} })).rejects.toThrow('Those of plain can')
  const { subscription, manage } = await app.subscribe({ channel: 'feed' })
  await expect(app.patch(subscription.id, manage.token, { escalation: {} })).rejects.toThrow('/escalation')
  await expect(app.subscribe({ escalation: { after_minute: 5 } })).rejects.toThrow('after_minutes')
  await expect(app.subscribe({ escalation: { after_minutes: 2 } })).rejects.toThrow('5')
})
