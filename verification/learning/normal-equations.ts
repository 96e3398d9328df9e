/** Ridge regression for many predictors and many rows: the sums of a fit, kept as flat arrays. */
import { at } from '../data/sequence.ts'

/** The weighted sums Σw·x·xᵀ (lower half) and Σw·x·y of the rows added so far. */
export interface NormalEquations {
  readonly width: number
  readonly products: Float64Array
  readonly right: Float64Array
}

/** The equations of no row yet. */
export function emptyEquations(width: number): NormalEquations {
  return { width, products: new Float64Array(width * width), right: new Float64Array(width) }
}

/**
 * Adds one row, in place.
 * @param row `from` is where its predictors begin in `values`.
 */
export function addRow(
  equations: NormalEquations,
  row: { readonly values: Float64Array; readonly from: number },
  outcome: { readonly value: number; readonly weight: number }
): void {
  const { width, products, right } = equations
  const { values, from } = row
  for (let i = 0; i < width; i++) {
    const weighted = (values[from + i] ?? 0) * outcome.weight
    if (weighted === 0) continue
    right[i] = (right[i] ?? 0) + weighted * outcome.value
    const line = i * width
    for (let j = 0; j <= i; j++) {
      products[line + j] = (products[line + j] ?? 0) + weighted * (values[from + j] ?? 0)
    }
  }
}

/**
 * The coefficients that minimise the squared errors plus Σ ridge·c², by Cholesky's L·Lᵀ.
 * @param ridge How strongly each coefficient is held at 0, in rows of weight; > 0 keeps it defined whatever the rows.
 */
export function solveRidge(equations: NormalEquations, ridge: (predictor: number) => number): Float64Array {
  const { width } = equations
  const lower = Float64Array.from(equations.products)
  for (let i = 0; i < width; i++) lower[i * width + i] = at(lower, i * width + i) + ridge(i)
  factorise(lower, width)
  return substitute(lower, equations.right)
}

/** Turns the lower half of a symmetric positive definite matrix into L of L·Lᵀ, in place. */
export function factorise(lower: Float64Array, width: number): void {
  for (let i = 0; i < width; i++) {
    const line = i * width
    for (let j = 0; j <= i; j++) {
      const other = j * width
      let sum = lower[line + j] ?? 0
      for (let k = 0; k < j; k++) sum -= (lower[line + k] ?? 0) * (lower[other + k] ?? 0)
      if (i === j && !(sum > 0)) throw new RangeError(`predictor ${i} is not determined by the rows`)
      lower[line + j] = i === j ? Math.sqrt(sum) : sum / (lower[other + j] ?? 1)
    }
  }
}

/** Solves L·Lᵀ·x = right. */
export function substitute(lower: Float64Array, right: Float64Array): Float64Array {
  const width = right.length
  const solution = Float64Array.from(right)
  for (let i = 0; i < width; i++) {
    let sum = solution[i] ?? 0
    for (let k = 0; k < i; k++) sum -= (lower[i * width + k] ?? 0) * (solution[k] ?? 0)
    solution[i] = sum / (lower[i * width + i] ?? 1)
  }
  for (let i = width - 1; i >= 0; i--) {
    let sum = solution[i] ?? 0
    for (let k = i + 1; k < width; k++) sum -= (lower[k * width + i] ?? 0) * (solution[k] ?? 0)
    solution[i] = sum / (lower[i * width + i] ?? 1)
  }
  return solution
}

/** Σ coefficient·predictor of one row. */
export function predictRow(coefficients: Float64Array, values: Float64Array, from: number): number {
  let sum = 0
  for (let i = 0; i < coefficients.length; i++) sum += (coefficients[i] ?? 0) * (values[from + i] ?? 0)
  return sum
}
