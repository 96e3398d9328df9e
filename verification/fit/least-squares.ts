/** Plain least squares of columns. */
import { weightedLeastSquares } from '../../src/frost/least-squares.ts'
import { at } from '../data/sequence.ts'

/**
 * The coefficients that minimise Σ (target − Σ cᵢ·columnᵢ)² over the given rows.
 * @throws {RangeError} where the rows do not determine a coefficient.
 */
export function leastSquares(
  columns: readonly Float64Array[],
  target: Float64Array,
  rows: readonly number[]
): readonly number[] {
  return weightedLeastSquares(
    rows.map((row) => ({
      predictors: columns.map((values) => at(values, row)),
      outcome: at(target, row),
      weight: 1
    })),
    columns.map(() => ({ value: 0, strength: 0 }))
  )
}
