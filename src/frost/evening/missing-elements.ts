/** Elements that were not measured are estimated from those that were. */
import type { EveningLaw } from './evening-law.ts'
import {
  type EveningState,
  type MeasuredState,
  type OptionalElement,
  optionalElements
} from './evening-reading.ts'

/** What was seen in the evenings of the fit. */
const limits: Readonly<Record<OptionalElement, readonly [number, number]>> = {
  fallOfTwoHoursC: [-5, 10],
  fallOfFiveHoursC: [-6, 15],
  deficitC: [0, 30],
  windSpeedMps: [0, 15],
  cloudFraction: [0, 1]
}

/** What an element is estimated from: a constant, what is always known, and the optional elements before it. */
export function elementTerms(state: EveningState, element: OptionalElement): readonly number[] {
  const before = optionalElements.slice(0, optionalElements.indexOf(element))
  const { temperatureC, hoursToSunrise, nightHours } = state
  const tens = [temperatureC, hoursToSunrise, nightHours].map((value) => value / 10)
  return [1, ...tens, ...before.map((name) => state[name])]
}

/** The state with every element, each missing one as its conditional mean. Elements count within what was seen. */
export function completeState(measured: MeasuredState, elements: EveningLaw['elements']): EveningState {
  let state: EveningState = {
    ...measured,
    fallOfTwoHoursC: 0,
    fallOfFiveHoursC: 0,
    deficitC: 0,
    windSpeedMps: 0,
    cloudFraction: 0
  }
  for (const element of optionalElements) {
    const known = measured[element]
    const value = known ?? sumOfProducts(elements[element].coefficients, elementTerms(state, element))
    const [least, most] = limits[element]
    state = { ...state, [element]: Math.min(Math.max(value, least), most) }
  }
  return state
}

/** Σ aᵢ·bᵢ. */
export function sumOfProducts(coefficients: readonly number[], terms: readonly number[]): number {
  return terms.reduce((sum, term, index) => sum + term * (coefficients[index] ?? 0), 0)
}
