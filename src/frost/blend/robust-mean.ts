/** The mean of what several models say of one hour, without its extremes, and how far they are apart. */

/** A model's temperature, its own mean error removed [°C]; NaN = missing. */
export interface WeightedValue {
  readonly valueC: number
  /** Above 0. */
  readonly weight: number
}

export interface RobustMean {
  readonly meanC: number
  /** Weighted standard deviation of all of them [°C], as a sample's. */
  readonly spreadC: number
  readonly members: number
}

/**
 * The weighted mean after so much of the weight is cut off at each end, within the values.
 * @returns Null where fewer than two are known.
 */
export function robustMean(values: readonly WeightedValue[], trimmedShare: number): RobustMean | null {
  const known = values.filter(({ valueC }) => !Number.isNaN(valueC))
  if (known.length < 2) return null
  const sorted = known.toSorted((left, right) => left.valueC - right.valueC)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  const cut = trimmedShare * total
  let [before, counted, sumC] = [0, 0, 0]
  for (const { valueC, weight } of sorted) {
    const from = Math.max(before, cut)
    const until = Math.min(before + weight, total - cut)
    if (until > from) {
      counted += until - from
      sumC += (until - from) * valueC
    }
    before += weight
  }
  return { meanC: sumC / counted, spreadC: spreadOf(known, total), members: known.length }
}

function spreadOf(values: readonly WeightedValue[], total: number): number {
  const meanC = values.reduce((sum, { valueC, weight }) => sum + weight * valueC, 0) / total
  const squares = values.reduce((sum, { valueC, weight }) => sum + weight * (valueC - meanC) ** 2, 0)
  // Reliability weights: (Σw)² − Σw² stands for n − 1.
  const unbiased = total - values.reduce((sum, { weight }) => sum + weight * weight, 0) / total
  return Math.sqrt(squares / unbiased)
}

/** The middle of the known values; NaN where there is none. */
export function medianOf(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value)).sort((left, right) => left - right)
  if (known.length === 0) return Number.NaN
  const middle = Math.floor(known.length / 2)
  const upper = known[middle] ?? Number.NaN
  return known.length % 2 === 1 ? upper : ((known[middle - 1] ?? upper) + upper) / 2
}
