import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MadeHouse, makeHouse } from './made-house.ts'
import { instant } from './made-nights.ts'

const night = '2026-04-11'
let house: MadeHouse

beforeEach(async () => {
  house = await makeHouse()
})

afterEach(async () => {
  await house.close()
})

describe('a radiation frost forecast three days out', () => {
  it('is raised, told again as it deepens, silent while it holds, reminded of at dusk, and passes silently', async () => {
    await house.subscribe()
    // Three days and more ahead: not yet watched.
    await house.run({ [night]: { score: 70, minimumC: -2.5 } })
    expect(house.kinds()).toEqual([])
    house.goTo('2026-04-08 18:00')
    await house.run({ [night]: { score: 70, minimumC: -2.5 } })
    expect(house.kinds()).toEqual(['raised'])
    house.goTo('2026-04-09 00:00')
    await house.run({ [night]: { score: 74, minimumC: -3.4 } })
    expect(house.kinds()).toEqual(['raised'])
    house.goTo('2026-04-09 07:00')
    await house.run({ [night]: { score: 80, minimumC: -3.5 } })
    expect(house.kinds()).toEqual(['raised', 'updated'])
    await house.liveUntil('2026-04-11 09:00', 15)
    expect(house.kinds()).toEqual(['raised', 'updated', 'dusk'])
    const dusk = house.heard[2]
    expect(dusk?.at).toBe(instant('2026-04-10 18:00', 'Europe/Istanbul'))
    expect(dusk?.message.nights).toMatchObject([{ date: night, standing: 'raised', score: 80 }])
    expect(await house.store.episodes.openCount(house.alerts.now())).toBe(0)
  })

  it('comes into reach without a new run', async () => {
    await house.subscribe()
    await house.run({ [night]: { score: 70 } })
    house.goTo('2026-04-08 07:00')
    await house.runAgain()
    expect(house.kinds()).toEqual(['raised'])
  })

  it('is cleared by two runs an hour apart, not by one and not by two within the hour', async () => {
    house.goTo('2026-04-09 12:00')
    await house.subscribe()
    await house.run({ [night]: { score: 70 } })
    house.goTo('2026-04-09 13:00')
    await house.run({ [night]: { score: 50 } })
    house.goTo('2026-04-09 13:59')
    await house.run({ [night]: { score: 49 } })
    expect(house.kinds()).toEqual(['raised'])
    house.goTo('2026-04-09 14:00')
    await house.runAgain()
    expect(house.kinds()).toEqual(['raised', 'cleared'])
    expect(house.heard[1]?.message.nights).toMatchObject([{ standing: 'cleared', score: 49 }])
  })

  it('keeps the alert when the same run is only confirmed, and when the score recovers in between', async () => {
    house.goTo('2026-04-09 12:00')
    await house.subscribe()
    await house.run({ [night]: { score: 70 } })
    await house.run({ [night]: { score: 50 } })
    house.goTo('2026-04-09 15:00')
    await house.runAgain()
    expect(house.kinds()).toEqual(['raised'])
    await house.run({ [night]: { score: 51 } })
    await house.run({ [night]: { score: 50 } })
    expect(house.kinds()).toEqual(['raised'])
  })

  it('that clears and comes back is raised again', async () => {
    house.goTo('2026-04-09 12:00')
    await house.subscribe()
    for (const [hour, score] of [
      [13, 70],
      [14, 40],
      [16, 40],
      [18, 70]
    ] as const) {
      house.goTo(`2026-04-09 ${hour}:00`)
      await house.run({ [night]: { score } })
    }
    expect(house.kinds()).toEqual(['raised', 'cleared', 'raised'])
  })
})

describe('around the threshold', () => {
  it('a score flapping between 59 and 61 is told once', async () => {
    house.goTo('2026-04-09 12:00')
    await house.subscribe({ threshold: 60 })
    for (let hour = 13; hour < 23; hour += 1) {
      house.goTo(`2026-04-09 ${hour}:00`)
      await house.run({ [night]: { score: hour % 2 === 1 ? 61 : 59, minimumC: -2 } })
    }
    expect(house.kinds()).toEqual(['raised'])
  })

  it('exactly 60 at a threshold of 60 fires, 59.9 does not, and the published number decides', async () => {
    house.goTo('2026-04-09 12:00')
    await house.subscribe({ threshold: 60 })
    await house.run({ [night]: { score: 59.94 } })
    expect(house.kinds()).toEqual([])
    await house.run({ [night]: { score: 59.95 } })
    expect(house.kinds()).toEqual(['raised'])
    expect(house.heard[0]?.message.nights[0]?.score).toBe(60)
  })

  it('a threshold of 5 clears at 2.5', async () => {
    house.goTo('2026-04-09 12:00')
    await house.subscribe({ threshold: 5 })
    await house.run({ [night]: { score: 6 } })
    await house.run({ [night]: { score: 2.6 } })
    house.goTo('2026-04-09 14:00')
    await house.run({ [night]: { score: 2.5 } })
    house.goTo('2026-04-09 15:00')
    await house.run({ [night]: { score: 0.1 } })
    expect(house.kinds()).toEqual(['raised', 'cleared'])
  })

  it('a subscription made while the risk is already high is raised at once, and says so in its answer', async () => {
    house.goTo('2026-04-09 12:00')
    await house.run({ [night]: { score: 71.2 } })
    const answer = await house.subscribe({ threshold: 60 })
    expect(answer.evaluation).toEqual({ currentScore: 71.2, wouldFireNow: true, worstDate: night })
    expect(house.kinds()).toEqual(['raised'])
  })
})

describe('several nights and many messages', () => {
  it('three risk nights in one run are one message', async () => {
    house.goTo('2026-04-08 21:00')
    await house.subscribe()
    await house.run({
      '2026-04-09': { score: 65 },
      '2026-04-10': { score: 75 },
      '2026-04-11': { score: 95 },
      '2026-04-13': { score: 95 }
    })
    expect(house.kinds()).toEqual(['raised'])
    const dates = house.heard[0]?.message.nights.map((one) => one.date)
    expect(dates).toEqual(['2026-04-09', '2026-04-10', '2026-04-11'])
  })

  it('a forecast that moves all Tuesday still reaches the grower on Friday at 22:00', async () => {
    house.goTo('2026-04-07 12:05')
    await house.subscribe()
    // Tuesday: ever colder, hour after hour; then it stands still until a fall on Friday evening.
    for (let step = 0; step < 10; step += 1) {
      house.goTo(`2026-04-07 ${13 + step}:00`)
      await house.run({ '2026-04-10': { score: 60 + step, minimumC: -1 - step * 0.2 * 6, frostFromHour: 4 } })
    }
    const tuesday = house.heard.length
    expect(tuesday).toBeLessThanOrEqual(5)
    house.goTo('2026-04-09 12:01')
    await house.run({ '2026-04-10': { score: 70, minimumC: -12 }, '2026-04-11': { score: 65, minimumC: -2 } })
    house.goTo('2026-04-10 22:00')
    await house.run({ '2026-04-11': { score: 85, minimumC: -4 } })
    const last = house.heard.at(-1)
    expect(last?.at).toBe(instant('2026-04-10 22:00', 'Europe/Istanbul'))
    expect(last?.message).toMatchObject({ kind: 'updated', nights: [{ date: '2026-04-11', score: 85 }] })
  })

  it('the fifth counted message of a night is not sent, a rise to severe is', async () => {
    house.goTo('2026-04-09 12:00')
    await house.subscribe()
    await house.run({ [night]: { score: 60, minimumC: 0 } })
    for (let fall = 1; fall <= 7; fall += 1) {
      house.goTo(`2026-04-09 ${12 + fall}:00`)
      await house.run({ [night]: { score: 60 + fall, minimumC: -1.5 * fall } })
    }
    expect(house.kinds()).toEqual(['raised', 'updated', 'updated', 'updated', 'updated'])
    house.goTo('2026-04-09 21:00')
    await house.run({ [night]: { score: 90, minimumC: -11 } })
    expect(house.heard).toHaveLength(6)
    expect(house.heard[5]?.message.nights[0]?.level).toBe('severe')
    // After the next noon it is another night, and what was held back is told.
    await house.run({ [night]: { score: 91, minimumC: -13 } })
    expect(house.heard).toHaveLength(6)
    house.goTo('2026-04-10 12:00')
    await house.runAgain()
    expect(house.heard).toHaveLength(7)
  })

  it('a window two hours earlier is told, one hour is not', async () => {
    house.goTo('2026-04-09 12:00')
    await house.subscribe()
    await house.run({ [night]: { score: 70, minimumC: -3, frostFromHour: 3 } })
    await house.run({ [night]: { score: 70, minimumC: -3, frostFromHour: 2 } })
    expect(house.kinds()).toEqual(['raised'])
    await house.run({ [night]: { score: 70, minimumC: -3, frostFromHour: 1 } })
    expect(house.kinds()).toEqual(['raised', 'updated'])
  })

  it('dusk that could not be told in time says nothing of a later night', async () => {
    house.goTo('2026-04-10 07:00')
    await house.subscribe()
    house.answer = ({ kind }) =>
      kind === 'dusk' ? { outcome: 'retry', afterSeconds: null, reason: 'down' } : null
    await house.run({ [night]: { score: 70 }, '2026-04-12': { score: 75 }, '2026-04-13': { score: 80 } })
    await house.liveUntil('2026-04-11 09:00', 10)
    house.answer = null
    await house.liveUntil('2026-04-11 12:00', 10)
    expect(house.kinds()).toEqual(['raised'])
    await house.liveUntil('2026-04-11 19:00', 10)
    expect(house.kinds()).toEqual(['raised', 'dusk'])
  })

  it('dusk that joins one that still waits since yesterday is told', async () => {
    house.goTo('2026-04-10 07:00')
    await house.subscribe()
    house.answer = ({ kind }) =>
      kind === 'dusk' ? { outcome: 'retry', afterSeconds: null, reason: 'down' } : null
    await house.run({ [night]: { score: 70 }, '2026-04-12': { score: 75 } })
    await house.liveUntil('2026-04-10 19:00', 10)
    house.answer = null
    house.goTo('2026-04-11 18:00')
    await house.liveUntil('2026-04-11 18:10', 10)
    expect(house.kinds()).toEqual(['raised', 'dusk'])
  })

  it('dusk is silent where something was said within six hours', async () => {
    house.goTo('2026-04-10 12:30')
    await house.subscribe()
    await house.run({ [night]: { score: 70 } })
    await house.liveUntil('2026-04-11 08:00', 10)
    expect(house.kinds()).toEqual(['raised'])
  })
})

describe('a queued message', () => {
  it('that is overtaken by the clearing is never sent, nor is the clearing', async () => {
    house.goTo('2026-04-09 12:00')
    await house.subscribe()
    house.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    await house.run({ [night]: { score: 70 } })
    house.goTo('2026-04-09 13:00')
    await house.run({ [night]: { score: 40 } })
    house.answer = null
    house.goTo('2026-04-09 14:00')
    // The clearing is evaluated before the receiver comes back.
    await house.run({ [night]: { score: 40 } }, { silently: true })
    await house.evaluateOnly()
    await house.liveUntil('2026-04-11 09:00', 30)
    expect(house.kinds()).toEqual([])
  })

  it('is replaced whole by the newer snapshot', async () => {
    house.goTo('2026-04-09 12:00')
    await house.subscribe()
    house.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    await house.run({ [night]: { score: 70 } })
    await house.run({ '2026-04-10': { score: 66 }, [night]: { score: 80 } })
    house.answer = null
    await house.liveUntil('2026-04-09 13:00', 1)
    expect(house.kinds()).toEqual(['raised'])
    const nights = house.heard[0]?.message.nights
    expect(nights).toMatchObject([
      { date: '2026-04-10', score: 66 },
      { date: night, score: 80 }
    ])
  })

  it('is repeated under the same id while nothing changes, until it is taken', async () => {
    house.goTo('2026-04-09 12:00')
    await house.subscribe()
    const ids: string[] = []
    house.answer = (_message, context) => {
      ids.push(context.messageId)
      return ids.length < 4 ? { outcome: 'retry', afterSeconds: null, reason: 'down' } : null
    }
    await house.run({ [night]: { score: 70 } })
    await house.liveUntil('2026-04-09 13:00', 1)
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(1)
    expect(house.heard[0]?.attempt).toBe(4)
  })

  it('is given up when the night is over, and the log says so', async () => {
    house.goTo('2026-04-09 12:00')
    const { subscription, manage } = await house.subscribe()
    house.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    await house.run({ [night]: { score: 70 } })
    await house.liveUntil('2026-04-11 10:00', 10)
    const log = await house.deliveries(subscription.id, manage.token)
    expect(log.map((line) => line.state)).toContain('expired')
    expect(
      log.every((line) => (line.lastAttemptAt ?? 0) < instant('2026-04-11 07:00', 'Europe/Istanbul'))
    ).toBe(true)
    expect(house.kinds()).toEqual([])
  })

  it('honours Retry-After', async () => {
    house.goTo('2026-04-09 12:00')
    await house.subscribe()
    house.answer = (_message, { attempt }) =>
      attempt === 1 ? { outcome: 'retry', afterSeconds: 1800, reason: 'too_many' } : null
    await house.run({ [night]: { score: 70 } })
    await house.liveUntil('2026-04-09 13:00', 1)
    expect(house.heard[0]?.at).toBe(instant('2026-04-09 12:30', 'Europe/Istanbul'))
  })
})

describe('a destination that is dead', () => {
  it('is suspended, hears nothing, and is active again after a good test', async () => {
    house.goTo('2026-04-09 12:00')
    const { subscription, manage } = await house.subscribe()
    house.answer = () => ({ outcome: 'rejected', suspend: 'gone', reason: 'http_410' })
    await house.run({ [night]: { score: 70 } })
    expect(await house.status(subscription.id)).toMatchObject({ state: 'suspended', reason: 'gone' })
    house.answer = null
    await house.run({ [night]: { score: 80 } })
    expect(house.kinds()).toEqual([])
    await house.test(subscription.id, manage.token)
    await house.deliver()
    expect(house.kinds()).toEqual(['test', 'raised'])
    expect(await house.status(subscription.id)).toMatchObject({ state: 'active', reason: null })
  })
})
