import { describe, expect, it } from 'vitest'
import { servedEveningLaw } from './evening-law.ts'
import type { MeasuredState } from './evening-reading.ts'
import { minimumFromReadings } from './from-readings.ts'
import { ownEveningLaw } from './own-law.ts'

/** Evenings of every kind, the same on every run. */
function evenings(count: number): readonly MeasuredState[] {
  return Array.from({ length: count }, (_, night) => ({
    temperatureC: 8 + 10 * Math.sin(night),
    deficitC: 5 + 4 * Math.sin(1.7 * night),
    windSpeedMps: 2 + 1.5 * Math.sin(2.3 * night),
    cloudFraction: 0.5 + 0.5 * Math.sin(3.1 * night),
    fallOfTwoHoursC: 2 + Math.sin(4.3 * night),
    fallOfFiveHoursC: 5 + 3 * Math.sin(5.9 * night),
    hoursToSunrise: 9 + 3 * Math.sin(0.7 * night),
    nightHours: 12 + 2 * Math.sin(0.0172 * night),
    season: 0.0172 * night
  }))
}

const world = servedEveningLaw
const usualC = (state: MeasuredState) => minimumFromReadings(state, 0, world).meanC
/** What is said of a state by a law learned from nights that end 2 °C colder than the world's law says, and scatter. */
function learned(nights: number, scatterC: number) {
  return ownEveningLaw(
    evenings(nights).map((state, night) => ({
      state,
      minimumC: usualC(state) - 2 + scatterC * (night % 2 === 0 ? 1 : -1),
      weight: 1
    })),
    world
  )
}
const probe = evenings(40).at(-1) as MeasuredState
const shiftC = (nights: number, scatterC = 0) =>
  minimumFromReadings(probe, 0, learned(nights, scatterC)).meanC - usualC(probe)

describe('the law of a place', () => {
  it('is the world’s without evenings', () => {
    const { fall } = ownEveningLaw([], world)
    for (const [index, value] of world.fall.coefficients.entries())
      expect(fall.coefficients[index]).toBeCloseTo(value, 12)
    expect(fall.spread).toEqual(world.fall.spread)
  })

  it('comes nearer to what the place does with every evening', () => {
    const missesC = [0, 5, 30, 1000].map((nights) => Math.abs(shiftC(nights) + 2))
    for (const [index, miss] of missesC.slice(1).entries()) expect(miss).toBeLessThan(missesC[index] ?? 0)
    expect(missesC[1]).toBeGreaterThan(0.5)
    expect(missesC[3]).toBeLessThan(0.05)
  })

  it('is surer where evenings end as it says, and less sure where they scatter', () => {
    const sigma = (scatterC: number) => minimumFromReadings(probe, 0, learned(400, scatterC)).varianceC2
    const usual = minimumFromReadings(probe, 0, world).varianceC2
    expect(sigma(0.5)).toBeLessThan(usual)
    expect(sigma(6)).toBeGreaterThan(usual)
  })
})
