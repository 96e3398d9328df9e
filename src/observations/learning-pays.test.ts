import { describe, expect, it } from 'vitest'
import {
  syntheticIssue,
  syntheticObservations,
  syntheticPoint,
  syntheticSensor
} from '../../test/made/synthetic-nights.ts'
import { gaussianCrps } from '../frost/gaussian.ts'
import { defaultAirVarianceC2, spreadFactor } from '../frost/spread.ts'
import { addDays } from '../weather/zone-clock.ts'
import { learnedPlace } from './learned-place.ts'
import { issuesToLearnFrom, sensorRecord } from './sensor-record.ts'

/** Normal numbers, the same on every run (Park–Miller and Box–Muller). */
function normals(seed: number): () => number {
  let state = seed
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

const first = '2025-11-01'
const usualSigmaC = Math.sqrt(defaultAirVarianceC2(1))
const { lat: latitude, elevation: heightM } = syntheticPoint
/** What the default's spread is multiplied by in each night of the season, of which all are forecast at 0 °C. */
const factorOf = (night: number) =>
  spreadFactor({ airMinC: 0, hour: (Date.parse(first) / 86_400_000 + night) * 24, latitude, heightM })

/** Simulates a season night by night: each one is forecast from those before it only. */
function season(nights: number, error: (night: number) => number) {
  const measured = Array.from({ length: nights }, (_, night) => error(night) * factorOf(night))
  const issues = issuesToLearnFrom(
    measured.map((_, night) => syntheticIssue(addDays(first, night), { airSigmaC: usualSigmaC }))
  )
  let usual = 0
  let learned = 0
  measured.forEach((cameC, night) => {
    const known = syntheticObservations(first, measured.slice(0, night))
    const place = learnedPlace([sensorRecord(syntheticSensor(), known, issues)], [], syntheticPoint)
    const sigmaC = Math.sqrt(place?.siteVarianceC2 ?? usualSigmaC ** 2) * factorOf(night)
    usual += gaussianCrps(0, usualSigmaC * factorOf(night), cameC)
    learned += gaussianCrps(place?.biasC ?? 0, sigmaC, cameC)
  })
  return { usualC: usual / nights, learnedC: learned / nights }
}

describe('learning, walked forward through a season', () => {
  it('costs next to nothing where there is nothing to learn', () => {
    const normal = normals(7)
    const { usualC, learnedC } = season(200, () => usualSigmaC * normal())
    expect(learnedC / usualC).toBeLessThan(1.025)
  })

  it('pays where a place is always colder, or calmer, than its forecasts', () => {
    const cold = normals(11)
    const hollow = season(120, () => -2 + usualSigmaC * cold())
    expect(hollow.learnedC / hollow.usualC).toBeLessThan(0.85)
    const calm = normals(13)
    const plain = season(120, () => 0.7 * calm())
    expect(plain.learnedC / plain.usualC).toBeLessThan(0.9)
  })

  it('is not led astray by seven nights of lies', () => {
    const normal = normals(17)
    const errors = Array.from({ length: 120 }, () => usualSigmaC * normal())
    const lies = (night: number) => (night >= 60 && night < 67 ? -10 : 0)
    const measured = errors.map((error, night) => error + lies(night))
    const issues = issuesToLearnFrom(
      measured.map((_, night) => syntheticIssue(addDays(first, night), { airSigmaC: usualSigmaC }))
    )
    const learnedAfter = (nights: number) =>
      learnedPlace(
        [sensorRecord(syntheticSensor(), syntheticObservations(first, measured.slice(0, nights)), issues)],
        []
      )
    expect(learnedAfter(67)).toEqual(learnedAfter(60))
  })
})
