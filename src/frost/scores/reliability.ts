/** Whether events come as often as they are said to. */

/** The rows whose probability lies in [from, to); the last bin includes 1. */
export interface ReliabilityBin {
  readonly from: number
  readonly to: number
  readonly rows: number
  /** The mean probability said, 0…1; NaN in an empty bin. */
  readonly probability: number
  /** How often it came, 0…1; NaN in an empty bin. */
  readonly frequency: number
}

/** So little below a border a probability counts as on it: 0.1 + 0.2 is 0.3. */
const borderSlack = 1e-9

/**
 * All bins of equal width, from the lowest probability up, the empty ones too.
 * @param came 1 where the event came, else 0; laid as `probability`.
 */
export function reliabilityBins(
  probability: ArrayLike<number>,
  came: ArrayLike<number>,
  bins = 10
): ReliabilityBin[] {
  const sums = Array.from({ length: bins }, () => ({ rows: 0, said: 0, happened: 0 }))
  for (let row = 0; row < came.length; row++) {
    const value = probability[row] ?? Number.NaN
    const bin = sums[Math.min(Math.floor(value * bins + borderSlack), bins - 1)]
    if (bin === undefined) continue
    bin.rows += 1
    bin.said += value
    bin.happened += came[row] ?? 0
  }
  return sums.map(({ rows, said, happened }, bin) => ({
    from: bin / bins,
    to: (bin + 1) / bins,
    rows,
    probability: said / rows,
    frequency: happened / rows
  }))
}
