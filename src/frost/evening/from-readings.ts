import { saturationVapourPressureKpa } from '../../weather/moist-air.ts'
import type { Distribution } from '../gaussian.ts'
import { fullEquilibriumOffsetC } from '../radiation.ts'
import { type ElementLaw, type EveningLaw, servedEveningLaw } from './evening-law.ts'
import {
  type EveningState,
  type MeasuredState,
  type OptionalElement,
  optionalElements
} from './evening-reading.ts'

/** The minimum until an hour after sunrise. @param halfResolutionC Half of what the thermometer resolves [°C]. */
export function minimumFromReadings(
  measured: MeasuredState,
  halfResolutionC: number,
  law: EveningLaw = servedEveningLaw
): Distribution {
  const state = completeState(measured, law.elements)
  const fallC = fallOf(state, law)
  const sigmaC = Math.exp(sumOfProducts(law.fall.spread, spreadTerms(state)))
  const missing = optionalElements.filter((element) => measured[element] === null)
  // An estimated element may be off by its σ, which moves the fall.
  const estimated = missing.map((element) => {
    const other = completeState(
      { ...measured, [element]: state[element] + law.elements[element].sigma },
      law.elements
    )
    return fallOf(other, law) - fallC
  })
  const roundingC2 = (halfResolutionC * halfResolutionC) / 3
  return {
    meanC: state.temperatureC - Math.max(fallC, 0),
    varianceC2: estimated.reduce((sum, shift) => sum + shift * shift, sigmaC * sigmaC + roundingC2)
  }
}

function fallOf(state: EveningState, law: EveningLaw): number {
  return sumOfProducts(law.fall.coefficients, fallTerms(state))
}

/* What the fall to the minimum and its spread are linear in; docs/science.md §6. */

const hoursAfterSunrise = 1
/** Values beyond which the fall no longer grows with an element [°C]. */
const caps = { deficitC: 8, fallOfTwoHoursC: 2.5, fallOfFiveHoursC: 6 }
/** Temperatures beyond these no longer count in products: none were seen [°C]. */
const seenTemperaturesC = { coldest: -20, warmest: 32 }

/** How many terms of `fallTerms` hold for every place; those of the season that follow are a place's own. */
export const worldTerms = 29

/** Terms near 1: they grow with the root of the time left, as a radiating surface cools, or with the time itself. */
export function fallTerms(state: EveningState): readonly number[] {
  const { temperatureC, deficitC, windSpeedMps, cloudFraction, fallOfTwoHoursC, fallOfFiveHoursC } = state
  const hours = state.hoursToSunrise + hoursAfterSunrise
  const loss = radiativeLoss(state)
  const linear = [
    1,
    temperatureC / 10,
    deficitC / 5,
    Math.sqrt(windSpeedMps),
    cloudFraction,
    fallOfTwoHoursC,
    fallOfFiveHoursC / 3,
    state.nightHours / 10
  ]
  const bent = [
    loss,
    Math.min(deficitC, caps.deficitC) / 3,
    Math.min(fallOfTwoHoursC, caps.fallOfTwoHoursC),
    cappedFallOfFive(state)
  ]
  const season = [Math.sin(state.season), Math.cos(state.season)]
  const root = Math.sqrt(hours) / 3
  return [
    ...[...linear, ...bent, ...products(state, loss)].map((term) => term * root),
    ...[...linear, loss * loss].map((term) => (term * hours) / 10),
    ...season.map((term) => term * root)
  ]
}

/** Chosen among all squares and products of the other terms; docs/decisions/0013. */
function products(state: EveningState, loss: number): readonly number[] {
  const { coldest, warmest } = seenTemperaturesC
  const warmth = Math.min(Math.max(state.temperatureC, coldest), warmest) / 10
  const { fallOfTwoHoursC: ofTwo } = state
  const ofFive = cappedFallOfFive(state)
  return [
    (warmth * state.deficitC) / 5,
    warmth * warmth,
    warmth * loss,
    (ofTwo * state.nightHours) / 10,
    (ofTwo * state.fallOfFiveHoursC) / 3,
    ofTwo * state.cloudFraction,
    ofFive * ofFive,
    ofFive * loss
  ]
}

function cappedFallOfFive({ fallOfFiveHoursC }: EveningState): number {
  return Math.min(fallOfFiveHoursC, caps.fallOfFiveHoursC) / 3
}

/** How much colder than the air a perfect radiator under this sky would be [3 °C]. */
function radiativeLoss({ temperatureC, deficitC, windSpeedMps, cloudFraction }: EveningState): number {
  const vapourPressureKpa = saturationVapourPressureKpa(temperatureC - deficitC)
  const air = { temperatureC, vapourPressureKpa, windSpeedMps, cloudCoverFraction: cloudFraction }
  return fullEquilibriumOffsetC(air) / 3
}

/** The terms of ln σ. The second makes σ fall towards sunrise. */
export function spreadTerms(state: EveningState): readonly number[] {
  const { hoursToSunrise, windSpeedMps, cloudFraction, deficitC } = state
  return [
    1,
    Math.log(hoursToSunrise + hoursAfterSunrise),
    Math.sqrt(windSpeedMps),
    cloudFraction,
    deficitC / 10
  ]
}

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

export type OpenState = { -readonly [Name in keyof EveningState]: EveningState[Name] }

/** The state with 0 for every optional element. */
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
  { measured, law }: { measured: number | null; law: ElementLaw }
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
