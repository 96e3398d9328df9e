/** Weighted least squares for a handful of unknowns. */

/** A row of predictors with what came and how much it counts (≥ 0). */
export interface WeightedRow {
  readonly predictors: readonly number[]
  readonly outcome: number
  readonly weight: number
}

/**
 * The coefficients that minimise Σ w·(outcome − Σ cᵢ·predictorᵢ)² + Σ ridgeᵢ·(cᵢ − priorᵢ)².
 * @param prior Towards what, and how strongly, each coefficient is held; its length is the number of coefficients.
 * @throws {RangeError} where rows and prior leave a coefficient undetermined.
 */
export function weightedLeastSquares(
  rows: readonly WeightedRow[],
  prior: readonly { readonly value: number; readonly strength: number }[]
): readonly number[] {
  const size = prior.length
  const right = Float64Array.from(prior, ({ value, strength }) => value * strength)
  const products = new Float64Array(size * size)
  for (const [row, { strength }] of prior.entries()) products[row * size + row] = strength
  for (const { predictors, outcome, weight } of rows) {
    for (let row = 0; row < size; row++) {
      const weighted = weight * (predictors[row] ?? 0)
      right[row] = (right[row] ?? 0) + weighted * outcome
      const line = row * size
      for (let at = 0; at <= row; at++) {
        products[line + at] = (products[line + at] ?? 0) + weighted * (predictors[at] ?? 0)
      }
    }
  }
  const lower = prior.map((_, row) => [...products.subarray(row * size, row * size + row + 1)])
  return solveSymmetric(lower, [...right])
}

/**
 * Solves A·x = b for a symmetric positive definite A by Cholesky's L·Lᵀ; only the lower half of A is read, and overwritten with L.
 * @throws {RangeError} where A is not positive definite.
 */
export function solveSymmetric(matrix: number[][], right: readonly number[]): readonly number[] {
  const size = right.length
  const lower = (row: number, at: number) => matrix[row]?.[at] ?? 0
  for (let at = 0; at < size; at++) {
    let pivot = lower(at, at)
    for (let k = 0; k < at; k++) pivot -= lower(at, k) ** 2
    if (!(pivot > 0)) throw new RangeError(`coefficient ${at} is not determined by the data`)
    const root = Math.sqrt(pivot)
    for (let row = at; row < size; row++) {
      let sum = lower(row, at)
      for (let k = 0; k < at; k++) sum -= lower(row, k) * lower(at, k)
      const line = matrix[row]
      if (line !== undefined) line[at] = row === at ? root : sum / root
    }
  }
  const forward: number[] = []
  for (let row = 0; row < size; row++) {
    let sum = right[row] ?? 0
    for (let k = 0; k < row; k++) sum -= lower(row, k) * (forward[k] ?? 0)
    forward.push(sum / lower(row, row))
  }
  const solution: number[] = new Array(size).fill(0)
  for (let row = size - 1; row >= 0; row--) {
    let sum = forward[row] ?? 0
    for (let k = row + 1; k < size; k++) sum -= lower(k, row) * (solution[k] ?? 0)
    solution[row] = sum / lower(row, row)
  }
  return solution
}
