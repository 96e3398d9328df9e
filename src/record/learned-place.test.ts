import { describe, expect, it } from 'vitest'
import { learnedPlace } from './learned-place.ts'
import { madeIssue, madeIssues, madeObservations, madeSensor } from './made-nights.ts'
import { issuesToLearnFrom, sensorRecord } from './sensor-record.ts'

const first = '2026-03-01'
const issues = issuesToLearnFrom(madeIssues(first, 60))
const air = (minima: readonly number[]) => sensorRecord(madeSensor(), madeObservations(first, minima), issues)
const plant = (minima: readonly number[]) =>
  sensorRecord(madeSensor(2, { kind: 'plant' }), madeObservations(first, minima, 2), issues)

describe('what a place learns', () => {
  it('is nothing without a night', () => {
    expect(learnedPlace([])).toBeNull()
    expect(learnedPlace([air([])])).toBeNull()
  })

  it('is Σr/(n + 2.5): three nights 1.1 °C below the forecast give −3.3/5.5', () => {
    const learned = learnedPlace([air([-1.1, -1.1, -1.1])])
    expect(learned).toMatchObject({ nights: 3, offset: null, offsetNights: 0 })
    expect(learned?.biasC).toBeCloseTo(-0.6, 12)
    // (3·0.5² + 6·2.735)/9, σ² of one day's lead being 2.40 + 0.25 + 0.085.
    expect(learned?.siteVarianceC2).toBeCloseTo((0.75 + 6 * 2.735) / 9, 9)
  })

  it('looks at the latest 25 nights', () => {
    const learned = learnedPlace([air([...new Array(30).fill(-3), ...new Array(25).fill(1)])])
    expect(learned?.nights).toBe(25)
    expect(learned?.biasC).toBeCloseTo(25 / 27.5, 12)
  })

  it('takes the bias in force at the issue out again, so that it is not learned twice', () => {
    const corrected = issuesToLearnFrom(
      madeIssues(first, 10).map((issue) => ({ ...issue, biasC: -0.6, airMinimumC: -0.6 }))
    )
    const record = sensorRecord(madeSensor(), madeObservations(first, new Array(10).fill(-1)), corrected)
    expect(learnedPlace([record])?.biasC).toBeCloseTo(-10 / 12.5, 12)
  })

  it('counts several sensors of one night as one, by their mean', () => {
    const second = sensorRecord(
      madeSensor(3, { station: 'b' }),
      madeObservations(first, [-1, -1, -1], 3),
      issues
    )
    const learned = learnedPlace([air([0, 0, 0]), second])
    expect(learned?.nights).toBe(3)
    expect(learned?.biasC).toBeCloseTo(-1.5 / 5.5, 12)
  })

  it('learns the bias from plants alone where nothing was measured at 2 m', () => {
    expect(learnedPlace([plant([-3, -3, -3])])?.biasC).toBeCloseTo(-3 / 5.5, 12)
  })

  it('learns the ground’s cooling from nights with both: forty of them move the prior’s line, not all the way', () => {
    const learned = learnedPlace([air(new Array(40).fill(1)), plant(new Array(40).fill(-3))])
    expect(learned?.offsetNights).toBe(40)
    // 4 °C at x = 3, where the prior says 0.35 + 0.45·3 = 1.7: the line rises there, but not all the way.
    const at3 = (learned?.offset?.constantC ?? 0) + 3 * (learned?.offset?.slope ?? 0)
    expect(at3).toBeGreaterThan(2.4)
    expect(at3).toBeLessThan(4)
  })

  it('brings residuals of longer leads to one day', () => {
    const late = issuesToLearnFrom([madeIssue(first, { leadDay: 3, leadDays: 3 })])
    const record = sensorRecord(madeSensor(), madeObservations(first, [3.5]), late)
    const learned = learnedPlace([record])
    const residual = 3.5 - 1
    expect(learned?.siteVarianceC2).toBeCloseTo(
      (residual ** 2 * (2.735 / (2.4 + 0.75 + 0.085 * 9)) + 6 * 2.735) / 7,
      9
    )
  })
})

describe('the issue a night is learned from', () => {
  it('is the one a day ahead, else the nearest there is', () => {
    const of = (...leads: readonly number[]) =>
      issuesToLearnFrom(leads.map((leadDay) => madeIssue(first, { leadDay }))).get(first)?.leadDay
    expect(of(0, 1, 2)).toBe(1)
    expect(of(0, 2)).toBe(0)
    expect(of(7, 3)).toBe(3)
  })
})
