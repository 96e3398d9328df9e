/** How the spread of errors follows from what was known: log σ linear in predictors. */
import { at } from '../data/sequence.ts'
import type { Design } from './design.ts'
import { equationsOf, predictRow, solveRidge } from './normal-equations.ts'

/** Rounds of Fisher scoring; the third decimal of log σ stands after about twenty. */
const rounds = 25
/**
 * How far a round goes, and how wild a night may count in one (e²/σ²): together they keep outliers from throwing the
 * fit.
 */
const damping = { step: 0.7, greatestRatio: 4 }
/** σ stays within what a minimum can scatter: 0.2 … 12 °C. */
const logRange = { least: Math.log(0.2), greatest: Math.log(12) }

/** A fitted law; `coefficients` belong to the design's columns. */
export interface SpreadLaw {
  readonly coefficients: Float64Array
}

/**
 * Fits by maximum likelihood of normal errors, held towards a starting law; docs/science.md [5].
 * @param options `rows`: the rows to fit on. `start`: where the coefficients begin and towards what they are held;
 *   absent: one σ for all. `hold`: how strongly, as a share of the rows.
 */
export function fitSpreadLaw(
  design: Design,
  errors: Float64Array,
  options: {
    readonly rows: readonly number[]
    readonly start?: Float64Array
    readonly hold: number
    readonly rounds?: number
  }
): SpreadLaw {
  const { rows } = options
  const prior = options.start ?? constantLaw(design.width, errors, rows)
  let coefficients = Float64Array.from(prior)
  for (let round = 0; round < (options.rounds ?? rounds); round++) {
    coefficients = nextRound({ design, errors, rows, coefficients, prior, hold: options.hold })
  }
  return { coefficients }
}

/** σ of one row, in the errors' unit. */
export function sigmaOfRow(law: SpreadLaw, design: Design, row: number): number {
  const logSigma = predictRow(law.coefficients, design.values, row * design.width)
  return Math.exp(Math.min(Math.max(logSigma, logRange.least), logRange.greatest))
}

function constantLaw(width: number, errors: Float64Array, rows: readonly number[]): Float64Array {
  const law = new Float64Array(width)
  const squares = rows.reduce((sum, row) => sum + at(errors, row) ** 2, 0)
  law[0] = rows.length === 0 ? 0 : 0.5 * Math.log(Math.max(squares / rows.length, 1e-4))
  return law
}

function nextRound(fit: {
  readonly design: Design
  readonly errors: Float64Array
  readonly rows: readonly number[]
  readonly coefficients: Float64Array
  readonly prior: Float64Array
  readonly hold: number
}): Float64Array<ArrayBuffer> {
  const { design, errors, rows, coefficients, prior, hold } = fit
  const held = hold * rows.length
  const law = { coefficients }
  // Without a predictor there is one σ for all.
  const constant = design.width === 1 ? sigmaOfRow(law, design, 0) : null
  const values = new Float64Array(design.rows)
  const weights = new Float64Array(design.rows)
  for (const row of rows) {
    const ratio = (at(errors, row) / (constant ?? sigmaOfRow(law, design, row))) ** 2
    const weight = 2 * Math.min(Math.max(ratio, 0.5), damping.greatestRatio)
    weights[row] = weight
    values[row] = (ratio - 1) / weight
  }
  const equations = equationsOf(design, rows, { values, weights })
  for (let i = 1; i < design.width; i++) {
    equations.right[i] = at(equations.right, i) - held * (at(coefficients, i) - at(prior, i))
  }
  const change = solveRidge(equations, (i) => (i === 0 ? 1e-9 : held) + 1e-9)
  return Float64Array.from(coefficients, (value, i) => value + damping.step * at(change, i))
}
