import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { pastNight } from '../../../src/frost/fading-site.ts'
import { learnedSite } from '../../../src/frost/learned-site.ts'
import { epochDay } from '../../../src/frost/season.ts'
import { spreadFactor } from '../../../src/frost/spread.ts'
import { pointOf } from '../../../src/weather/point.ts'
import { addDays } from '../../../src/weather/zone-clock.ts'
import {
  datesFrom,
  keys,
  malatya,
  noonOf,
  type SyntheticRecord,
  startRecord,
  syntheticRun
} from './synthetic-record.ts'

/** What is foretold for each night; what comes is a little warmer, in turn by 1.2 and 0.4 °C. */
const foretold = (date: string) => -1 - (Number(date.slice(-2)) % 3)
const truth = (date: string) => foretold(date) + (Number(date.slice(-2)) % 2 === 0 ? 1.2 : 0.4)

const goodNights = datesFrom('2026-03-10', 20)
const faultyNights = datesFrom('2026-03-30', 7)

let app: SyntheticRecord
beforeEach(async () => {
  app = await startRecord({ startAt: noonOf('2026-03-09') })
})
afterEach(() => app.close())

async function night(date: string, minimum: number, key: string = keys.operator) {
  await app.issue(syntheticRun(noonOf(addDays(date, -1)), foretold))
  app.turnClockTo(noonOf(date))
  return app.post('/observations', { location: 'malatya', date, kind: 'air_2m', minimum }, key)
}

function learnedBias(owner: string | null = null): number {
  return app.record.learned(syntheticRun(noonOf('2026-04-10'), foretold), owner)?.biasC ?? 0
}

/**
 * What true nights teach, each forecast at noon for 02 UTC; the run knows the night after, and the one before has been.
 */
function taughtBy(dates: readonly string[]): number {
  const past = dates.map((date) => {
    const hour = noonOf(addDays(date, -1)) / hourMs + 14
    const { lat: latitude, elevation: heightM } = malatya
    return pastNight({
      ...{ day: epochDay(date), leadDays: 14 / 24, residualC: truth(date) - foretold(date) },
      spreadFactor: spreadFactor({ airMinC: foretold(date), hour, latitude, heightM }),
      forecast: { minimumC: foretold(date), previousC: null, nextC: foretold(addDays(date, 1)) }
    })
  })
  return learnedSite(past)?.biasC ?? 0
}

describe('a sensor that lies by −10 °C for seven nights', () => {
  it('is set aside after the third, visibly, and the bias is what it was before', async () => {
    for (const date of goodNights) expect((await night(date, truth(date))).status).toBe(200)
    const before = learnedBias()
    expect(before).toBeCloseTo(taughtBy(goodNights), 9)

    const states: unknown[] = []
    for (const date of faultyNights) {
      const { status, body } = await night(date, truth(date) - 10)
      expect(status).toBe(200)
      states.push(body['sensors']?.[0]?.['state'])
    }
    expect(states).toEqual(['trusted', 'trusted', ...new Array(5).fill('set_aside')])
    expect(learnedBias()).toBe(before)

    const { body } = await app.get('/sensors', keys.operator)
    expect(body['sensors']?.[0]).toMatchObject({ state: 'set_aside', set_aside_since: '2026-03-30' })
    const verification = (await app.get('/verification?location=malatya')).body['verification']
    expect(verification).toMatchObject({ sensors: 0, sensors_set_aside: 1, observed_nights: 20 })
  })

  it('stays aside when it measures well again, until the operator accepts it; its lies never count', async () => {
    for (const date of goodNights) await night(date, truth(date))
    const before = learnedBias()
    for (const date of faultyNights) await night(date, truth(date) - 10)
    const later = datesFrom('2026-04-06', 3)
    for (const date of later) await night(date, truth(date))
    expect(learnedBias()).toBe(before)

    const id = (await app.get('/sensors', keys.operator)).body['sensors']?.[0]?.['id']
    const refused = await app.post(`/sensors/${id}/accept`, {}, keys.grower)
    expect(refused).toMatchObject({ status: 403, body: { code: 'operator_key_required' } })
    const accepted = await app.post(`/sensors/${id}/accept`, {}, keys.operator)
    expect(accepted.body['sensor']).toMatchObject({ state: 'trusted', accepted_after: '2026-04-08' })
    for (const date of datesFrom('2026-04-09', 5)) await night(date, truth(date))
    expect(learnedBias()).toBeCloseTo(taughtBy([...goodNights, ...datesFrom('2026-04-09', 5)]), 9)
  })

  it('may be right from its first night on: the operator accepts it, and the whole of its 8 °C is learned', async () => {
    for (const date of datesFrom('2026-03-10', 4)) await night(date, foretold(date) - 8)
    expect(learnedBias()).toBe(0)
    const id = (await app.get('/sensors', keys.operator)).body['sensors']?.[0]?.['id']
    await app.post(`/sensors/${id}/accept`, {}, keys.operator)
    for (const date of datesFrom('2026-03-14', 25)) await night(date, foretold(date) - 8)
    expect(Math.abs(learnedBias() + 8)).toBeLessThan(0.3)
  })

  it('does not keep others from being learned from', async () => {
    const second = (date: string) =>
      app.post(
        '/observations',
        { location: 'malatya', date, kind: 'air_2m', minimum: truth(date), station: 'second' },
        keys.operator
      )
    for (const date of goodNights) {
      await night(date, truth(date))
      await second(date)
    }
    for (const date of faultyNights) {
      await night(date, truth(date) - 10)
      await second(date)
    }
    expect(learnedBias()).toBeCloseTo(taughtBy([...goodNights, ...faultyNights]), 9)
  })
})

describe('what one key measures', () => {
  const measured = async (key: string) => {
    for (const date of goodNights) await night(date, truth(date) + 1, key)
  }

  it('moves nobody else’s answers unless the operator says so', async () => {
    await measured(keys.grower)
    expect(learnedBias(null)).toBe(0)
    expect(learnedBias('neighbour')).toBe(0)
    expect(learnedBias('grower')).toBeGreaterThan(0.7)
    const own = (await app.get('/verification?location=malatya', keys.grower)).body
    expect(own['learned']).toMatchObject({ nights: 20 })
    const others = (await app.get('/verification?location=malatya')).body
    expect(others).toMatchObject({ learned: null, verification: { observed_nights: 0, against: 'analysis' } })
  })

  it('counts for all where every key is shared, and the operator’s for nobody else where none is', async () => {
    await app.close()
    app = await startRecord({ startAt: noonOf('2026-03-09'), sharing: 'all' })
    await measured(keys.grower)
    expect(learnedBias(null)).toBeGreaterThan(0.7)
    await app.close()
    app = await startRecord({ startAt: noonOf('2026-03-09'), sharing: 'no' })
    await measured(keys.operator)
    expect(learnedBias(null)).toBe(0)
    expect(learnedBias('operator')).toBeGreaterThan(0.7)
  })

  it('is known again after a restart, and to another process on the same store after its refresh', async () => {
    const other = await startRecord({ startAt: noonOf('2026-03-09'), data: app.data })
    await measured(keys.operator)
    const here = learnedBias()
    other.turnClockTo(noonOf('2026-04-01'))
    await other.record.refresh()
    const run = syntheticRun(noonOf('2026-04-10'), foretold)
    expect(other.record.learned(run, null)?.biasC).toBe(here)
    await other.close()
    const again = await startRecord({ startAt: noonOf('2026-04-01'), data: app.data })
    expect(again.record.learned(run, null)?.biasC).toBe(here)
    await again.close()
  })

  it('reaches a few kilometres at a similar height, and no farther', async () => {
    await measured(keys.operator)
    const at = (lat: number, elevation: number) =>
      app.record.learned(
        syntheticRun(noonOf('2026-04-10'), foretold, { point: pointOf({ ...malatya, lat, elevation }) }),
        null
      )
    expect(at(38.39, 950)?.nights).toBe(20)
    expect(at(38.39, 1200)).toBeNull()
    expect(at(38.42, 950)).toBeNull()
  })
})
