import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AlertsHarness } from './alerts-harness.ts'
import { instant } from './synthetic-nights.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const night = '2026-04-11'
let app: AlertsHarness

beforeEach(async () => {
  app = await openTestedAlerts()
})

afterEach(async () => {
  await app.close()
})

describe('a radiation frost forecast three days out', () => {
  it('is raised, told again once it is near and has deepened, silent while it holds, and passes silently', async () => {
    await app.subscribe()
    // Three days and more ahead: not yet watched.
    await app.run({ [night]: { score: 70, minimumC: -2.5 } })
    expect(app.kinds()).toEqual([])
    app.goTo('2026-04-08 18:00')
    await app.run({ [night]: { score: 70, minimumC: -2.5 } })
    expect(app.kinds()).toEqual(['raised'])
    app.goTo('2026-04-09 12:00')
    await app.run({ [night]: { score: 74, minimumC: -3.4 } })
    app.goTo('2026-04-10 00:00')
    await app.run({ [night]: { score: 80, minimumC: -3.5 } })
    expect(app.kinds()).toEqual(['raised'])
    app.goTo('2026-04-10 07:00')
    await app.runAgain()
    expect(app.kinds()).toEqual(['raised', 'updated'])
    // Compared with what was sent, not with the run between.
    const sent = { score: 70, level: 'high', plantTemperatureMinC: -2.5 }
    expect(app.heard.map(({ message }) => message.nights)).toMatchObject([
      [{ before: null, isNew: true }],
      [{ before: sent }]
    ])
    await app.liveUntil('2026-04-11 09:00', 15)
    // It was named in the morning: no reminder.
    expect(app.kinds()).toEqual(['raised', 'updated'])
    expect(await app.store.episodes.openCount(app.alerts.now())).toBe(0)
  })

  it('is reminded of at dusk where nothing was said since the day before', async () => {
    app.goTo('2026-04-09 12:00')
    await app.subscribe()
    await app.run({ [night]: { score: 80, minimumC: -2.5 } })
    await app.liveUntil('2026-04-11 09:00', 15)
    expect(app.kinds()).toEqual(['raised', 'dusk'])
    const dusk = app.heard[1]
    expect(dusk?.at).toBe(instant('2026-04-10 18:00', 'Europe/Istanbul'))
    expect(dusk?.message.nights).toMatchObject([{ date: night, standing: 'raised', score: 80, before: null }])
  })

  it('that is gone before it is near is told once it is, and not where it has come back by then', async () => {
    for (const [score, kinds] of [
      [40, ['raised', 'cleared']],
      [70, ['raised']]
    ] as const) {
      await app.close()
      app = await openTestedAlerts()
      app.goTo('2026-04-09 12:00')
      await app.subscribe()
      await app.run({ [night]: { score: 70 } })
      for (const hour of [13, 15]) {
        app.goTo(`2026-04-09 ${hour}:00`)
        await app.run({ [night]: { score: 40 + hour / 10 } })
      }
      expect(app.kinds()).toEqual(['raised'])
      app.goTo('2026-04-10 07:00')
      await app.run({ [night]: { score } })
      await app.liveUntil('2026-04-10 09:00')
      expect(app.kinds()).toEqual(kinds)
    }
  })

  it('comes into reach without a new run', async () => {
    await app.subscribe()
    await app.run({ [night]: { score: 70 } })
    app.goTo('2026-04-08 07:00')
    await app.runAgain()
    expect(app.kinds()).toEqual(['raised'])
  })

  it('is cleared by two runs an hour apart, not by one and not by two within the hour', async () => {
    app.goTo('2026-04-10 12:00')
    await app.subscribe()
    await app.run({ [night]: { score: 70 } })
    app.goTo('2026-04-10 13:00')
    await app.run({ [night]: { score: 50 } })
    app.goTo('2026-04-10 13:59')
    await app.run({ [night]: { score: 49 } })
    expect(app.kinds()).toEqual(['raised'])
    app.goTo('2026-04-10 14:00')
    await app.runAgain()
    expect(app.kinds()).toEqual(['raised', 'cleared'])
    expect(app.heard[1]?.message.nights).toMatchObject([{ standing: 'cleared', score: 49 }])
  })

  it('is cleared by no run of which a cold hour was set aside, and raised by one', async () => {
    app.goTo('2026-04-10 12:00')
    await app.subscribe()
    await app.run({ [night]: { score: 70, isColdHourSetAside: true } })
    expect(app.kinds()).toEqual(['raised'])
    app.goTo('2026-04-10 13:00')
    await app.run({ [night]: { score: 20, isColdHourSetAside: true } })
    app.goTo('2026-04-10 15:00')
    await app.run({ [night]: { score: 19, isColdHourSetAside: true } })
    app.goTo('2026-04-10 16:00')
    await app.run({ [night]: { score: 18 } })
    app.goTo('2026-04-10 18:00')
    await app.run({ [night]: { score: 17, isColdHourSetAside: true } })
    expect(app.kinds()).toEqual(['raised'])
    // Two runs without a doubt, an hour apart.
    await app.run({ [night]: { score: 16 } })
    expect(app.kinds()).toEqual(['raised', 'cleared'])
  })

  it('keeps the alert when the same run is only confirmed, and when the score recovers in between', async () => {
    app.goTo('2026-04-09 12:00')
    await app.subscribe()
    await app.run({ [night]: { score: 70 } })
    await app.run({ [night]: { score: 50 } })
    app.goTo('2026-04-09 15:00')
    await app.runAgain()
    expect(app.kinds()).toEqual(['raised'])
    await app.run({ [night]: { score: 51 } })
    await app.run({ [night]: { score: 50 } })
    expect(app.kinds()).toEqual(['raised'])
  })

  it('that clears and comes back is raised again', async () => {
    app.goTo('2026-04-10 12:00')
    await app.subscribe()
    for (const [hour, score] of [
      [13, 70],
      [14, 40],
      [16, 40],
      [18, 70]
    ] as const) {
      app.goTo(`2026-04-10 ${hour}:00`)
      await app.run({ [night]: { score } })
    }
    expect(app.kinds()).toEqual(['raised', 'cleared', 'raised'])
  })
})

describe('around the threshold', () => {
  it('a score flapping between 59 and 61 is told once', async () => {
    app.goTo('2026-04-09 12:00')
    await app.subscribe({ threshold: 60 })
    for (let hour = 13; hour < 23; hour += 1) {
      app.goTo(`2026-04-09 ${hour}:00`)
      await app.run({ [night]: { score: hour % 2 === 1 ? 61 : 59, minimumC: -2 } })
    }
    expect(app.kinds()).toEqual(['raised'])
  })

  it('exactly 60 at a threshold of 60 fires, 59.9 does not, and the published number decides', async () => {
    app.goTo('2026-04-09 12:00')
    await app.subscribe({ threshold: 60 })
    await app.run({ [night]: { score: 59.94 } })
    expect(app.kinds()).toEqual([])
    await app.run({ [night]: { score: 59.95 } })
    expect(app.kinds()).toEqual(['raised'])
    expect(app.heard[0]?.message.nights[0]?.score).toBe(60)
  })

  it('a threshold of 5 clears at 2.5', async () => {
    app.goTo('2026-04-10 12:00')
    await app.subscribe({ threshold: 5 })
    await app.run({ [night]: { score: 6 } })
    await app.run({ [night]: { score: 2.6 } })
    app.goTo('2026-04-10 14:00')
    await app.run({ [night]: { score: 2.5 } })
    app.goTo('2026-04-10 15:00')
    await app.run({ [night]: { score: 0.1 } })
    expect(app.kinds()).toEqual(['raised', 'cleared'])
  })

  it('a subscription made while the risk is already high is raised at once, and says so in its answer', async () => {
    app.goTo('2026-04-09 12:00')
    await app.run({ [night]: { score: 71.2 } })
    const answer = await app.subscribe({ threshold: 60 })
    expect(answer.evaluation).toEqual({
      ...{ currentScore: 71.2, currentProbability: null, wouldFireNow: true, worstDate: night },
      firstMessageAt: instant('2026-04-09 12:00', 'Europe/Istanbul')
    })
    expect(app.kinds()).toEqual(['raised'])
  })
})

describe('several nights and many messages', () => {
  it('three risk nights in one run are one message', async () => {
    app.goTo('2026-04-08 21:00')
    await app.subscribe()
    await app.run({
      '2026-04-09': { score: 65 },
      '2026-04-10': { score: 75 },
      '2026-04-11': { score: 95 },
      '2026-04-13': { score: 95 }
    })
    expect(app.kinds()).toEqual(['raised'])
    const dates = app.heard[0]?.message.nights.map((one) => one.date)
    expect(dates).toEqual(['2026-04-09', '2026-04-10', '2026-04-11'])
  })

  it('a forecast that moves all Tuesday still reaches the grower on Friday at 22:00', async () => {
    app.goTo('2026-04-07 12:05')
    await app.subscribe()
    // Tuesday: ever colder, hour after hour; then it stands still until a fall on Friday evening.
    for (let step = 0; step < 10; step += 1) {
      app.goTo(`2026-04-07 ${13 + step}:00`)
      await app.run({ '2026-04-10': { score: 60 + step, minimumC: -1 - step * 0.2 * 6, frostFromHour: 4 } })
    }
    const tuesday = app.heard.length
    expect(tuesday).toBeLessThanOrEqual(5)
    app.goTo('2026-04-09 12:01')
    await app.run({ '2026-04-10': { score: 70, minimumC: -12 }, '2026-04-11': { score: 65, minimumC: -2 } })
    app.goTo('2026-04-10 22:00')
    await app.run({ '2026-04-11': { score: 85, minimumC: -4 } })
    const last = app.heard.at(-1)
    expect(last?.at).toBe(instant('2026-04-10 22:00', 'Europe/Istanbul'))
    expect(last?.message).toMatchObject({ kind: 'updated', nights: [{ date: '2026-04-11', score: 85 }] })
  })

  it('the fifth counted message of a night is not sent, a rise to severe is', async () => {
    app.goTo('2026-04-10 07:00')
    await app.subscribe()
    await app.run({ [night]: { score: 60, minimumC: 0 } })
    for (let fall = 1; fall <= 7; fall += 1) {
      app.goTo(`2026-04-10 08:${10 + fall}`)
      await app.run({ [night]: { score: 60 + fall, minimumC: -1.5 * fall } })
    }
    expect(app.kinds()).toEqual(['raised', 'updated', 'updated', 'updated', 'updated'])
    app.goTo('2026-04-10 11:00')
    await app.run({ [night]: { score: 90, minimumC: -11 } })
    expect(app.heard).toHaveLength(6)
    expect(app.heard[5]?.message.nights[0]?.level).toBe('severe')
    // After the next noon it is another night, and what was held back is told.
    await app.run({ [night]: { score: 91, minimumC: -13 } })
    expect(app.heard).toHaveLength(6)
    app.goTo('2026-04-10 12:00')
    await app.runAgain()
    expect(app.heard).toHaveLength(7)
  })

  it('a window two hours earlier is told, one hour is not', async () => {
    app.goTo('2026-04-10 12:00')
    await app.subscribe()
    await app.run({ [night]: { score: 70, minimumC: -3, frostFromHour: 3 } })
    await app.run({ [night]: { score: 70, minimumC: -3, frostFromHour: 2 } })
    expect(app.kinds()).toEqual(['raised'])
    await app.run({ [night]: { score: 70, minimumC: -3, frostFromHour: 1 } })
    expect(app.kinds()).toEqual(['raised', 'updated'])
  })

  it('dusk that could not be told in time says nothing of a later night', async () => {
    app.goTo('2026-04-09 12:00')
    await app.subscribe()
    app.answer = ({ kind }) =>
      kind === 'dusk' ? { outcome: 'retry', afterSeconds: null, reason: 'down' } : null
    await app.run({ [night]: { score: 70 }, '2026-04-12': { score: 75 } })
    await app.liveUntil('2026-04-11 09:00', 10)
    app.answer = null
    await app.liveUntil('2026-04-11 12:00', 10)
    expect(app.kinds()).toEqual(['raised'])
    await app.liveUntil('2026-04-11 19:00', 10)
    expect(app.kinds()).toEqual(['raised', 'dusk'])
  })

  it('dusk that joins one that still waits since yesterday is told', async () => {
    app.goTo('2026-04-10 07:00')
    await app.subscribe()
    app.answer = ({ kind }) =>
      kind === 'dusk' ? { outcome: 'retry', afterSeconds: null, reason: 'down' } : null
    await app.run({ [night]: { score: 70 }, '2026-04-12': { score: 75 } })
    await app.liveUntil('2026-04-10 19:00', 10)
    app.answer = null
    app.goTo('2026-04-11 18:00')
    await app.liveUntil('2026-04-11 18:10', 10)
    expect(app.kinds()).toEqual(['raised', 'dusk'])
  })

  it('dusk is silent where something was said within six hours', async () => {
    app.goTo('2026-04-10 12:30')
    await app.subscribe()
    await app.run({ [night]: { score: 70 } })
    await app.liveUntil('2026-04-11 08:00', 10)
    expect(app.kinds()).toEqual(['raised'])
  })
})

describe('a queued message', () => {
  it('that is overtaken by the clearing is never sent, nor is the clearing', async () => {
    app.goTo('2026-04-09 12:00')
    await app.subscribe()
    app.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    await app.run({ [night]: { score: 70 } })
    app.goTo('2026-04-09 13:00')
    await app.run({ [night]: { score: 40 } })
    app.answer = null
    app.goTo('2026-04-09 14:00')
    // The clearing is evaluated before the receiver comes back.
    await app.run({ [night]: { score: 40 } }, { silently: true })
    await app.evaluateOnly()
    await app.liveUntil('2026-04-11 09:00', 30)
    expect(app.kinds()).toEqual([])
  })

  it('is replaced whole by the newer snapshot', async () => {
    app.goTo('2026-04-09 12:00')
    await app.subscribe()
    app.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    await app.run({ [night]: { score: 70 } })
    await app.run({ '2026-04-10': { score: 66 }, [night]: { score: 80 } })
    app.answer = null
    await app.liveUntil('2026-04-09 13:00', 1)
    expect(app.kinds()).toEqual(['raised'])
    const nights = app.heard[0]?.message.nights
    expect(nights).toMatchObject([
      { date: '2026-04-10', score: 66 },
      { date: night, score: 80 }
    ])
  })

  it('is repeated under the same id while nothing changes, until it is taken', async () => {
    app.goTo('2026-04-09 12:00')
    await app.subscribe()
    const ids: string[] = []
    app.answer = (_message, context) => {
      ids.push(context.messageId)
      return ids.length < 4 ? { outcome: 'retry', afterSeconds: null, reason: 'down' } : null
    }
    await app.run({ [night]: { score: 70 } })
    await app.liveUntil('2026-04-09 13:00', 1)
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(1)
    expect(app.heard[0]?.attempt).toBe(4)
  })

  it('is given up when the night is over, and the log says so', async () => {
    app.goTo('2026-04-09 12:00')
    const { subscription, manage } = await app.subscribe()
    app.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    await app.run({ [night]: { score: 70 } })
    await app.liveUntil('2026-04-11 10:00', 10)
    const log = await app.deliveries(subscription.id, manage.token)
    expect(log.map((line) => line.state)).toContain('expired')
    expect(
      log.every((line) => (line.lastAttemptAt ?? 0) < instant('2026-04-11 07:00', 'Europe/Istanbul'))
    ).toBe(true)
    expect(app.kinds()).toEqual([])
  })

  it('honours Retry-After', async () => {
    app.goTo('2026-04-09 12:00')
    await app.subscribe()
    app.answer = (_message, { attempt }) =>
      attempt === 1 ? { outcome: 'retry', afterSeconds: 1800, reason: 'too_many' } : null
    await app.run({ [night]: { score: 70 } })
    await app.liveUntil('2026-04-09 13:00', 1)
    expect(app.heard[0]?.at).toBe(instant('2026-04-09 12:30', 'Europe/Istanbul'))
  })
})

describe('a destination that is dead', () => {
  it('is suspended, hears nothing, and is active again after a good test', async () => {
    app.goTo('2026-04-09 12:00')
    const { subscription, manage } = await app.subscribe()
    app.answer = () => ({ outcome: 'rejected', suspend: 'gone', reason: 'http_410' })
    await app.run({ [night]: { score: 70 } })
    expect(await app.status(subscription.id)).toMatchObject({ state: 'suspended', reason: 'gone' })
    app.answer = null
    await app.run({ [night]: { score: 80 } })
    expect(app.kinds()).toEqual([])
    await app.test(subscription.id, manage.token)
    await app.deliver()
    expect(app.kinds()).toEqual(['test', 'raised'])
    expect(await app.status(subscription.id)).toMatchObject({ state: 'active', reason: null })
  })
})
