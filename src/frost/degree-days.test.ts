import { describe, expect, it } from 'vitest'
import { dayMs } from '../common/time.ts'
import type { SeasonHours } from '../weather/series.ts'
import { cropById } from './crops.ts'
import { chillPortions, estimateStage, northCarolinaUnits, type StageEstimate } from './degree-days.ts'
import { estimableCrops, stageModelOf } from './stage-models.ts'

const malatya = { lat: 38.355, timezone: 'Europe/Istanbul' }

/** A season from a UTC midnight on, with a temperature for each UTC hour of the day. */
function season(from: string, days: number, hourly: (hour: number, day: number) => number): SeasonHours {
  const temperaturesC = Float32Array.from({ length: days * 24 }, (_, index) =>
    hourly(index % 24, Math.floor(index / 24))
  )
  return { startHour: Date.parse(`${from}T00:00:00Z`) / 3_600_000, temperaturesC }
}

function stageOn(crop: string, date: string, hours: SeasonHours | null, where = malatya): StageEstimate {
  return estimateStage({ crop, ...where, at: Date.parse(`${date}T06:00:00Z`) }, hours)
}

/** Minimum 4, maximum 14 °C, whatever the zone: 10 °C·d a day over −1 °C. */
const mild = (hour: number): number => (hour % 2 === 0 ? 4 : 14)
const winter = season('2025-09-30', 280, mild)

describe('apricot', () => {
  it.each([
    // 33 days of 10 °C·d are 330, 34 are 340: 332 is reached on 3 February, whose evening the next morning knows.
    ['2026-02-03', { state: 'unknown', reason: 'before_first_stage', summedTo: '2026-02-02' }],
    ['2026-02-04', { state: 'estimated', stage: 'first-bloom', plusMinusDays: 8, summedTo: '2026-02-03' }],
    ['2026-02-12', { state: 'estimated', stage: 'first-bloom', summedTo: '2026-02-11' }],
    ['2026-02-13', { state: 'unknown', reason: 'after_last_stage', summedTo: '2026-02-12' }]
  ])('flowers by the sum since New Year: %s', (date, expected) => {
    expect(stageOn('apricot', date, winter)).toMatchObject({ summedFrom: '2026-01-01', ...expected })
  })

  it('counts from July in the south', () => {
    const hours = season('2026-03-30', 280, mild)
    const mendoza = { lat: -32.889, timezone: 'America/Argentina/Mendoza' }
    expect(stageOn('apricot', '2026-08-03', hours, mendoza)).toMatchObject({ reason: 'before_first_stage' })
    expect(stageOn('apricot', '2026-08-04', hours, mendoza)).toMatchObject({
      stage: 'first-bloom',
      summedFrom: '2026-07-01',
      summedTo: '2026-08-03'
    })
    expect(stageOn('apricot', '2026-02-04', hours, mendoza)).toMatchObject({ reason: 'out_of_season' })
  })

  it('never counts a cold day as less than nothing', () => {
    const frosty = season('2025-09-30', 280, (hour, day) =>
      day * 24 + hour < 99 * 24 + 21 ? -20 : mild(hour)
    )
    // 8 January begins at 21:00 UTC of day 99: 34 days later the sum is 340.
    expect(stageOn('apricot', '2026-02-10', frosty)).toMatchObject({ reason: 'before_first_stage' })
    expect(stageOn('apricot', '2026-02-11', frosty)).toMatchObject({ stage: 'first-bloom' })
  })
})

describe('apple', () => {
  const even = season('2025-09-30', 280, () => 10)

  it('first wants its chill: at 10 °C 24 units a day, 1,200 on the fiftieth', () => {
    expect(stageOn('apple', '2025-11-19', even)).toEqual({
      state: 'unknown',
      reason: 'before_first_stage',
      summedFrom: null,
      summedTo: null
    })
    expect(stageOn('apple', '2025-11-20', even)).toMatchObject({
      reason: 'before_first_stage',
      summedFrom: '2025-11-19'
    })
  })

  it.each([
    // 3.889 °C·d a day over 43 °F: 97, 132, … 539 °F·d after 14, 19, 28, 36, 48, 61 and 77 days.
    ['2025-12-02', null],
    ['2025-12-03', 'silver-tip'],
    ['2025-12-08', 'green-tip'],
    ['2025-12-17', 'half-inch-green'],
    ['2025-12-25', 'tight-cluster'],
    ['2026-01-06', 'first-pink'],
    ['2026-01-19', 'full-bloom'],
    ['2026-02-04', 'post-bloom'],
    ['2026-06-30', 'post-bloom']
  ])('then goes from stage to stage: on %s %s', (date, stage) => {
    const estimate = stageOn('apple', date, even)
    expect(estimate.state === 'estimated' ? estimate.stage : null).toBe(stage)
    if (stage !== null && date !== '2026-06-30') {
      const before = stageOn('apple', new Date(Date.parse(date) - dayMs).toISOString().slice(0, 10), even)
      expect(before.state === 'estimated' ? before.stage : null).not.toBe(stage)
    }
  })

  it('has no debt of chill from a warm autumn', () => {
    const warmAutumn = season('2025-09-30', 280, (_, day) => (day < 31 ? 25 : 10))
    // The fiftieth day of November's cold is 20 December.
    expect(stageOn('apple', '2026-01-20', warmAutumn)).toMatchObject({ summedFrom: '2025-12-20' })
  })

  it('stays asleep without a winter', () => {
    const tropics = season('2025-09-30', 280, () => 25)
    expect(stageOn('apple', '2026-05-01', tropics)).toMatchObject({
      reason: 'before_first_stage',
      summedFrom: null
    })
  })
})

describe('nectarine ‘Big Top’', () => {
  it('goes from swollen bud to jacket split by degree-hours over 4.7 °C after its chill portions', () => {
    const cool = season('2025-09-30', 280, () => 7)
    const chilled = stageOn('nectarine-big-top', '2026-03-01', cool).summedFrom ?? ''
    // At 7 °C a portion takes a little more than a day.
    expect(Date.parse(chilled)).toBeGreaterThan(Date.parse('2026-01-01'))
    expect(Date.parse(chilled)).toBeLessThan(Date.parse('2026-01-25'))
    // 2.3 °C·h an hour, 55.2 a day: 786 is passed on the fifteenth day, 9,457 on the 172nd.
    const daysLater = (days: number): string =>
      new Date(Date.parse(chilled) + days * dayMs).toISOString().slice(0, 10)
    expect(stageOn('nectarine-big-top', daysLater(14), cool).state).toBe('unknown')
    expect(stageOn('nectarine-big-top', daysLater(15), cool)).toMatchObject({
      stage: 'swollen-bud',
      plusMinusDays: 4
    })
    expect(stageOn('nectarine-big-top', daysLater(101), cool)).toMatchObject({ stage: 'full-bloom' })
  })
})

describe('a season with holes', () => {
  const holes = (from: string, hours: number): SeasonHours => {
    const temperaturesC = Float32Array.from(winter.temperaturesC)
    const at = Date.parse(from) / 3_600_000 - winter.startHour
    temperaturesC.fill(Number.NaN, at, at + hours)
    return { ...winter, temperaturesC }
  }

  it('is filled where three hours are missing', () => {
    expect(stageOn('apricot', '2026-02-05', holes('2026-01-20T03:00:00Z', 3)).state).toBe('estimated')
  })

  it('is incomplete where four are', () => {
    expect(stageOn('apricot', '2026-02-05', holes('2026-01-20T03:00:00Z', 4))).toEqual({
      state: 'unknown',
      reason: 'season_incomplete',
      summedFrom: null,
      summedTo: null
    })
  })

  it('may end two days early and says so, but not three', () => {
    expect(stageOn('apricot', '2026-02-09', holes('2026-02-06T23:00:00Z', 2000))).toMatchObject({
      state: 'estimated',
      summedTo: '2026-02-06'
    })
    expect(stageOn('apricot', '2026-02-10', holes('2026-02-06T23:00:00Z', 2000))).toMatchObject({
      reason: 'season_incomplete'
    })
  })

  it('is unavailable where there is none', () => {
    expect(stageOn('apricot', '2026-02-09', null)).toMatchObject({ reason: 'season_unavailable' })
    expect(stageOn('apricot', '2026-08-09', null)).toMatchObject({ reason: 'out_of_season' })
    expect(stageOn('apricot', '2025-12-09', null)).toMatchObject({ reason: 'before_first_stage' })
  })

  it('is whole over a change of the clock', () => {
    const berlin = { lat: 52.5, timezone: 'Europe/Berlin' }
    expect(stageOn('apple', '2026-04-10', winter, berlin).state).toBe('estimated')
  })
})

describe('the models', () => {
  it('name crops and stages of the table, in ascending order, all of them with a damage curve', () => {
    expect(estimableCrops).toEqual(['apple', 'apricot', 'nectarine-big-top'])
    for (const crop of estimableCrops) {
      const model = stageModelOf(crop)
      const order = cropById(crop)?.stages.map(({ id }) => id) ?? []
      const places = model?.stages.map(([stage]) => order.indexOf(stage)) ?? []
      expect(places).not.toContain(-1)
      expect(places).toEqual(places.toSorted((one, other) => one - other))
      const sums = model?.stages.map(([, sum]) => sum) ?? []
      expect(sums).toEqual(sums.toSorted((one, other) => one - other))
      for (const [stage] of model?.stages ?? [])
        expect(cropById(crop)?.stages.find(({ id }) => id === stage)?.scoreable).toBe(true)
    }
  })

  it('are not made up for other crops', () => {
    expect(stageModelOf('walnut')).toBeNull()
    expect(() => stageOn('walnut', '2026-02-09', winter)).toThrow(RangeError)
  })

  it.each([
    [-5, 0],
    [1.6, 0.5],
    [7.2, 1],
    [13, 0.5],
    [16.5, 0],
    [19, -0.5],
    [20.7, -1],
    [22.1, -1.5],
    [23.3, -2]
  ])('give an hour at %f °C %f chill units, as Shaltout and Unrath’s table does', (temperatureC, units) => {
    expect(northCarolinaUnits(temperatureC)).toBe(units)
  })

  it('chill best at 6 to 8 °C, hardly in frost and not in warmth, and fixed portions stay', () => {
    const portionsAfter = (hours: number, temperatureC: number, sum = chillPortions()): number => {
      let portions = 0
      for (let hour = 0; hour < hours; hour++) portions = sum(temperatureC)
      return portions
    }
    const best = portionsAfter(1000, 7)
    for (const temperatureC of [-2, 2, 11]) expect(portionsAfter(1000, temperatureC)).toBeLessThan(best)
    expect(portionsAfter(1000, 16)).toBe(0)
    // By chillR's Dynamic_Model, written anew in Python.
    expect(portionsAfter(1000, 4)).toBeCloseTo(29.849351146910987, 9)
    expect(best).toBeCloseTo(34.851330865404414, 9)
    const sum = chillPortions()
    expect(portionsAfter(1000, 7, sum)).toBe(best)
    expect(portionsAfter(500, 25, sum)).toBe(best)
  })
})
