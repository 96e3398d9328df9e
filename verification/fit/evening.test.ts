import { describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '../../src/common/time.ts'
import { servedEveningLaw } from '../../src/frost/evening/evening-law.ts'
import { measuredState } from '../../src/frost/evening/evening-reading.ts'
import { minimumFromReadings } from '../../src/frost/evening/from-readings.ts'
import type { EveningCase } from '../benches/evening/evening-case.ts'
import { fitEvenings } from './evening.ts'

/** Numbers between −1 and 1, the same on every run (Park–Miller). */
function signedUniforms(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return (2 * state) / 2_147_483_647 - 1
  }
}

const random = signedUniforms(7)
const normal = () => {
  const radius = Math.sqrt(-2 * Math.log((random() + 1) / 2))
  return radius * Math.cos(Math.PI * random())
}

/** An evening whose minimum the served law makes, with or without cloud among its readings. */
function synthetic(day: number, knowsCloud: boolean): EveningCase {
  const now = day * dayMs + 18 * hourMs
  const sunset = now - (2 + random()) * hourMs
  const sunrise = now + (9 + 4 * random()) * hourMs
  const sky = { dewPointC: null, windSpeedMps: null, cloudCoverFraction: null }
  const temperatureC = 8 + 12 * random()
  const newest = {
    at: now,
    temperatureC,
    dewPointC: temperatureC - 6 - 5 * random(),
    windSpeedMps: 3 + 3 * random(),
    cloudCoverFraction: 0.5 + 0.5 * random()
  }
  const readings = [
    { ...sky, at: now - 5 * hourMs, temperatureC: temperatureC + 5 + 4 * random() },
    { ...sky, at: now - 2 * hourMs, temperatureC: temperatureC + 2 + 1.5 * random() },
    newest
  ]
  const state = measuredState(readings, { sunset, sunrise }, null)
  if (state === null) throw new Error('there is no state')
  const { meanC, varianceC2 } = minimumFromReadings(state, 0)
  const minimumC = meanC + Math.sqrt(varianceC2) * normal()
  const known = knowsCloud ? readings : [...readings.slice(0, -1), { ...newest, cloudCoverFraction: null }]
  return {
    site: 'synthetic',
    day,
    sunset,
    sunrise,
    readings: known,
    halfResolutionC: 0,
    minimumC,
    laterMinimumC: minimumC,
    weight: 1
  }
}

describe('the law of the evening', () => {
  const cases = Array.from({ length: 6000 }, (_, day) => synthetic(day, day % 3 > 0))
  const fit = { ...servedEveningLaw, ...fitEvenings(cases) }

  it('is found again from evenings that it made, a third of them without cloud', () => {
    const errors = cases.slice(0, 500).flatMap(({ readings, sunset, sunrise }) => {
      const state = measuredState(readings, { sunset, sunrise }, null)
      if (state === null || state.cloudFraction === null) return []
      const [usual, found] = [servedEveningLaw, fit].map((law) => minimumFromReadings(state, 0, law))
      if (usual === undefined || found === undefined) return []
      return [{ meanC: found.meanC - usual.meanC, ratio: found.varianceC2 / usual.varianceC2 }]
    })
    const meanSquareC2 = errors.reduce((sum, { meanC }) => sum + meanC * meanC, 0) / errors.length
    expect(errors.length).toBeGreaterThan(300)
    expect(Math.sqrt(meanSquareC2)).toBeLessThan(0.25)
    const ratio = errors.reduce((sum, one) => sum + one.ratio, 0) / errors.length
    expect(Math.abs(ratio - 1)).toBeLessThan(0.1)
  })

  it('leaves the season to a place’s own law', () => {
    expect(fit.fall.coefficients.slice(-2)).toEqual([0, 0])
  })
})
