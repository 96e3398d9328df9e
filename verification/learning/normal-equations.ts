/** Ridge regression for many predictors and many rows: the sums of a fit, kept as flat arrays. */
import { at } from '../data/sequence.ts'
import type { Design } from './design.ts'

/** The weighted sums Σw·x·xᵀ (lower half) and Σw·x·y of some rows. */
export interface NormalEquations {
  readonly width: number
  readonly products: Float64Array
  readonly right: Float64Array
}

/** What is to be predicted at each row of a design, and how much the row counts. */
export interface Outcomes {
  readonly values: Float64Array
  readonly weights: Float64Array
}

/** Rows that are added together, so that they stay in the processor's cache. */
const blockRows = 32
/** Sums of two predictors with four are made at once, in registers. */
const tile = { lines: 2, columns: 4 }
/** With so few predictors a row is added as it is. */
const narrow = 8

/**
 * The equations of these rows of a design. Every sum is made in the order of the rows, so its last digit follows from
 * them alone.
 */
export function equationsOf(design: Design, rows: readonly number[], outcomes: Outcomes): NormalEquations {
  const { width } = design
  const isNarrow = width <= narrow
  const products = isNarrow ? new Float64Array(width * width) : wideProducts(design, rows, outcomes)
  const right = new Float64Array(width)
  const { values: x } = design
  for (const row of rows) {
    const value = at(outcomes.values, row)
    const weight = at(outcomes.weights, row)
    const from = row * width
    for (let i = 0; i < width; i++) {
      const weighted = (x[from + i] ?? 0) * weight
      right[i] = (right[i] ?? 0) + weighted * value
      if (!isNarrow) continue
      const line = i * width
      for (let j = 0; j <= i; j++) {
        products[line + j] = (products[line + j] ?? 0) + weighted * (x[from + j] ?? 0)
      }
    }
  }
  return { width, products, right }
}

function wideProducts({ width, values: x }: Design, rows: readonly number[], { weights }: Outcomes) {
  const stride = Math.ceil(width / tile.columns) * tile.columns
  const sums = new Float64Array(stride * stride)
  const block = {
    values: new Float64Array(stride * blockRows),
    weighted: new Float64Array(stride * blockRows)
  }
  for (let first = 0; first < rows.length; first += blockRows) {
    const count = Math.min(blockRows, rows.length - first)
    for (let index = 0; index < count; index++) {
      const row = rows[first + index] ?? -1
      const weight = at(weights, row)
      for (let i = 0; i < width; i++) {
        const value = x[row * width + i] ?? 0
        block.values[i * blockRows + index] = value
        block.weighted[i * blockRows + index] = value * weight
      }
    }
    addBlock(sums, block, count)
  }
  const products = new Float64Array(width * width)
  for (let i = 0; i < width; i++) products.set(sums.subarray(i * stride, i * stride + i + 1), i * width)
  return products
}

/** Adds the products of a block's first `count` rows, in place; each predictor's values lie side by side. */
function addBlock(
  sums: Float64Array,
  { values, weighted }: { readonly values: Float64Array; readonly weighted: Float64Array },
  count: number
): void {
  const stride = values.length / blockRows
  for (let i = 0; i < stride; i += tile.lines) {
    for (let j = 0; j <= i + 1; j += tile.columns) {
      const upper = i * stride + j
      const lower = upper + stride
      let a0 = sums[upper] ?? 0
      let a1 = sums[upper + 1] ?? 0
      let a2 = sums[upper + 2] ?? 0
      let a3 = sums[upper + 3] ?? 0
      let b0 = sums[lower] ?? 0
      let b1 = sums[lower + 1] ?? 0
      let b2 = sums[lower + 2] ?? 0
      let b3 = sums[lower + 3] ?? 0
      const own = i * blockRows
      const end = own + count
      for (let row = own, other = j * blockRows; row < end; row++, other++) {
        const a = weighted[row] ?? 0
        const b = weighted[row + blockRows] ?? 0
        const x0 = values[other] ?? 0
        const x1 = values[other + blockRows] ?? 0
        const x2 = values[other + 2 * blockRows] ?? 0
        const x3 = values[other + 3 * blockRows] ?? 0
        a0 += a * x0
        a1 += a * x1
        a2 += a * x2
        a3 += a * x3
        b0 += b * x0
        b1 += b * x1
        b2 += b * x2
        b3 += b * x3
      }
      sums[upper] = a0
      sums[upper + 1] = a1
      sums[upper + 2] = a2
      sums[upper + 3] = a3
      sums[lower] = b0
      sums[lower + 1] = b1
      sums[lower + 2] = b2
      sums[lower + 3] = b3
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
  for (let column = 0; column < width; column++) {
    const own = column * width
    let pivot = lower[own + column] ?? 0
    for (let k = 0; k < column; k++) pivot -= (lower[own + k] ?? 0) * (lower[own + k] ?? 0)
    if (!(pivot > 0)) throw new RangeError(`predictor ${column} is not determined by the rows`)
    const root = Math.sqrt(pivot)
    lower[own + column] = root
    for (let line = column + 1; line < width; line += 4) divideFour(lower, { width, line, column, root })
  }
}

/** The column's entry of four lines: each sum waits for its last term, but four sums do not wait for each other. */
function divideFour(
  lower: Float64Array,
  at: { readonly width: number; readonly line: number; readonly column: number; readonly root: number }
): void {
  const { width, line, column, root } = at
  const own = column * width
  const first = line * width
  // Below the last line, the last line again: the same sum is written twice.
  const last = (width - 1) * width
  const second = Math.min(first + width, last)
  const third = Math.min(second + width, last)
  const fourth = Math.min(third + width, last)
  let a = lower[first + column] ?? 0
  let b = lower[second + column] ?? 0
  let c = lower[third + column] ?? 0
  let d = lower[fourth + column] ?? 0
  for (let k = 0; k < column; k++) {
    const factor = lower[own + k] ?? 0
    a -= (lower[first + k] ?? 0) * factor
    b -= (lower[second + k] ?? 0) * factor
    c -= (lower[third + k] ?? 0) * factor
    d -= (lower[fourth + k] ?? 0) * factor
  }
  lower[first + column] = a / root
  lower[second + column] = b / root
  lower[third + column] = c / root
  lower[fourth + column] = d / root
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
