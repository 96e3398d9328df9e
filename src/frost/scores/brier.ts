/** The Brier score of probabilities and what it is made of. */
import { type ReliabilityBin, reliabilityBins } from './reliability.ts'

/** The mean squared difference between probability and outcome (1 came, 0 did not): 0 is perfect. NaN without a row. */
export function brierScore(probability: ArrayLike<number>, came: ArrayLike<number>): number {
  let sum = 0
  for (let row = 0; row < came.length; row++)
    sum += ((probability[row] ?? Number.NaN) - (came[row] ?? 0)) ** 2
  return sum / came.length
}

/** Murphy's parts: Brier = reliability − resolution + uncertainty + what varies within the bins. */
export interface BrierParts {
  /** How far the frequencies lie from the probabilities: 0 is perfect. */
  readonly reliability: number
  /** How far the frequencies lie from the base rate: more is better. */
  readonly resolution: number
  /** The base rate's own variance; no forecast moves it. */
  readonly uncertainty: number
}

/** Murphy's decomposition over ten bins of probability of equal width; docs/verification.md. */
export function brierParts(probability: ArrayLike<number>, came: ArrayLike<number>): BrierParts {
  const bins = reliabilityBins(probability, came).filter((bin) => bin.rows > 0)
  const rows = came.length
  const base = bins.reduce((sum, bin) => sum + bin.rows * bin.frequency, 0) / rows
  const weigh = (part: (bin: ReliabilityBin) => number) =>
    bins.reduce((sum, bin) => sum + (bin.rows / rows) * part(bin), 0)
  return {
    reliability: weigh((bin) => (bin.probability - bin.frequency) ** 2),
    resolution: weigh((bin) => (bin.frequency - base) ** 2),
    uncertainty: base * (1 - base)
  }
}
