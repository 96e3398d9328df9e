/** How evenings at one place depart from the law of the world. */
import { weightedLeastSquares } from '../least-squares.ts'
import type { EveningLaw } from './evening-law.ts'
import type { MeasuredState } from './evening-reading.ts'
import { fallTerms, spreadTerms } from './fall-terms.ts'
import { completeState, sumOfProducts } from './missing-elements.ts'

/** A past evening at one time, and the lowest temperature that followed [°C]. */
export interface PastEvening {
  readonly state: MeasuredState
  readonly minimumC: number
  /** What it counts for beside the others of its night. */
  readonly weight: number
}

/** The world's law counts as much as this many evenings, for each coefficient and for the spread. */
const worldEvenings = { coefficient: 10, spread: 30 }

/** The law of a place: the world's where there are few evenings, the place's own where there are many. */
export function ownEveningLaw(evenings: readonly PastEvening[], world: EveningLaw): EveningLaw {
  const rows = evenings.map(({ state, minimumC, weight }) => {
    const complete = completeState(state, world.elements)
    return {
      predictors: fallTerms(complete),
      outcome: state.temperatureC - minimumC,
      weight,
      usualSigmaC: Math.exp(sumOfProducts(world.fall.spread, spreadTerms(complete)))
    }
  })
  const coefficients = weightedLeastSquares(
    rows,
    world.fall.coefficients.map((value) => ({ value, strength: worldEvenings.coefficient }))
  )
  let squares = worldEvenings.spread
  let weights = worldEvenings.spread
  for (const { predictors, outcome, weight, usualSigmaC } of rows) {
    squares += weight * ((outcome - sumOfProducts(coefficients, predictors)) / usualSigmaC) ** 2
    weights += weight
  }
  const [constant = 0, ...rest] = world.fall.spread
  const spread = [constant + 0.5 * Math.log(squares / weights), ...rest]
  return { ...world, fall: { coefficients, spread } }
}
