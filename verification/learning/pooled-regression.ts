/**
 * One regression for all places, with each place's own small departures from it: the places share what physics has in
 * common, and a place moves away only as far as its own nights demand. Mean and spread are fitted by turns, so that the
 * nights that scatter most count least.
 */
import { at } from '../data/sequence.ts'
import { type Design, designOf, standardised } from './design.ts'
import { equationsOf, predictRow, solveRidge } from './normal-equations.ts'
import { fitSpreadLaw, type SpreadLaw, sigmaOfRow } from './spread-law.ts'

export interface PooledRegressionInputs {
  /** What is to be predicted [°C], all rows. */
  readonly target: Float64Array
  /** Predictors of the mean; NaN = missing. */
  readonly columns: readonly Float64Array[]
  /** Predictors of log σ. */
  readonly spreadColumns: readonly Float64Array[]
  /** What each place may do its own way: predictors and the place of each row, 0, 1, 2 …; absent for a single place. */
  readonly places?: {
    readonly of: Int32Array
    readonly columns: readonly Float64Array[]
    readonly ridge: number
  }
  /** The only rows whose target is looked at. */
  readonly fitting: readonly number[]
  /** How strongly the shared coefficients are held at 0, in rows of weight. */
  readonly ridge: number
  /** How strongly those of log σ are held at 0, as a share of the fitting rows; default 0.002. */
  readonly spreadHold?: number
}

/** A normal distribution for every row, those not fitted on too [°C]. */
export interface PooledPrediction {
  readonly meanC: Float64Array
  readonly sigmaC: Float64Array
}

const rounds = 3

/** Fits on the fitting rows and predicts all. */
export function pooledRegression(inputs: PooledRegressionInputs): PooledPrediction {
  const { target, fitting } = inputs
  const rows = target.length
  const design = designOf(standardised(inputs.columns, fitting), rows)
  const spreadDesign = designOf(standardised(inputs.spreadColumns, fitting), rows)
  const placeDesign =
    inputs.places === undefined ? null : designOf(standardised(inputs.places.columns, fitting), rows)
  const weights = new Float64Array(rows).fill(1)
  let meanC = new Float64Array(rows)
  let law: SpreadLaw = { coefficients: new Float64Array(spreadDesign.width) }
  for (let round = 0; round < rounds; round++) {
    meanC = ridgePrediction(design, { target, weights, fitting, ridge: inputs.ridge })
    if (inputs.places !== undefined && placeDesign !== null) {
      addDepartures(meanC, placeDesign, { ...inputs.places, target, weights, fitting })
    }
    const errors = target.map((value, row) => value - at(meanC, row))
    law = fitSpreadLaw(spreadDesign, errors, { rows: fitting, hold: inputs.spreadHold ?? 0.002 })
    if (round < rounds - 1) reweigh(weights, fitting, (row) => sigmaOfRow(law, spreadDesign, row))
  }
  return { meanC, sigmaC: meanC.map((_, row) => sigmaOfRow(law, spreadDesign, row)) }
}

interface Fit {
  readonly target: Float64Array
  readonly weights: Float64Array
  readonly fitting: readonly number[]
}

function ridgePrediction(design: Design, fit: Fit & { readonly ridge: number }): Float64Array<ArrayBuffer> {
  const equations = equationsOf(design, fit.fitting, { values: fit.target, weights: fit.weights })
  const coefficients = solveRidge(equations, (i) => (i === 0 ? 1e-6 : fit.ridge))
  const predicted = new Float64Array(design.rows)
  for (let row = 0; row < design.rows; row++) {
    predicted[row] = predictRow(coefficients, design.values, row * design.width)
  }
  return predicted
}

/** Adds to `meanC`, in place, what each place's own residuals say. */
function addDepartures(
  meanC: Float64Array,
  design: Design,
  fit: Fit & { readonly of: Int32Array; readonly ridge: number }
): void {
  const left = { values: fit.target.map((value, row) => value - at(meanC, row)), weights: fit.weights }
  // A place without a row keeps what holds for all.
  const departures = new Map(
    [...Map.groupBy(fit.fitting, (row) => fit.of[row] ?? 0)].map(([place, rows]) => [
      place,
      solveRidge(equationsOf(design, rows, left), () => fit.ridge)
    ])
  )
  for (let row = 0; row < design.rows; row++) {
    const own = departures.get(fit.of[row] ?? 0)
    if (own !== undefined) meanC[row] = at(meanC, row) + predictRow(own, design.values, row * design.width)
  }
}

/** Sets the weights to 1/σ² with a mean of 1 over the fitting rows, in place. */
function reweigh(weights: Float64Array, fitting: readonly number[], sigmaOf: (row: number) => number): void {
  let sum = 0
  for (const row of fitting) {
    const weight = sigmaOf(row) ** -2
    weights[row] = weight
    sum += weight
  }
  for (const row of fitting) weights[row] = (at(weights, row) * fitting.length) / sum
}
