import { describe, expect, it } from 'vitest'
import { contrastShiftC, type ForecastMinima } from './contrasts.ts'
import { learnedAfterEach, pastNight } from './fading-site.ts'

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
