/** Whether events come as often as they are said to. */
import { at } from '../data/sequence.ts'

/** The rows whose probability lies in one bin. */
export interface ReliabilityBin {
  readonly rows: number
  /** The mean probability said, 0…1. */
  readonly probability: number
  /** How often it came, 0…1. */
  readonly frequency: number
}

/** The bins that hold a row, from the lowest probability up. A probability of 1 belongs to the last. */
export function reliabilityBins(probability: Float64Array, came: Uint8Array, bins = 10): ReliabilityBin[] {
  const rows = new Float64Array(bins)
  const said = new Float64Array(bins)
  const happened = new Float64Array(bins)
  for (let row = 0; row < came.length; row++) {
    const value = at(probability, row)
    const bin = Math.min(Math.floor(value * bins), bins - 1)
    rows[bin] = at(rows, bin) + 1
    said[bin] = at(said, bin) + value
    happened[bin] = at(happened, bin) + (came[row] ?? 0)
  }
  return Array.from(rows, (count, bin) => ({
    rows: count,
    probability: at(said, bin) / count,
    frequency: at(happened, bin) / count
  })).filter((bin) => bin.rows > 0)
}
