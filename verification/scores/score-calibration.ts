/** Whether the frost score means what it says: a night scored 30 should do 30 % of the harm in the mean. */
import { at } from '../data/sequence.ts'

/** The nights of one bin of ten points. */
export interface ScoreBin {
  readonly nights: number
  /** Mean score, 0…100. */
  readonly score: number
  /** Mean realised severity 100·s(observed), 0…100. */
  readonly severity: number
}

export interface ScoreCalibration {
  readonly bins: readonly ScoreBin[]
  /** Slope of the least-squares line of realised severity on score, over all nights. 1 is perfect. */
  readonly slope: number
  /** The widest |severity − score| of a bin with at least `minNights` nights, in points. */
  readonly widestGap: number
}

const binWidth = 10
/** A bin with fewer nights says more of chance than of the score. */
const minNights = 30

/** Compares scores with the severities that came, both 0…100, night by night. */
export function scoreCalibration(score: Float64Array, severity: Float64Array): ScoreCalibration {
  const collected = Array.from({ length: 100 / binWidth }, () => ({ nights: 0, score: 0, severity: 0 }))
  for (let night = 0; night < score.length; night++) {
    const bin = collected[Math.min(Math.floor(at(score, night) / binWidth), collected.length - 1)]
    if (bin === undefined) continue
    bin.nights += 1
    bin.score += at(score, night)
    bin.severity += at(severity, night)
  }
  const bins = collected
    .filter((bin) => bin.nights > 0)
    .map((bin) => ({
      nights: bin.nights,
      score: bin.score / bin.nights,
      severity: bin.severity / bin.nights
    }))
  const gaps = bins.filter((bin) => bin.nights >= minNights).map((bin) => Math.abs(bin.severity - bin.score))
  return {
    bins,
    slope: slopeOf(score, severity),
    widestGap: gaps.length === 0 ? Number.NaN : Math.max(...gaps)
  }
}

function slopeOf(x: Float64Array, y: Float64Array): number {
  const meanX = x.reduce((sum, value) => sum + value, 0) / x.length
  const meanY = y.reduce((sum, value) => sum + value, 0) / y.length
  let products = 0
  let squares = 0
  for (let row = 0; row < x.length; row++) {
    products += (at(x, row) - meanX) * (at(y, row) - meanY)
    squares += (at(x, row) - meanX) ** 2
  }
  return products / squares
}
