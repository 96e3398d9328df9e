/** A row of predictors with what came and how much it counts (≥ 0). */
export interface WeightedRow {
  readonly predictors: readonly number[]
  readonly outcome: number
  readonly weight: number
}

/**
 * The coefficients that minimise Σ w·(outcome − Σ cᵢ·predictorᵢ)² + Σ ridgeᵢ·(cᵢ − priorᵢ)², as many as `prior`.
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

/** A·x = b by Cholesky's L·Lᵀ; overwrites the lower half of A. @throws {RangeError} A is not positive definite */
export function solveSymmetric(matrix: number[][], right: readonly number[]): readonly number[] {
  const size = right.length
  for (let at = 0; at < size; at++) {
    const own = matrix[at] ?? []
    let pivot = own[at] ?? 0
    for (let k = 0; k < at; k++) pivot -= (own[k] ?? 0) ** 2
    if (!(pivot > 0)) throw new RangeError(`coefficient ${at} is not determined by the data`)
    const root = Math.sqrt(pivot)
    own[at] = root
    for (let row = at + 1; row < size; row++) {
      const line = matrix[row] ?? []
      let sum = line[at] ?? 0
      for (let k = 0; k < at; k++) sum -= (line[k] ?? 0) * (own[k] ?? 0)
      line[at] = sum / root
    }
  }
  const solution = [...right]
  for (let row = 0; row < size; row++) {
    const line = matrix[row] ?? []
    let sum = solution[row] ?? 0
    for (let k = 0; k < row; k++) sum -= (line[k] ?? 0) * (solution[k] ?? 0)
    solution[row] = sum / (line[row] ?? 0)
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = solution[row] ?? 0
    for (let k = row + 1; k < size; k++) sum -= (matrix[k]?.[row] ?? 0) * (solution[k] ?? 0)
    solution[row] = sum / (matrix[row]?.[row] ?? 0)
  }
  return solution
}
