import { describe, expect, it } from 'vitest'
import { spreadFactor } from '../frost/night-spread.ts'
import { defaultAirVarianceC2 } from '../frost/spread.ts'
import { learnedPlace } from './learned-place.ts'
import type { IssuedNight } from './ports.ts'
import { issuesToLearnFrom, type SensorRecord, sensorRecord } from './sensor-record.ts'
import {
  syntheticIssue,
  syntheticIssues,
  syntheticObservations,
  syntheticSensor
} from './synthetic-nights.ts'

const first = '2026-03-01'
const issues = issuesToLearnFrom(syntheticIssues(first, 60))
const air = (minima: readonly number[]) =>
  sensorRecord(syntheticSensor(), syntheticObservations(first, minima), issues)
const learnedFrom = (records: readonly SensorRecord[], issued: readonly IssuedNight[] = []) =>
  learnedPlace(records, issued)
const plant = (minima: readonly number[]) =>
  sensorRecord(syntheticSensor(2, { kind: 'plant' }), syntheticObservations(first, minima, 2), issues)

const usualC2 = defaultAirVarianceC2
/** Of nights at 0 °C, at a place without a season and with the usual height. */
const factor = spreadFactor({ airMinC: 0, hour: 0, latitude: null, heightM: null })

describe('what a place learns', () => {
  it('is nothing without a night', () => {
    expect(learnedFrom([])).toBeNull()
    expect(learnedFrom([air([])])).toBeNull()
  })

  it('is Σw·r/(Σw + 8): three nights 1.1 °C below the forecast', () => {
    const learned = learnedFrom([air([-1.1, -1.1, -1.1])])
    expect(learned).toMatchObject({ nights: 3, offset: null, offsetNights: 0, seasonal: null })
    const weight = 0.97 ** 2 + 0.97 + 1
    expect(learned?.biasC).toBeCloseTo((-1.1 * weight) / (weight + 8), 12)
    // A day ahead the night before is not known yet: only the third night was corrected, by what the first
    // showed.
    const squares = (0.97 ** 2 * 1.21 + 0.97 * 1.21 + (-1.1 + 1.1 / 9) ** 2) / factor ** 2
    expect(learned?.siteVarianceC2).toBeCloseTo((squares + 8 * usualC2(1)) / (weight + 8), 9)
  })

  it('forgets slowly: fifty nights of another kind leave a little of the old', () => {
    const learned = learnedFrom([air([...new Array(10).fill(-3), ...new Array(50).fill(1)])])
    expect(learned?.nights).toBe(60)
    expect(learned?.biasC).toBeGreaterThan(0.4)
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

  it('learns the bias from plants alone where nothing was measured at 2 m', () => {
    expect(learnedFrom([plant([-3, -3, -3])])?.biasC).toBe(learnedFrom([air([-1, -1, -1])])?.biasC)
  })

  it('learns the ground’s cooling from nights with both: forty of them move the prior’s line, not all the way', () => {
    const learned = learnedFrom([air(new Array(40).fill(1)), plant(new Array(40).fill(-3))])
    expect(learned?.offsetNights).toBe(40)
    // 4 °C at x = 3, where the prior says 0.10 + 0.84·3 = 2.6: the line rises there, but not all the way.
    const at3 = (learned?.offset?.constantC ?? 0) + 3 * (learned?.offset?.slope ?? 0)
    expect(at3).toBeGreaterThan(2.4)
    expect(at3).toBeLessThan(4)
  })

  it('brings residuals of longer leads to one day', () => {
    const late = issuesToLearnFrom([syntheticIssue(first, { leadDay: 3, leadDays: 3 })])
    const record = sensorRecord(syntheticSensor(), syntheticObservations(first, [3.5]), late)
    const learned = learnedFrom([record])
    const residual = 3.5
    expect(learned?.siteVarianceC2).toBeCloseTo(
      (((residual / factor) ** 2 * usualC2(1)) / usualC2(3) + 8 * usualC2(1)) / 9,
      9
    )
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
