/** Elements that were not measured are estimated from those that were. */
import type { ElementLaw, EveningLaw } from './evening-law.ts'
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
  const terms = [1, state.temperatureC / 10, state.hoursToSunrise / 10, state.nightHours / 10]
  for (const name of optionalElements) {
    if (name === element) break
    terms.push(state[name])
  }
  return terms
}

/** The state with every element, each missing one as its conditional mean. Elements count within what was seen. */
export function completeState(measured: MeasuredState, elements: EveningLaw['elements']): EveningState {
  const state = openState(measured)
  for (const element of optionalElements) {
    complete(state, element, { measured: measured[element], law: elements[element] })
  }
  return state
}

/** A state whose optional elements are still to be completed, in their order. */
export type OpenState = { -readonly [Name in keyof EveningState]: EveningState[Name] }

/** With 0 for every optional element. */
export function openState(measured: MeasuredState): OpenState {
  return {
    ...measured,
    fallOfTwoHoursC: 0,
    fallOfFiveHoursC: 0,
    deficitC: 0,
    windSpeedMps: 0,
    cloudFraction: 0
  }
}

/** Sets one element, in place: as measured or, for null, from those before it, within its limits. */
export function complete(
  state: OpenState,
  element: OptionalElement,
  { measured, law }: { readonly measured: number | null; readonly law: ElementLaw }
): void {
  const value = measured ?? sumOfProducts(law.coefficients, elementTerms(state, element))
  const [least, most] = limits[element]
  state[element] = Math.min(Math.max(value, least), most)
}

/** Σ aᵢ·bᵢ. */
export function sumOfProducts(coefficients: readonly number[], terms: readonly number[]): number {
  let sum = 0
  for (let index = 0; index < terms.length; index++) sum += (terms[index] ?? 0) * (coefficients[index] ?? 0)
  return sum
}
