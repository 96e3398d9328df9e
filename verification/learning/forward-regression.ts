/**
 * Learning that walks through the calendar: on each day it predicts every place from what was known when that day's forecasts
 * were issued, and only then learns from the nights that have become known. No number of a later day can reach an earlier one.
 *
 * The places share one ridge regression; each place has a second, strongly held one on what is left; log σ follows from the
 * place's own recent errors and from the other spread predictors.
 */
import { at } from '../data/sequence.ts'
import { designOf } from './design.ts'
import {
  addRow,
  emptyEquations,
  forget,
  type NormalEquations,
  predictRow,
  solveRidge
} from './normal-equations.ts'
import type { PlaceDays } from './recent-errors.ts'
import { fitSpreadLaw, sigmaOfRow } from './spread-law.ts'

export interface ForwardInputs {
  /** Measured minus forecast [°C]; NaN = not both known. */
  readonly residuals: PlaceDays
  /** Predictors of the residual, laid as `residuals.values`; NaN = missing = 0. Each of the order of 1. */
  readonly columns: readonly Float64Array[]
  readonly placeColumns: readonly Float64Array[]
  readonly spreadColumns: readonly Float64Array[]
  /** On a day, the newest known residual is the one so many days before; ≥ 1. */
  readonly lagDays: number
  /** σ before anything was learned [°C]. */
  readonly usualSigmaC: number
}

/** To be added to each forecast, and its σ [°C]; laid as `residuals.values`. */
export interface ForwardPrediction {
  readonly correctionC: Float64Array
  readonly sigmaC: Float64Array
}

/** Old days fade: what is 1000 days old counts a third among the shared, and 200 days old among a place's own. */
const memory = { shared: 0.999, place: 0.995, variance: 0.98 }
/** Rows of weight with which coefficients are held at 0, and nights with which a place's σ is held at the usual one. */
const hold = { shared: 50, place: 600, varianceNights: 8, spread: 0.01 }
const place = { everyDays: 3 }
/** The law of σ is fitted anew each week on so many of the newest days, after the first three weeks. */
const spread = { everyDays: 7, windowDays: 200, afterDays: 15, rounds: 10 }

/** Walks through all days. */
export function forwardRegression(inputs: ForwardInputs): ForwardPrediction {
  const walk = beginWalk(inputs)
  const { places, days } = inputs.residuals
  for (let day = 0; day < days; day++) {
    const known = day - inputs.lagDays
    if (known >= 0) learnDay(walk, inputs, known)
    if (day >= spread.afterDays && day % spread.everyDays === 0) fitSpread(walk, known)
    for (let index = 0; index < places; index++) predict(walk, inputs, index * days + day)
  }
  return { correctionC: walk.correctionC, sigmaC: walk.sigmaC }
}

interface Walk {
  readonly shared: { readonly width: number; readonly values: Float64Array }
  readonly own: { readonly width: number; readonly values: Float64Array }
  readonly spreadDesign: { readonly rows: number; readonly width: number; readonly values: Float64Array }
  readonly sharedSums: NormalEquations
  readonly ownSums: readonly NormalEquations[]
  readonly ownCoefficients: Float64Array[]
  readonly squares: Float64Array
  readonly squareNights: Float64Array
  readonly errors: Float64Array
  readonly knownRows: number[][]
  readonly sharedPart: Float64Array
  readonly correctionC: Float64Array
  readonly sigmaC: Float64Array
  coefficients: Float64Array
  law: { readonly coefficients: Float64Array }
}

function beginWalk(inputs: ForwardInputs): Walk {
  const { places, days, values } = inputs.residuals
  const clean = (columns: readonly Float64Array[]) =>
    columns.map((column) => column.map((value) => (Number.isFinite(value) ? value : 0)))
  const rows = places * days
  const shared = designOf(clean(inputs.columns), rows)
  const own = designOf(clean(inputs.placeColumns), rows)
  const spreadDesign = designOf([new Float64Array(rows), ...clean(inputs.spreadColumns)], rows)
  return {
    shared,
    own,
    spreadDesign,
    sharedSums: emptyEquations(shared.width),
    ownSums: Array.from({ length: places }, () => emptyEquations(own.width)),
    ownCoefficients: Array.from({ length: places }, () => new Float64Array(own.width)),
    squares: new Float64Array(places),
    squareNights: new Float64Array(places),
    errors: new Float64Array(values.length),
    knownRows: [],
    sharedPart: new Float64Array(rows),
    correctionC: new Float64Array(rows),
    sigmaC: new Float64Array(rows).fill(inputs.usualSigmaC),
    coefficients: new Float64Array(shared.width),
    law: { coefficients: unitLaw(spreadDesign.width) }
  }
}

/** σ = the place's own recent error, nothing else. */
function unitLaw(width: number): Float64Array {
  const law = new Float64Array(width)
  law[1] = 1
  return law
}

function learnDay(walk: Walk, inputs: ForwardInputs, day: number): void {
  const { places, days, values } = inputs.residuals
  forget(walk.sharedSums, memory.shared)
  const rows: number[] = []
  for (let index = 0; index < places; index++) {
    const row = index * days + day
    const residual = at(values, row)
    if (!Number.isFinite(residual)) continue
    rows.push(row)
    learnRow(walk, { place: index, row, residual })
  }
  walk.knownRows.push(rows)
  walk.coefficients = solveRidge(walk.sharedSums, () => hold.shared)
  if (day % place.everyDays !== 0) return
  for (const [index, sums] of walk.ownSums.entries()) {
    walk.ownCoefficients[index] = solveRidge(sums, () => hold.place)
  }
}

function learnRow(
  walk: Walk,
  night: { readonly place: number; readonly row: number; readonly residual: number }
): void {
  const { place: index, row, residual } = night
  const weight = at(walk.sigmaC, row) ** -2
  addRow(
    walk.sharedSums,
    { values: walk.shared.values, from: row * walk.shared.width },
    { value: residual, weight }
  )
  const own = walk.ownSums[index]
  if (own !== undefined) {
    forget(own, memory.place)
    const left = residual - at(walk.sharedPart, row)
    addRow(own, { values: walk.own.values, from: row * walk.own.width }, { value: left, weight })
  }
  const error = residual - at(walk.correctionC, row)
  walk.errors[row] = error
  walk.squares[index] = at(walk.squares, index) * memory.variance + error * error
  walk.squareNights[index] = at(walk.squareNights, index) * memory.variance + 1
}

function predict(walk: Walk, inputs: ForwardInputs, row: number): void {
  const index = Math.floor(row / inputs.residuals.days)
  const shared = predictRow(walk.coefficients, walk.shared.values, row * walk.shared.width)
  const own = walk.ownCoefficients[index] ?? new Float64Array(0)
  walk.sharedPart[row] = shared
  walk.correctionC[row] = shared + predictRow(own, walk.own.values, row * walk.own.width)
  const variance =
    (at(walk.squares, index) + hold.varianceNights * inputs.usualSigmaC ** 2) /
    (at(walk.squareNights, index) + hold.varianceNights)
  walk.spreadDesign.values[row * walk.spreadDesign.width + 1] = 0.5 * Math.log(variance)
  walk.sigmaC[row] = sigmaOfRow(walk.law, walk.spreadDesign, row)
}

function fitSpread(walk: Walk, lastKnownDay: number): void {
  const from = Math.max(0, lastKnownDay + 1 - spread.windowDays)
  const rows = walk.knownRows.slice(from).flat()
  if (rows.length < spreadRowsAtLeast) return
  walk.law = fitSpreadLaw(walk.spreadDesign, walk.errors, {
    rows,
    start: unitLaw(walk.spreadDesign.width),
    hold: hold.spread,
    rounds: spread.rounds
  })
}

/** Fewer nights would make the law of σ a law of chance. */
const spreadRowsAtLeast = 200
