import { describe, expect, it } from 'vitest'
import {
  biasOf,
  brierOf,
  insideRange,
  isFrost,
  meanAbsoluteError,
  reliabilityOf,
  reliabilityRows,
  type ScoredMinimum,
  warnings
} from './scores.ts'

const night = (expectedC: number, cameC: number, frostProbability = 0.5, sigmaC = 1): ScoredMinimum => ({
  expectedC,
  cameC,
  frostProbability,
  sigmaC
})

/** Four nights whose scores can be computed on paper. */
const four = [night(-1, -2, 0.8), night(0, 1, 0.5), night(2, 2.5, 0.1), night(1, -0.5, 0.3)]

describe('the scores of a place', () => {
  it('bias is the mean of measured minus expected: (−1 + 1 + 0.5 − 1.5)/4 = −0.25', () => {
    expect(biasOf(four)).toBeCloseTo(-0.25, 12)
  })

  it('mean absolute error: (1 + 1 + 0.5 + 1.5)/4 = 1', () => {
    expect(meanAbsoluteError(four)).toBeCloseTo(1, 12)
  })

  it('Brier: (0.2² + 0.5² + 0.1² + 0.7²)/4 = 0.1975', () => {
    expect(brierOf(four)).toBeCloseTo(0.1975, 12)
  })

  it('counts a night as inside its 10–90 % range within 1.2816 σ, edges included', () => {
    expect(insideRange([night(0, 1.2815), night(0, -1.2816), night(0, 5, 0.5, 4)])).toBeCloseTo(2 / 3, 12)
  })

  it('warns from 50 % on: two warnings, one came; two frosts, one was warned of', () => {
    expect(warnings(four)).toEqual({ probabilityOfDetection: 0.5, falseAlarmRatio: 0.5 })
  })

  it('calls 0.0 °C frost and 0.1 °C none', () => {
    expect([-0.1, 0, 0.1].map(isFrost)).toEqual([true, true, false])
  })

  it('reliability of chances that are all 0.25 with half the nights frosty: (0.25 − 0.5)² = 0.0625', () => {
    const nights = [night(0, -1, 0.25), night(0, 1, 0.25)]
    expect(reliabilityOf(nights)).toBeCloseTo(0.0625, 12)
    expect(reliabilityRows(nights)[2]).toEqual({
      from: 0.2,
      to: 0.3,
      nights: 2,
      meanProbability: 0.25,
      frostShare: 0.5
    })
  })

  it('puts a chance of 1 into the last row and 0.3 into the one that begins with it', () => {
    const rows = reliabilityRows([night(0, -1, 1), night(0, -1, 0.3)])
    expect(rows.map((row) => row.nights)).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0, 1])
  })

  it('says nothing of no nights, and of no frost no detection', () => {
    expect([biasOf([]), meanAbsoluteError([]), brierOf([]), insideRange([]), reliabilityOf([])]).toEqual(
      new Array(5).fill(null)
    )
    expect(warnings([night(5, 5, 0.1)])).toMatchObject({
      probabilityOfDetection: null,
      falseAlarmRatio: null
    })
  })
})
