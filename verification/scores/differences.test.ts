import { describe, expect, it } from 'vitest'
import { blockBootstrap } from './block-bootstrap.ts'
import { scoreCalibration } from './score-calibration.ts'

describe('the block bootstrap', () => {
  it('has no doubt where every block has the same mean', () => {
    const interval = blockBootstrap(Float64Array.of(-1, -1, -1, -1), Float64Array.of(1, 1, 2, 3))
    expect(interval).toEqual({ mean: -1, low: -1, high: -1 })
  })

  it('gives the interval of a mean of independent blocks: ±1.96·σ/√n', () => {
    // 400 blocks of ±1 by turns: σ = 1, so ±0.098.
    const differences = Float64Array.from({ length: 400 }, (_, row) => (row % 2 === 0 ? 1 : -1))
    const interval = blockBootstrap(
      differences,
      differences.map((_, row) => row),
      { draws: 4000 }
    )
    expect(interval.mean).toBe(0)
    expect(Math.abs(interval.high - 0.098)).toBeLessThan(0.012)
    expect(Math.abs(interval.low + 0.098)).toBeLessThan(0.012)
  })

  it('is wider where nights of one date go together', () => {
    const differences = Float64Array.from({ length: 400 }, (_, row) =>
      Math.floor(row / 20) % 2 === 0 ? 1 : -1
    )
    const alone = blockBootstrap(
      differences,
      differences.map((_, row) => row)
    )
    const together = blockBootstrap(
      differences,
      differences.map((_, row) => row),
      { blockDays: 20 }
    )
    expect(together.high - together.low).toBeGreaterThan(3 * (alone.high - alone.low))
  })
})

describe('the calibration of the score', () => {
  it('is a slope of 1 and no gap where severity is the score', () => {
    const score = Float64Array.from({ length: 1000 }, (_, night) => night / 10)
    const { slope, widestGap, bins } = scoreCalibration(score, score)
    expect(slope).toBeCloseTo(1, 12)
    expect(widestGap).toBeCloseTo(0, 12)
    expect(bins).toHaveLength(10)
  })

  it('finds half the harm: slope ½ and the widest gap in the highest bin, 95 − 47.5', () => {
    const score = Float64Array.from({ length: 1000 }, (_, night) => 5 + 10 * (night % 10))
    const { slope, widestGap } = scoreCalibration(
      score,
      score.map((value) => value / 2)
    )
    expect(slope).toBeCloseTo(0.5, 12)
    expect(widestGap).toBeCloseTo(47.5, 12)
  })

  it('does not judge a bin of fewer than thirty nights', () => {
    const score = Float64Array.from({ length: 41 }, (_, night) => (night === 0 ? 95 : 5))
    const severity = score.map((value) => (value === 95 ? 0 : 5))
    expect(scoreCalibration(score, severity).widestGap).toBe(0)
  })
})
