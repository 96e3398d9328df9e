import { describe, expect, it } from 'vitest'
import {
  syntheticIssue,
  syntheticIssues,
  syntheticObservations,
  syntheticSensor
} from '../../test/made/synthetic-nights.ts'
import type { Exposure } from '../frost/frost-night.ts'
import { gaussianCrps } from '../frost/gaussian.ts'
import { servedLaws } from '../frost/laws.ts'
import { defaultAirVarianceC2, spreadFactor } from '../frost/spread.ts'
import { addDays } from '../weather/zone-clock.ts'
import { learnedPlace } from './learned-place.ts'
import type { IssuedNight } from './ports.ts'
import { issuesToLearnFrom, type SensorRecord, sensorRecord } from './sensor-record.ts'

const first = '2026-03-01'
const issues = issuesToLearnFrom(syntheticIssues(first, 60))
const air = (minima: readonly number[]) =>
  sensorRecord(syntheticSensor(), syntheticObservations(first, minima), issues)
const learnedFrom = (records: readonly SensorRecord[], issued: readonly IssuedNight[] = []) =>
  learnedPlace(records, issued)
const plant = (minima: readonly number[], exposure: Exposure = 'ground') =>
  sensorRecord(
    syntheticSensor(2, { kind: 'plant', exposure }),
    syntheticObservations(first, minima, 2),
    issues
  )

const usualC2 = defaultAirVarianceC2
/** Of nights at 0 °C, at a place without a season and with the usual height. */
const factor = spreadFactor({ airMinC: 0, hour: 0, latitude: null, heightM: null })

const { logOdds, perGain } = servedLaws.learning
/** What is given of a learned variance [°C²] after nights with this log odds and this widening of ln σ. */
const given = (varianceC2: number, odds: number, widened: number) =>
  usualC2(1) * (varianceC2 / usualC2(1)) ** shareOf(odds) * Math.exp(2 * widened)
const shareOf = (odds: number) => 1 / (1 + Math.exp(-odds))
/** A night within the range narrows it, one outside widens it. */
const [inside, outside] = [-0.03 * 0.2, 0.03 * 0.8]

describe('what a place learns', () => {
  it('is nothing without a night', () => {
    expect(learnedFrom([])).toBeNull()
    expect(learnedFrom([air([])])).toBeNull()
  })

  it('is a small part of three nights 1.1 °C below the forecast', () => {
    const learned = learnedFrom([air([-1.1, -1.1, -1.1])])
    expect(learned).toMatchObject({ nights: 3, offset: null, offsetNights: 0, seasonal: null })
    const weight = 0.97 ** 2 + 0.97 + 1
    const [usual, mean] = [usualC2(1) * factor ** 2, -1.1]
    // Three equal errors: their own scatter is 0, what is not known of it is the usual one.
    const ofMean = (20 * usual) / (weight + 20) / weight
    const bias = (mean * (usual / 20)) / (usual / 20 + ofMean)
    // A day ahead the night before is not known yet: only the third night was corrected, by what the first
    // showed: its bias, and two nights later a tenth of a tenth of the error itself.
    const shown = (mean * 0.05) / (0.05 + 20 / 21) + mean * 0.1 ** 2
    const squares = (0.97 ** 2 * 1.21 + 0.97 * 1.21 + (mean - shown) ** 2) / factor ** 2
    // That was a gain, by which the odds grow.
    const one = Math.sqrt(usualC2(1))
    const first = Math.sqrt(((mean / factor) ** 2 + 8 * usualC2(1)) / 9)
    const gain = gaussianCrps(0, one, mean / factor) - gaussianCrps(0, first, (mean - shown) / factor)
    const odds = logOdds + (perGain * gain) / one
    expect(learned?.biasC).toBeCloseTo(shareOf(odds) * bias, 12)
    const narrowed = inside * (1 + 0.99 + 0.99 ** 2)
    const variance = (squares + 8 * usualC2(1)) / (weight + 8)
    expect(learned?.siteVarianceC2).toBeCloseTo(given(variance, odds, narrowed), 9)
  })

  it('forgets slowly: fifty nights of another kind leave a little of the old', () => {
    const learned = learnedFrom([air([...new Array(10).fill(-3), ...new Array(50).fill(1)])])
    expect(learned?.nights).toBe(60)
    expect(learned?.biasC).toBeGreaterThan(0.2)
    expect(learned?.biasC).toBeLessThan(0.7)
  })

  it('takes the bias in force at the issue out again, so that it is not learned twice', () => {
    const corrected = issuesToLearnFrom(
      syntheticIssues(first, 10).map((issue) => ({ ...issue, biasC: -0.6, airMinimumC: -0.6 }))
    )
    const record = sensorRecord(
      syntheticSensor(),
      syntheticObservations(first, new Array(10).fill(-1)),
      corrected
    )
    expect(learnedFrom([record])?.biasC).toBe(learnedFrom([air(new Array(10).fill(-1))])?.biasC)
  })

  it('counts several sensors of one night as one, by their mean', () => {
    const second = sensorRecord(
      syntheticSensor(3, { station: 'b' }),
      syntheticObservations(first, [-1, -1, -1], 3),
      issues
    )
    const learned = learnedFrom([air([0, 0, 0]), second])
    expect(learned?.nights).toBe(3)
    expect(learned?.biasC).toBeCloseTo(learnedFrom([air([-0.5, -0.5, -0.5])])?.biasC ?? 0, 12)
  })

  it('moves the plants and not the air where nothing was measured at 2 m', () => {
    const learned = learnedFrom([plant(new Array(25).fill(-5))])
    expect(learned).toMatchObject({ nights: 25, biasC: 0, siteVarianceC2: null, offset: null })
    expect(learned?.plantBiasC).toBeLessThan(-2.5)
    expect(learned?.plantVarianceC2).toBeGreaterThan(0)
  })

  it('takes the spread of plants at one day’s lead and without season, cold and height, as that of the air', () => {
    const alps = { lat: 0, elevation: 2000 }
    const high = spreadFactor({ airMinC: 0, hour: 0, latitude: 0, heightM: 2000 })
    // 3 °C below the ground's forecast, of whose 2 °C of spread 1.5 are the air's.
    const learned = learnedPlace([plant([-5])], [], alps)
    const variance = (((3 * 0.75) / high) ** 2 + 8 * usualC2(1)) / 9
    expect(learned?.plantVarianceC2).toBeCloseTo(given(variance, logOdds, inside), 12)
  })

  it('compares each sensor with what was forecast for its own exposure', () => {
    for (const [exposure, forecastC] of [
      ['ground', -2],
      ['vine', -1.2],
      ['canopy', -0.7]
    ] as const) {
      const honest = learnedFrom([plant(new Array(25).fill(forecastC), exposure)])
      expect(Math.abs(honest?.plantBiasC ?? 9)).toBeLessThan(1e-9)
      const both = learnedFrom([plant(new Array(25).fill(forecastC), exposure), air(new Array(25).fill(0))])
      expect(Math.abs(both?.offset?.constantC ?? 9) + Math.abs(both?.offset?.slope ?? 9)).toBeLessThan(1e-9)
    }
  })

  it('leaves the word to the air, and to the difference, as soon as both are measured', () => {
    const early = plant(new Array(25).fill(-5))
    const late = sensorRecord(
      syntheticSensor(1),
      syntheticObservations(addDays(first, 15), new Array(20).fill(-3)),
      issues
    )
    const learned = learnedFrom([early, late])
    expect(learned?.biasC).toBeLessThan(-2.5)
    expect(learned).toMatchObject({ nights: 35, offsetNights: 10, plantVarianceC2: null })
    expect(Math.abs(learned?.plantBiasC ?? 9)).toBeLessThan(0.1)
  })

  it('is nothing from plants of unknown exposure', () => {
    const unknown = syntheticSensor(2, { kind: 'plant', exposure: null })
    const record = sensorRecord(unknown, syntheticObservations(first, new Array(25).fill(9), 2), issues)
    expect(record).toMatchObject({ state: 'trusted', nights: [], waitingDates: [] })
    expect(record.believedDates.size).toBe(25)
    expect(learnedFrom([record])).toBeNull()
  })

  it('learns the plants’ cooling from nights with both: forty of them move it, not all the way', () => {
    const learned = learnedFrom([air(new Array(40).fill(1)), plant(new Array(40).fill(-3))])
    expect(learned?.offsetNights).toBe(40)
    // 4 °C where 2 °C were forecast, at x = 3.
    const at3 = (learned?.offset?.constantC ?? 0) + 3 * (learned?.offset?.slope ?? 0)
    expect(at3).toBeGreaterThan(0.7)
    expect(at3).toBeLessThan(2)
  })

  it('brings residuals of longer leads to one day', () => {
    const late = issuesToLearnFrom([syntheticIssue(first, { leadDay: 3, leadDays: 3 })])
    const record = sensorRecord(syntheticSensor(), syntheticObservations(first, [3.5]), late)
    const learned = learnedFrom([record])
    const residual = 3.5
    const variance = (((residual / factor) ** 2 * usualC2(1)) / usualC2(3) + 8 * usualC2(1)) / 9
    expect(learned?.siteVarianceC2).toBeCloseTo(given(variance, logOdds, outside), 9)
  })
})

describe('the issue a night is learned from', () => {
  it('is the one a day ahead, else the nearest there is', () => {
    const of = (...leads: readonly number[]) =>
      issuesToLearnFrom(leads.map((leadDay) => syntheticIssue(first, { leadDay }))).get(first)?.leadDay
    expect(of(0, 1, 2)).toBe(1)
    expect(of(0, 2)).toBe(0)
    expect(of(7, 3)).toBe(3)
  })
})
