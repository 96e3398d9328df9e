import { describe, expect, it } from 'vitest'
import { daysUntilKnown, learnedAfterEach, learnedSite, type PastNight, pastNight } from './fading-site.ts'
import { defaultAirVarianceC2 } from './spread.ts'

const nights = (residualsC: readonly number[], leadDays = 0.5): readonly PastNight[] =>
  residualsC.map((residualC, day) => pastNight({ day, leadDays, residualC }))
/** σ² of one day's and of two days' lead. */
const [oneDayC2, twoDaysC2] = [defaultAirVarianceC2(1), defaultAirVarianceC2(2)]

describe('what a place’s nights teach', () => {
  it('is nothing without a night', () => {
    expect(learnedSite([])).toBeNull()
  })

  it('is a bias of Σw·r/(Σw + 8), w = 0.97 to the number of later nights: (1·0.97 + 2)/(1.97 + 8)', () => {
    expect(learnedSite(nights([1]))?.biasC).toBeCloseTo(1 / 9, 12)
    expect(learnedSite(nights([1, 2]))?.biasC).toBeCloseTo(2.97 / 9.97, 12)
  })

  it('is a variance of the errors that corrected forecasts made, the usual one counting as eight nights', () => {
    // One day's lead: the newest night known is two days older, so the second night is not corrected and the third by 1/9.
    const [first, second, third] = learnedAfterEach(nights([1, 2, 3], 1))
    expect(first?.siteVarianceC2).toBeCloseTo((1 + 8 * oneDayC2) / 9, 12)
    expect(second?.siteVarianceC2).toBeCloseTo((0.97 + 4 + 8 * oneDayC2) / 9.97, 12)
    const weight = 0.97 * 1.97 + 1
    const squares = 0.97 * (0.97 + 4) + (3 - 1 / 9) ** 2
    expect(third?.siteVarianceC2).toBeCloseTo((squares + 8 * oneDayC2) / (weight + 8), 12)
  })

  it('brings the errors of other leads to one day, and scales those that are told to be', () => {
    const late = learnedSite(nights([3.6], 2))
    expect(late?.siteVarianceC2).toBeCloseTo((3.6 ** 2 * (oneDayC2 / twoDaysC2) + 8 * oneDayC2) / 9, 9)
    const [scaled] = learnedAfterEach([pastNight({ day: 0, leadDays: 1, residualC: 3, airShare: 0.5 })], 1)
    expect(scaled).toEqual({ biasC: 3 / 9, siteVarianceC2: (2.25 + 8) / 9 })
  })

  it('forgets: after a hundred nights of the new kind the old ones count less than a twentieth of them', () => {
    const moved = learnedSite(nights([...new Array(100).fill(-9), ...new Array(100).fill(1)]))
    expect(moved?.biasC).toBeGreaterThan(0.3)
    expect(moved?.biasC).toBeLessThan(0.81)
  })

  it('looks at nothing that a forecast could not know: what comes later changes no earlier word', () => {
    const before = learnedAfterEach(nights([1, -2, 0.5, 3]))
    expect(learnedAfterEach(nights([1, -2, 0.5, 3, 99])).slice(0, 4)).toEqual(before)
  })

  it('knows a morning’s minimum in the evening, half a day ahead of the next, and not in that morning itself', () => {
    expect([0, 0.5, 0.59].map(daysUntilKnown)).toEqual([1, 1, 1])
    expect([0.6, 0.99, 1, 1.5, 1.59].map(daysUntilKnown)).toEqual([2, 2, 2, 2, 2])
    expect([1.6, 2].map(daysUntilKnown)).toEqual([3, 3])
    const withGap = learnedAfterEach([
      pastNight({ day: 0, leadDays: 0.5, residualC: 9 }),
      pastNight({ day: 5, leadDays: 0.5, residualC: 1 })
    ])
    expect(withGap[1]?.siteVarianceC2).toBeCloseTo((0.97 * 81 * ratioHalf + 0 + 8 * oneDayC2) / 9.97, 9)
  })
})

/** σ² of one day's lead over that of half a day's. */
const ratioHalf = oneDayC2 / defaultAirVarianceC2(0.5)
