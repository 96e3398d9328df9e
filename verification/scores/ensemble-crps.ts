/** The score of an ensemble as it is, without any distribution fitted to it. */

/**
 * The CRPS of the members' empirical distribution: mean |x − y| − ½·mean |x − x′|, in the members' unit; 0 is perfect.
 * @returns NaN without members.
 */
export function ensembleCrps(members: readonly number[], observed: number): number {
  const sorted = [...members].sort((left, right) => left - right)
  const count = sorted.length
  let away = 0
  let apart = 0
  for (const [index, value] of sorted.entries()) {
    away += Math.abs(value - observed)
    apart += value * (2 * index + 1 - count)
  }
  return away / count - apart / (count * count)
}
