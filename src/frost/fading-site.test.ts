import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { firstLaws } from '../../test/made/first-laws.ts'
import { daysUntilKnown, learnedAfterEach, type PastNight, pastNight } from './fading-site.ts'
import { defaultAirVarianceC2 } from './spread.ts'

const nights = (residualsC: readonly number[], leadDays = 0.5): readonly PastNight[] =>
  residualsC.map((residualC, day) => pastNight({ day, leadDays, residualC }))
const learnedSite = (past: readonly PastNight[]) => learnedAfterEach(past).at(-1) ?? null
const vectors: readonly Vector[] = JSON.parse(
  readFileSync(new URL('../../test/truth/learning-vectors.json', import.meta.url), 'utf8')
).bias

interface Vector {
  readonly name: string
  readonly leadDays: number
  readonly airShare: number
  readonly days: readonly number[]
  readonly residualC: readonly number[]
  readonly biasC: number
  readonly siteVarianceC2: number
}

/** B of a first night: τ² = σ²/20 over τ² + v, v = 20/21·σ². */
const firstShare = 0.05 / (0.05 + 20 / 21)

/** σ² of one day's and of two days' lead. */
const [oneDayC2, twoDaysC2] = [defaultAirVarianceC2(1), defaultAirVarianceC2(2)]

describe('what a place’s nights teach', () => {
  it('is nothing without a night', () => {
    expect(learnedSite([])).toBeNull()
  })

  it.each(vectors)('is as computed apart from this code, to 1e-6: $name', (vector) => {
    const { days, residualC, leadDays, airShare, ...expected } = vector
    // The vectors hold for the spread of the first version.
    const law = firstLaws.airSpread
    const past = days.map((day, index) =>
      pastNight({ day, leadDays, airShare, law, residualC: residualC[index] ?? Number.NaN })
    )
    const learned = learnedAfterEach(past, defaultAirVarianceC2(1, law)).at(-1)
    expect(learned?.biasC).toBeCloseTo(expected.biasC, 6)
    expect(learned?.siteVarianceC2).toBeCloseTo(expected.siteVarianceC2, 6)
  })

  it('reaches the whole of a steady error: of 8 °C all but 0.3 after 25 nights', () => {
    for (const errorC of [8, -8, 4]) {
      const { biasC } = learnedSite(nights(new Array(25).fill(errorC), 1)) ?? { biasC: 0 }
      expect(Math.abs(errorC - biasC)).toBeLessThan(0.3)
    }
    expect(learnedSite(nights([0.5]))?.biasC).toBeCloseTo(0.5 * firstShare, 12)
  })

  it('believes no single night, nor two of 9 °C and a usual one: only what lasts is a bias', () => {
    expect(learnedSite(nights([9]))?.biasC).toBeCloseTo(9 * firstShare, 12)
    expect(learnedSite(nights([9, 9, 1]))?.biasC).toBeLessThan(1)
  })

  it('is next to nothing where there is only noise', () => {
    const noise = Array.from({ length: 200 }, (_, night) => 2 * Math.sin(night * 2.399))
    expect(Math.abs(learnedSite(nights(noise, 1))?.biasC ?? 9)).toBeLessThan(0.1)
  })

  it('a night without weight says nothing, and lets the older ones fade', () => {
    const [one, other] = nights([2, 5])
    if (one === undefined || other === undefined) throw new Error('two nights')
    const faded = learnedSite([one, { ...other, weight: 0 }])
    // w = 0.97: v = (20·σ²/(20.97))/0.97.
    expect(faded?.biasC).toBeCloseTo((2 * 0.05) / (0.05 + 20 / 20.97 / 0.97), 12)
    expect(learnedSite([{ ...one, weight: 0 }])).toEqual({ biasC: 0, siteVarianceC2: oneDayC2 })
  })

  it('is a variance of the errors that corrected forecasts made, the usual one counting as eight nights', () => {
    // One day's lead: the newest night known is two days older, so the second night is not corrected and the third by
    // B.
    const [first, second, third] = learnedAfterEach(nights([1, 2, 3], 1))
    expect(first?.siteVarianceC2).toBeCloseTo((1 + 8 * oneDayC2) / 9, 12)
    expect(second?.siteVarianceC2).toBeCloseTo((0.97 + 4 + 8 * oneDayC2) / 9.97, 12)
    const weight = 0.97 * 1.97 + 1
    const squares = 0.97 * (0.97 + 4) + (3 - firstShare) ** 2
    expect(third?.siteVarianceC2).toBeCloseTo((squares + 8 * oneDayC2) / (weight + 8), 12)
  })

  it('brings the errors of other leads to one day, and scales those that are told to be', () => {
    const late = learnedSite(nights([3.6], 2))
    expect(late?.siteVarianceC2).toBeCloseTo((3.6 ** 2 * (oneDayC2 / twoDaysC2) + 8 * oneDayC2) / 9, 9)
    const [scaled] = learnedAfterEach([pastNight({ day: 0, leadDays: 1, residualC: 3, airShare: 0.5 })], 1)
    expect(scaled?.biasC).toBeCloseTo(3 * firstShare, 12)
    expect(scaled?.siteVarianceC2).toBeCloseTo((2.25 + 8) / 9, 12)
  })

  it('takes an error of a night with a wider spread for less: g and the air’s share scale both σ² and the error', () => {
    const wide = pastNight({ day: 0, leadDays: 1, residualC: 3, airShare: 0.5, spreadFactor: 1.5 })
    expect(wide.errorScale).toBeCloseTo(1 / 3, 12)
    expect(learnedSite([wide])?.siteVarianceC2).toBeCloseTo((1 + 8 * oneDayC2) / 9, 12)
    // Errors three times as large where σ is three times as large: three times the bias.
    const three = [9, 9, 9].map((residualC, day) => ({ ...wide, day, residualC }))
    const plain = [3, 3, 3].map((residualC, day) => pastNight({ day, leadDays: 1, residualC }))
    expect(learnedSite(three)?.biasC).toBeCloseTo(3 * (learnedSite(plain)?.biasC ?? 0), 12)
  })

  it('forgets: after a hundred nights of the new kind the old ones count less than a twentieth of them', () => {
    const moved = learnedSite(nights([...new Array(100).fill(-9), ...new Array(100).fill(1)]))
    expect(moved?.biasC).toBeGreaterThan(0.2)
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
    expect(withGap[1]?.siteVarianceC2).toBeCloseTo(
      (0.97 * 81 * ratioHalf + (1 - 9 * firstShare) ** 2 * ratioHalf + 8 * oneDayC2) / 9.97,
      9
    )
  })
})

/** σ² of one day's lead over that of half a day's. */
const ratioHalf = oneDayC2 / defaultAirVarianceC2(0.5)
