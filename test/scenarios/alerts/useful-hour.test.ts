import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AlertsHarness } from './alerts-harness.ts'
import { instant, type SyntheticNight } from './synthetic-nights.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const zone = 'Europe/Istanbul'
/** Its coldest hour is at 05:00. */
const night = '2026-04-11'
const frost: SyntheticNight = { score: 70, minimumC: -2 }
let app: AlertsHarness

beforeEach(async () => {
  app = await openTestedAlerts()
})

afterEach(async () => {
  await app.close()
})

const times = (): readonly number[] => app.heard.map(({ at }) => at)
const nightsOf = (index: number): readonly string[] | undefined =>
  app.heard.at(index)?.message.nights.map(({ date }) => date)

describe('a subscription at eleven in the evening', () => {
  beforeEach(() => app.goTo('2026-04-08 23:00'))
  const answered = async () => (await app.subscribe()).evaluation.firstMessageAt

  it('is told when its first message leaves, and it leaves then', async () => {
    await app.run({ '2026-04-09': { score: 5 }, [night]: frost })
    expect(await answered()).toBe(instant('2026-04-09 07:00', zone))
    await app.liveUntil('2026-04-09 12:00')
    expect(times()).toEqual([instant('2026-04-09 07:00', zone)])
  })

  it('is told that it leaves at once where tonight reaches the threshold, too', async () => {
    await app.run({ '2026-04-09': frost, [night]: { score: 95, minimumC: -6 } })
    expect(await answered()).toBe(instant('2026-04-08 23:00', zone))
    expect(times()).toEqual([instant('2026-04-08 23:00', zone)])
  })

  it('is told of none where no night reaches it', async () => {
    await app.run({ '2026-04-09': { score: 5 } })
    expect(await answered()).toBeNull()
  })
})

describe('news of a night that is more than a day ahead', () => {
  beforeEach(async () => {
    await app.subscribe()
    app.goTo('2026-04-08 22:00')
  })

  it('that comes within reach before dawn waits for seven in the morning', async () => {
    await app.run({ [night]: frost })
    await app.liveUntil('2026-04-09 12:00')
    expect(app.kinds()).toEqual(['raised'])
    expect(times()).toEqual([instant('2026-04-09 07:00', zone)])
  })

  it('leaves at once until a minute before ten in the evening', async () => {
    await app.close()
    app = await openTestedAlerts()
    await app.subscribe()
    app.goTo('2026-04-08 21:59')
    await app.run({ [night]: frost })
    expect(app.kinds()).toEqual(['raised'])
  })

  it('says in the morning what is then true', async () => {
    await app.run({ [night]: frost })
    app.goTo('2026-04-09 04:00')
    await app.run({ [night]: { score: 95, minimumC: -6 } })
    await app.liveUntil('2026-04-09 12:00')
    expect(app.heard).toMatchObject([{ message: { kind: 'raised', nights: [{ score: 95 }] } }])
  })

  it('is never sent where the risk is gone by the morning', async () => {
    await app.run({ [night]: frost })
    app.goTo('2026-04-09 03:00')
    await app.run({ [night]: { score: 40 } })
    app.goTo('2026-04-09 05:00')
    await app.run({ [night]: { score: 40 } })
    await app.liveUntil('2026-04-10 18:00', 30)
    expect(app.kinds()).toEqual([])
  })

  it('does not hold back tonight, which leaves at once and alone', async () => {
    await app.run({ [night]: frost })
    app.goTo('2026-04-09 01:00')
    await app.run({ '2026-04-09': frost, [night]: frost })
    expect(app.kinds()).toEqual(['raised'])
    expect(nightsOf(0)).toEqual(['2026-04-09'])
    app.goTo('2026-04-09 02:00')
    await app.runAgain()
    await app.liveUntil('2026-04-09 12:00')
    expect(app.kinds()).toEqual(['raised', 'raised'])
    expect(times().at(-1)).toBe(instant('2026-04-09 07:00', zone))
    expect(nightsOf(1)).toEqual([night])
  })

  it('waits for the morning too where it got worse, and where the receiver was down in the evening', async () => {
    await app.close()
    app = await openTestedAlerts()
    await app.subscribe()
    app.goTo('2026-04-08 21:50')
    app.answer = () => ({ outcome: 'retry', afterSeconds: 1800, reason: 'down' })
    await app.run({ [night]: { score: 60, minimumC: -1 } })
    app.answer = null
    await app.liveUntil('2026-04-09 06:59', 1)
    expect(app.kinds()).toEqual([])
    await app.liveUntil('2026-04-09 07:00', 1)
    expect(app.kinds()).toEqual(['raised'])
    app.goTo('2026-04-09 23:00')
    await app.run({ [night]: { score: 95, minimumC: -7 } })
    expect(app.kinds()).toEqual(['raised'])
    // At five it is a day ahead and no more, but a whole day lies before it.
    await app.liveUntil('2026-04-10 06:59', 5)
    expect(app.kinds()).toEqual(['raised'])
    await app.liveUntil('2026-04-10 07:00', 1)
    expect(app.kinds()).toEqual(['raised', 'updated'])
  })

  it('says in the log why it waits, and until when', async () => {
    const { subscription, manage } = await app.subscribe({ threshold: 50 })
    await app.run({ [night]: frost })
    expect(await app.deliveries(subscription.id, manage.token)).toMatchObject([
      { state: 'queued', reason: 'until_morning', nextAttemptAt: instant('2026-04-09 07:00', zone) }
    ])
  })

  it('made for show is shown at once', async () => {
    app.demo = true
    await app.subscribe({ channel: 'unconfigured' })
    await app.run({ [night]: frost })
    expect(await app.previewed()).toMatchObject([{ message: { kind: 'raised' } }])
  })
})

describe('the place’s own time', () => {
  it('counts, also in the nights in which the clock changes', async () => {
    await app.subscribe({ location: 'berlin' })
    app.goTo('2026-10-24 23:00', 'berlin')
    await app.run({ '2026-10-27': frost }, { location: 'berlin' })
    await app.liveUntil('2026-10-25 12:00', 5, 'berlin')
    expect(times()).toEqual([instant('2026-10-25 07:00', 'Europe/Berlin')])
    app.goTo('2027-03-27 23:00', 'berlin')
    await app.run({ '2027-03-30': frost }, { location: 'berlin' })
    await app.liveUntil('2027-03-28 12:00', 5, 'berlin')
    expect(times().at(-1)).toBe(instant('2027-03-28 07:00', 'Europe/Berlin'))
  })
})

describe('an old run', () => {
  it('has the nights that come within reach later in its life: the message that raises one names it', async () => {
    app.goTo('2026-04-07 18:30')
    await app.subscribe()
    // 106 h ahead, so not yet read.
    const far = '2026-04-12'
    await app.run({ '2026-04-08': frost, [far]: { score: 96.9, minimumC: -5 } })
    expect(nightsOf(-1)).toEqual(['2026-04-08'])
    // The source is dead for 34 hours; every hour what is kept is judged again.
    app.sourceAlive = false
    for (const hour of ['2026-04-08 12:00', '2026-04-09 04:30', '2026-04-09 05:30']) {
      await app.liveUntil(hour, 30)
      await app.runAgain()
    }
    await app.liveUntil('2026-04-09 08:00', 30)
    const raised = app.heard.filter(({ message }) => message.kind === 'raised')
    expect(raised).toHaveLength(2)
    expect(raised[1]?.message.nights).toMatchObject([{ date: far, score: 96.9 }])
    for (const { message } of raised) expect(message.nights).not.toEqual([])
  })
})

describe('a data gap that ends', () => {
  it('together with a night to be announced is one message', async () => {
    app.goTo('2026-04-10 12:00')
    await app.subscribe()
    await app.run({ [night]: { score: 20, minimumC: 2 } })
    app.sourceAlive = false
    await app.liveUntil('2026-04-10 22:00')
    expect(app.kinds()).toEqual(['blind'])
    app.sourceAlive = true
    await app.run({ [night]: frost })
    await app.liveUntil('2026-04-11 09:00')
    expect(app.kinds()).toEqual(['blind', 'raised'])
    expect(app.heard[1]?.message).toMatchObject({ endsDataGap: true, nights: [{ date: night }] })
    // Once: the next change does not say it again.
    app.goTo('2026-04-11 12:00')
    await app.run({ '2026-04-12': frost })
    expect(app.heard.at(-1)?.message).toMatchObject({ kind: 'raised', endsDataGap: false })
  })

  it('at night, with news only of a night that is not near, waits for the morning with the news', async () => {
    app.goTo('2026-04-10 12:00')
    await app.subscribe()
    await app.run({ [night]: { score: 20, minimumC: 2 } })
    app.sourceAlive = false
    await app.liveUntil('2026-04-10 22:00')
    app.sourceAlive = true
    await app.run({ [night]: { score: 20, minimumC: 2 }, '2026-04-13': frost })
    expect(app.kinds()).toEqual(['blind'])
    await app.liveUntil('2026-04-11 12:00')
    expect(app.kinds()).toEqual(['blind', 'raised'])
    expect(app.heard[1]?.message.endsDataGap).toBe(true)
    expect(times().at(-1)).toBe(instant('2026-04-11 07:00', zone))
  })
})
