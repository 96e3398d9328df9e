/** A spread whose logarithm is linear in what was known, by the smallest mean CRPS of N(0, σ²). */
import { at, meanOf, rowsWhere } from '../data/sequence.ts'
import { crpsSlope } from '../gaussian.ts'
import type { Design } from '../learning/design.ts'
import { equationsOf, predictRow, solveRidge } from '../learning/normal-equations.ts'

const rounds = 8
/** E of the curvature of the CRPS in ln σ, per σ: 1/(2√π). */
const curvature = 1 / (2 * Math.sqrt(Math.PI))
const weak = 1e-6

/**
 * The coefficients of ln σ, by Fisher scoring; the first column is a constant.
 * @param weights What each row counts for; absent: 1.
 */
export function fitLogSigma(design: Design, errorC: Float64Array, weights?: Float64Array): Float64Array {
  let law = new Float64Array(design.width)
  law[0] = Math.log(Math.sqrt(meanOf(errorC.map((value) => value * value))))
  const rows = rowsWhere(design.rows, () => true)
  for (let round = 0; round < rounds; round++) {
    const values = new Float64Array(design.rows)
    const counts = new Float64Array(design.rows)
    for (let row = 0; row < design.rows; row++) {
      const sigmaC = Math.exp(predictRow(law, design.values, row * design.width))
      values[row] = -crpsSlope(at(errorC, row) / sigmaC) / curvature
      counts[row] = curvature * sigmaC * (weights === undefined ? 1 : at(weights, row))
    }
    const equations = equationsOf(design, rows, { values, weights: counts })
    const step = solveRidge(equations, () => weak)
    law = law.map((value, index) => value + at(step, index))
  }
  return law
}
