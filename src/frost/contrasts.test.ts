import { describe, expect, it } from 'vitest'
import { normals } from '../../test/made/normals.ts'
import { contrastShiftC, type ForecastMinima, persistenceOf } from './contrasts.ts'
import { learnedAfterEach, pastNight } from './fading-site.ts'
import { defaultAirVarianceC2 } from './spread.ts'

/** Forecasts that rise and fall; `errorOf`: measured minus forecast. */
function learned(nights: number, errorOf: (forecast: ForecastMinima, day: number) => number) {
  const minimumOf = (day: number) => 5 * Math.sin(day * 1.3) + 2 * Math.sin(day * 0.37)
  const forecastOf = (day: number): ForecastMinima => ({
    minimumC: minimumOf(day),
    previousC: minimumOf(day - 1),
    nextC: minimumOf(day + 1)
  })
  const past = Array.from({ length: nights }, (_, day) => {
    const forecast = forecastOf(day)
    return pastNight({ day, leadDays: 1, forecast, residualC: errorOf(forecast, day) })
  })
  const site = learnedAfterEach(past).at(-1)
  if (site?.contrasts === undefined) throw new Error('contrasts are learned')
  return { ...site, contrasts: site.contrasts, forecast: forecastOf(nights) }
}

describe('contrasts from the nights around', () => {
  it('are learned where a thermometer shows them: a part of the next evening’s cold', () => {
    const { contrasts } = learned(300, ({ minimumC, nextC }) => 0.2 * ((nextC ?? 0) - minimumC))
    const [previous, next, recent] = contrasts.slopes
    expect(next).toBeLessThan(-0.14)
    expect(next).toBeGreaterThan(-0.2)
    expect(Math.abs(previous)).toBeLessThan(0.05)
    expect(Math.abs(recent)).toBeLessThan(0.05)
  })

  it('are next to nothing where errors have nothing to do with them', () => {
    const { contrasts } = learned(300, (_, day) => 2 * Math.sin(day * 2.399))
    for (const slope of contrasts.slopes) expect(Math.abs(slope)).toBeLessThan(0.02)
  })

  it('take nothing of a steady error: that is the bias', () => {
    const { biasC, contrasts, forecast } = learned(60, () => 8)
    expect(Math.abs(biasC - 8)).toBeLessThan(0.1)
    expect(Math.abs(contrastShiftC(contrasts, { day: 60, leadDays: 1, forecast }))).toBeLessThan(0.5)
  })

  it('what comes again of a night’s error is learned, and fades with each later night', () => {
    const noise = normals(5)
    let error = 0
    const { contrasts, forecast } = learned(400, () => (error = 0.4 * error + noise()))
    const { day, errorC, persistence } = contrasts.last ?? { day: 0, errorC: 0, persistence: 0 }
    expect(persistence).toBeGreaterThan(0.28)
    expect(persistence).toBeLessThan(0.42)
    const law = { ...contrasts, slopes: [0, 0, 0] } as const
    const shift = (nights: number) => contrastShiftC(law, { day: day + nights, leadDays: 1, forecast })
    expect(shift(1)).toBeCloseTo(persistence * errorC, 12)
    expect(shift(2)).toBeCloseTo(persistence ** 2 * errorC, 12)
    expect(shift(0)).toBe(0)
    let last = 0
    const turning = learned(400, () => (last = noise() - 0.4 * last)).contrasts.last
    expect(turning?.persistence).toBe(0)
  })

  it('one night moves the next by what it was off by up to 3σ colder, and 1σ warmer', () => {
    const oneDayC = Math.sqrt(defaultAirVarianceC2(1))
    const [usual, most] = [0.1, 0.5]
    for (const [errorC, sigmas] of [[-20, -3] as const, [20, 1] as const]) {
      const { last } = learned(30, (_, day) => (day < 29 ? 0 : errorC)).contrasts
      expect(last?.errorC).toBeCloseTo(sigmas * oneDayC, 12)
      expect(last?.persistence).toBeCloseTo(usual, 12)
      expect(learned(60, () => errorC).contrasts.last?.persistence).toBeLessThanOrEqual(most)
    }
  })

  it('the share that comes again is a tenth until nights weigh against sixty, and only of one right before', () => {
    expect(persistenceOf({ products: 30, squares: 60 })).toBeCloseTo((0.1 * 60 + 30) / (60 + 60), 12)
    const shareAfter = (days: readonly number[]) => {
      const past = days.map((day) =>
        pastNight({
          ...{ day, leadDays: 1, residualC: -50 },
          forecast: { minimumC: 0, previousC: null, nextC: null }
        })
      )
      return learnedAfterEach(past).at(-1)?.contrasts?.last?.persistence
    }
    // Both were off by three sigmas.
    expect(shareAfter([0, 1])).toBeCloseTo((0.1 * 60 + 9) / (60 + 9), 12)
    expect(shareAfter([0, 2])).toBeCloseTo(0.1, 12)
  })

  it('a night that was forecast long before, or by models that disagree, moves no more than others', () => {
    const oneDayC = Math.sqrt(defaultAirVarianceC2(1))
    for (const how of [{ leadDays: 6 }, { leadDays: 1, spreadFactor: 3 }]) {
      const forecast = { minimumC: 0, previousC: null, nextC: null }
      const past = [0, 1].map((day) => pastNight({ day, forecast, residualC: 15 * day, ...how }))
      const last = learnedAfterEach(past).at(-1)?.contrasts?.last
      expect(last?.errorC).toBeCloseTo(oneDayC, 12)
    }
  })

  it('are not used far ahead, nor from nights long gone', () => {
    const law = { slopes: [0, 0, 0.5], recentC: 4, recentDay: 100 } as const
    const forecast = { minimumC: 0, previousC: null, nextC: null }
    const shift = (day: number, leadDays: number) => contrastShiftC(law, { day, leadDays, forecast })
    expect(shift(102, 1)).toBe(-2)
    expect(shift(102, 3)).toBeCloseTo(0, 12)
    expect(shift(111, 1)).toBeCloseTo(0, 12)
    expect(contrastShiftC(null, { day: 1, leadDays: 1, forecast })).toBe(0)
  })
})
