/** The constants of the evening update; `npm run fit` makes them. docs/science.md §6. */
import type { OptionalElement } from './evening-reading.ts'
import { fittedEvening } from './fitted-evening.ts'

/** How an element that was not measured follows from what was. */
export interface ElementLaw {
  /** Of a constant, T/10, hours to sunrise/10, length of the night/10, and of the optional elements before this one. */
  readonly coefficients: readonly number[]
  /** What the estimate misses, root mean square, in the element's unit. */
  readonly sigma: number
}

/** How far the temperature falls from a reading to the minimum that follows it. */
export interface FallLaw {
  /** Of the terms of `fallTerms` [°C]. */
  readonly coefficients: readonly number[]
  /** Of the terms of `spreadTerms`: ln of σ in °C. */
  readonly spread: readonly number[]
}

export interface EveningLaw {
  readonly elements: Readonly<Record<OptionalElement, ElementLaw>>
  readonly fall: FallLaw
  /** An error of the forecast that was seen decays as exp(−hours/memoryHours). */
  readonly memoryHours: number
  /** The share of a forecast's error that a station shares with a place: atPlace·exp(−km/perKm − |m|/perM). */
  readonly sharing: { readonly atPlace: number; readonly perKm: number; readonly perM: number }
}

/**
 * Errors of raw models are shared further than those of forecasts that people had edited, which are all that the fit
 * has: by models of the Pacific North-West 0.9 at 7 km, 0.75 at 28 km, in afternoons; nights share less.
 */
const rawModels = { atPlace: 0.75, perKm: 150 }

export const servedEveningLaw: EveningLaw = {
  ...fittedEvening,
  sharing: { ...fittedEvening.sharing, ...rawModels }
}

/* How much of a forecast's error stations near each other have shown to share; docs/science.md §6. */

/** Two stations' errors of one night, of forecasts for their own points, each in its own σ. */
export interface ErrorPair {
  /** The date of the morning. */
  readonly date: string
  readonly product: number
  readonly distanceKm: number
  readonly heightDifferenceM: number
}

/** The weight of the first law [nights]. */
const priorNights = 60
const limits = { least: 0.3, most: 0.95 }

/**
 * The share at a station itself, moved by pairs; how it falls with distance stays. All pairs of a night share its
 * weather, and count as one.
 */
export function sharingOf(pairs: readonly ErrorPair[], prior: EveningLaw['sharing']): EveningLaw['sharing'] {
  const { atPlace, perKm, perM } = prior
  let [sum, weight] = [priorNights * atPlace, priorNights]
  for (const night of Map.groupBy(pairs, ({ date }) => date).values()) {
    for (const { product, distanceKm, heightDifferenceM } of night) {
      const falls = Math.exp(-distanceKm / perKm - Math.abs(heightDifferenceM) / perM)
      sum += (falls * product) / night.length
      weight += falls ** 2 / night.length
    }
  }
  return { ...prior, atPlace: Math.min(limits.most, Math.max(limits.least, sum / weight)) }
}
