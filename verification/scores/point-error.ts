/** How far single numbers lie from what came. */
import { at } from '../data/sequence.ts'

/** Root mean square error, in the values' unit. NaN without a row. */
export function rootMeanSquareError(predicted: Float64Array, observed: Float64Array): number {
  let sum = 0
  for (let row = 0; row < observed.length; row++) sum += (at(predicted, row) - at(observed, row)) ** 2
  return Math.sqrt(sum / observed.length)
}

/** Predicted minus observed in the mean: above 0 the prediction is too warm. */
export function meanError(predicted: Float64Array, observed: Float64Array): number {
  let sum = 0
  for (let row = 0; row < observed.length; row++) sum += at(predicted, row) - at(observed, row)
  return sum / observed.length
}
