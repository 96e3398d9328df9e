/**
 * The law of the evening update: least squares of the fall over every place's evenings, and what forecasts' errors
 * share.
 */
import type { ElementLaw, EveningLaw, FallLaw } from '../../src/frost/evening/evening-law.ts'
import {
  type EveningState,
  type MeasuredState,
  measuredState,
  type OptionalElement,
  optionalElements
} from '../../src/frost/evening/evening-reading.ts'
import {
  complete,
  elementTerms,
  fallTerms,
  type OpenState,
  openState,
  spreadTerms,
  sumOfProducts,
  worldTerms
} from '../../src/frost/evening/from-readings.ts'
import { type WeightedRow, weightedLeastSquares } from '../../src/frost/least-squares.ts'
import type { EveningCase } from '../benches/evening/evening-case.ts'
import { rowsOf } from '../data/sequence.ts'
import { designOf } from '../learning/design.ts'
import { fitLogSigma } from './log-sigma.ts'

/** Coefficients are held at 0 as by so many evenings. */
const hold = 30

interface FitRow {
  readonly measured: MeasuredState
  readonly minimumC: number
  readonly weight: number
}

/** The laws that follow from evenings. */
export function fitEvenings(cases: readonly EveningCase[]): Pick<EveningLaw, 'elements' | 'fall'> {
  const rows = cases.flatMap(({ readings, sunset, sunrise, laterMinimumC, weight }): FitRow[] => {
    const measured = measuredState(readings, { sunset, sunrise }, null)
    return measured === null ? [] : [{ measured, minimumC: laterMinimumC, weight }]
  })
  const states = rows.map(({ measured }) => openState(measured))
  return { elements: fitElements(rows, states), fall: fitFall(rows, states) }
}

/** Each element from those before it, which are estimated where they are missing; completes the states on the way. */
function fitElements(rows: readonly FitRow[], states: readonly OpenState[]): EveningLaw['elements'] {
  const none: ElementLaw = { coefficients: [], sigma: 0 }
  let elements: Record<OptionalElement, ElementLaw> = {
    fallOfTwoHoursC: none,
    fallOfFiveHoursC: none,
    deficitC: none,
    windSpeedMps: none,
    cloudFraction: none
  }
  for (const element of optionalElements) {
    const known: WeightedRow[] = []
    for (const [index, state] of states.entries()) {
      const row = rows[index]
      const outcome = row?.measured[element] ?? null
      if (row === undefined || outcome === null) continue
      known.push({ predictors: elementTerms(state, element), outcome, weight: row.weight })
    }
    const width = known[0]?.predictors.length ?? 0
    const coefficients = weightedLeastSquares(
      known,
      Array.from({ length: width }, () => ({ value: 0, strength: 1e-6 }))
    )
    let squares = 0
    let weights = 0
    for (const { predictors, outcome, weight } of known) {
      squares += weight * (outcome - sumOfProducts(coefficients, predictors)) ** 2
      weights += weight
    }
    const law = { coefficients, sigma: Math.sqrt(squares / weights) }
    elements = { ...elements, [element]: law }
    for (const [index, state] of states.entries()) {
      complete(state, element, { measured: rows[index]?.measured[element] ?? null, law })
    }
  }
  return elements
}

function fitFall(rows: readonly FitRow[], states: readonly EveningState[]): FallLaw {
  const known = rows.map(({ measured, minimumC, weight }, index) => ({
    predictors: termsOf(states[index]),
    outcome: measured.temperatureC - minimumC,
    weight
  }))
  const world = weightedLeastSquares(
    known,
    Array.from({ length: worldTerms }, () => ({ value: 0, strength: hold }))
  )
  const errorC = Float64Array.from(
    known,
    ({ predictors, outcome }) => outcome - sumOfProducts(world, predictors)
  )
  const columns = (spreadColumns(states[0]) ?? []).map((_, index) =>
    rowsOf(states.length, (row) => spreadColumns(states[row])[index] ?? 0)
  )
  const weights = Float64Array.from(rows, ({ weight }) => weight)
  const spread = [...fitLogSigma(designOf(columns, states.length), errorC, weights)]
  const width = termsOf(states[0], Number.POSITIVE_INFINITY).length
  return { coefficients: Array.from({ length: width }, (_, index) => world[index] ?? 0), spread }
}

function termsOf(state: EveningState | undefined, count = worldTerms): readonly number[] {
  return state === undefined ? [] : fallTerms(state).slice(0, count)
}

/** Without the constant, which a design has of itself. */
function spreadColumns(state: EveningState | undefined): readonly number[] {
  return state === undefined ? [] : spreadTerms(state).slice(1)
}
