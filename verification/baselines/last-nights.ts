/**
 * What a place's last 25 nights say, each counting the same: the plain way of learning that FROST-P's is held against.
 */

const nights = 25
/** The usual variance counts as so many. */
const variancePriorNights = 6

/**
 * The variance of the last 25 errors, held towards the usual one: (Σe² + 6·σ²)/(n + 6), in the square of the errors'
 * unit.
 * @param errors About the bias of `recentMeanC`, oldest first.
 */
export function lastNightsVariance(errors: readonly number[], usualVariance: number): number {
  const latest = errors.slice(-nights)
  const squares = latest.reduce((sum, error) => sum + error * error, 0)
  return (squares + variancePriorNights * usualVariance) / (latest.length + variancePriorNights)
}
