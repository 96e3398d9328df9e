/** Quiet hours hold what may wait, and nothing else. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acknowledge } from '../../../src/alerts/seen.ts'
import { type AlertsHarness, maintenance } from './alerts-harness.ts'
import type { SyntheticNight } from './synthetic-nights.ts'
import { openTestedAlerts } from './tested-alerts.ts'

/** Their coldest hours are at 05:00. */
const tonight = '2026-04-11'
const tomorrow = '2026-04-12'
const high: SyntheticNight = { score: 70, minimumC: -3 }
const moderate: SyntheticNight = { score: 45, minimumC: -1.5 }
const clear: SyntheticNight = { score: 3, minimumC: 4 }
const quiet_hours = { from: '21:00', to: '06:30' }

let app: AlertsHarness
beforeEach(async () => {
  app = await openTestedAlerts()
})
afterEach(() => app.close())

const heard = (): readonly string[] =>
  app.heard.map(({ message, at }) => {
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('Europe/Istanbul')
    return `${message.kind} ${local.toPlainDateTime().toString().slice(8, 16)}`
  })

async function subscribed(body: Readonly<Record<string, unknown>> = {}) {
  app.goTo('2026-04-10 20:00')
  const { subscription, manage } = await app.subscribe({ threshold: 30, quiet_hours, ...body })
  return { id: subscription.id, token: manage.token }
}

async function runAt(at: string, nights: Readonly<Record<string, SyntheticNight>>): Promise<void> {
  app.goTo(at)
  await app.run(nights)
}

describe('held until they end is', () => {
  it('tonight below the level, with what is true by then, where its coldest hour is still to come', async () => {
    await subscribed({ quiet_hours: { from: '21:00', to: '04:00' } })
    await runAt('2026-04-10 22:00', { [tonight]: moderate })
    await app.liveUntil('2026-04-11 07:00')
    expect(heard()).toEqual(['raised 11T04:00'])
  })

  it('tonight below the level for good where its coldest hour comes before', async () => {
    await subscribed()
    await runAt('2026-04-10 22:00', { [tonight]: moderate })
    await app.liveUntil('2026-04-11 12:00')
    expect(heard()).toEqual([])
  })

  it('a later night, until it is tonight at most', async () => {
    await subscribed({ quiet_hours: { from: '21:00', to: '12:00' } })
    await runAt('2026-04-10 22:00', { [tomorrow]: high })
    await app.liveUntil('2026-04-11 12:00')
    // It is tonight from 05:00 on, and before 07:00 what is not near wakes no one.
    expect(heard()).toEqual(['raised 11T07:00'])
  })

  it('a later night below the level until noon', async () => {
    await subscribed({ quiet_hours: { from: '21:00', to: '12:00' } })
    await runAt('2026-04-10 22:00', { [tomorrow]: moderate })
    await app.liveUntil('2026-04-11 12:00')
    expect(heard()).toEqual(['raised 11T12:00'])
  })

  it('an all-clear that no one has answered, also where the coldest hour has come by then', async () => {
    await subscribed()
    await runAt('2026-04-10 20:30', { [tonight]: high })
    await runAt('2026-04-10 22:00', { [tonight]: clear })
    await runAt('2026-04-10 23:30', { [tonight]: clear })
    await app.liveUntil('2026-04-11 12:00')
    expect(heard()).toEqual(['raised 10T20:30', 'cleared 11T06:30'])
  })

  it('an all-clear until the night is over, where they go on', async () => {
    await subscribed({ quiet_hours: { from: '21:00', to: '12:00' } })
    await runAt('2026-04-10 20:30', { [tonight]: high })
    await runAt('2026-04-10 22:00', { [tonight]: clear })
    await runAt('2026-04-10 23:30', { [tonight]: clear })
    await app.liveUntil('2026-04-11 12:00', 1)
    expect(app.kinds()).toEqual(['raised', 'cleared'])
    const [, cleared] = app.heard
    expect(cleared?.at).toBeLessThan(cleared?.message.nights[0]?.overAt ?? 0)
  })

  it('a sign of life', async () => {
    await subscribed()
    app.goTo('2026-12-01 23:00')
    await maintenance(app)
    expect(heard()).toEqual([])
    app.goTo('2026-12-02 06:30')
    await app.deliver()
    expect(heard()).toEqual(['still_watching 02T06:30'])
  })
})

describe('never held is', () => {
  it('tonight at the level', async () => {
    await subscribed()
    await runAt('2026-04-10 22:00', { [tonight]: high })
    expect(heard()).toEqual(['raised 10T22:00'])
  })

  it('tonight that rises to the level while it is held', async () => {
    await subscribed()
    await runAt('2026-04-10 22:00', { [tonight]: moderate })
    await runAt('2026-04-11 01:00', { [tonight]: high })
    expect(heard()).toEqual(['raised 11T01:00'])
  })

  it('an update at the level', async () => {
    await subscribed()
    await runAt('2026-04-10 20:30', { [tonight]: high })
    await runAt('2026-04-11 00:00', { [tonight]: { ...high, minimumC: -4.5 } })
    expect(heard()).toEqual(['raised 10T20:30', 'updated 11T00:00'])
  })

  it('tonight at a lower level that was chosen', async () => {
    await subscribed({ quiet_hours: { ...quiet_hours, always_from: 'moderate' } })
    await runAt('2026-04-10 22:00', { [tonight]: moderate })
    expect(heard()).toEqual(['raised 10T22:00'])
  })

  it('a temperature that was asked for, at any level', async () => {
    await subscribed({ threshold: undefined, threshold_temperature: -1, threshold_probability: 0.3 })
    await runAt('2026-04-10 22:00', { [tonight]: { score: 10, minimumC: -1.5 } })
    expect(heard()).toEqual(['raised 10T22:00'])
  })

  it('an all-clear for who has answered', async () => {
    await subscribed()
    await runAt('2026-04-10 20:30', { [tonight]: high })
    await acknowledge(app.alerts, app.heard[0]?.message.links.seenUrl?.split('/').at(-1) ?? '')
    await runAt('2026-04-10 22:00', { [tonight]: clear })
    await runAt('2026-04-10 23:30', { [tonight]: clear })
    expect(heard()).toEqual(['raised 10T20:30', 'cleared 10T23:30'])
  })

  it('a step of an escalation, also of a night that is held', async () => {
    await subscribed({ escalation: {} })
    await runAt('2026-04-10 22:00', { [tonight]: moderate })
    await app.liveUntil('2026-04-11 09:00', 1)
    expect(app.kinds()).toEqual(['escalated'])
  })
})

it('they are changed and taken away, and a contact has none', async () => {
  const { id, token } = await subscribed()
  expect((await app.status(id))?.quietHours).toEqual({ ...quiet_hours, alwaysFrom: 'high' })
  await app.patch(id, token, { quiet_hours: { from: '23:00', to: '05:00', always_from: 'severe' } })
  expect((await app.status(id))?.quietHours).toEqual({ from: '23:00', to: '05:00', alwaysFrom: 'severe' })
  await app.patch(id, token, { label: 'Upper field' })
  expect((await app.status(id))?.quietHours?.from).toBe('23:00')
  await app.patch(id, token, { quiet_hours: null })
  expect((await app.status(id))?.quietHours).toBeNull()
})

it('the answer to a subscription says when its first message leaves', async () => {
  app.goTo('2026-04-10 22:00')
  await app.run({ [tonight]: moderate })
  const { evaluation } = await app.subscribe({ threshold: 30, quiet_hours: { from: '21:00', to: '04:00' } })
  await app.liveUntil('2026-04-11 07:00')
  expect(app.heard.map(({ at }) => at)).toEqual([evaluation.firstMessageAt])
})
