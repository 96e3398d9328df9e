/**
 * What nights like this one did beyond a regression: a Gaussian process over its errors. Where many evenings were alike and the
 * regression missed them the same way, that is taken back; where nothing was alike, nothing is.
 */
import { at } from '../data/sequence.ts'
import { standardised } from './design.ts'
import { factorise, substitute } from './normal-equations.ts'

/** Chosen inside the fitting rows of Szeged; docs/verification.md. Two nights a standard deviation apart in every trait count e^−½. */
const likeNights = { reach: 1, varianceC2: 4, noiseC2: 3 }
/** The newest nights are looked at; more would cost more than they tell, the work growing with their cube. */
const mostNights = 1500

/** What similar nights say. */
export interface SimilarNights {
  /** To be added to the prediction of every row [°C]. */
  readonly correctionC: Float64Array
  /** The rows looked at, and what each would have been missed by had it not been among them [°C]. */
  readonly rows: readonly number[]
  readonly leftOutErrorC: Float64Array
}

/**
 * @param inputs.traits What makes nights alike, one column a trait, all rows; NaN = the usual.
 * @param inputs.errorC Measured minus predicted [°C]; looked at in the `fitting` rows only, which are in the order of time.
 */
export function similarNights(inputs: {
  readonly traits: readonly Float64Array[]
  readonly errorC: Float64Array
  readonly fitting: readonly number[]
}): SimilarNights {
  const rows = inputs.fitting.slice(-mostNights)
  const alike = likeness(inputs.traits, rows)
  const size = rows.length
  const lower = new Float64Array(size * size)
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      lower[i * size + j] = alike(rows[i] ?? 0, rows[j] ?? 0) + (i === j ? likeNights.noiseC2 : 0)
    }
  }
  factorise(lower, size)
  const weights = substitute(
    lower,
    Float64Array.from(rows, (row) => at(inputs.errorC, row))
  )
  const precision = inverseDiagonal(lower, size)
  const correctionC = inputs.errorC.map((_, row) =>
    rows.reduce((sum, known, index) => sum + alike(row, known) * at(weights, index), 0)
  )
  return { correctionC, rows, leftOutErrorC: weights.map((weight, index) => weight / at(precision, index)) }
}

/** How much two rows have in common, 0…`varianceC2`: the squared exponential of their distance in standardised traits. */
function likeness(
  traits: readonly Float64Array[],
  rows: readonly number[]
): (one: number, other: number) => number {
  const scaled = standardised(traits, rows)
  const perSquare = -1 / (2 * likeNights.reach ** 2 * scaled.length)
  return (one, other) => {
    let squares = 0
    for (const trait of scaled) squares += (at(trait, one) - at(trait, other)) ** 2
    return likeNights.varianceC2 * Math.exp(perSquare * squares)
  }
}

/** The diagonal of (L·Lᵀ)⁻¹: the squared lengths of the columns of L⁻¹. */
function inverseDiagonal(lower: Float64Array, size: number): Float64Array {
  const diagonal = new Float64Array(size)
  const column = new Float64Array(size)
  for (let j = 0; j < size; j++) {
    let squares = 0
    for (let i = j; i < size; i++) {
      let sum = i === j ? 1 : 0
      for (let k = j; k < i; k++) sum -= (lower[i * size + k] ?? 0) * (column[k] ?? 0)
      const value = sum / (lower[i * size + i] ?? 1)
      column[i] = value
      squares += value * value
    }
    diagonal[j] = squares
  }
  return diagonal
}
