/** The constants of the evening update; `npm run fit` makes them. docs/science.md §6. */
import type { OptionalElement } from './evening-reading.ts'
import { fittedEvening } from './fitted-evening.ts'

export interface ElementLaw {
  /** For a constant, T/10, hours to sunrise/10, length of the night/10, and the optional elements before this one. */
  readonly coefficients: readonly number[]
  /** The root mean square error of the estimate, in the element's unit. */
  readonly sigma: number
}

export interface FallLaw {
  /** Coefficients by term of `fallTerms` [°C]. */
  readonly coefficients: readonly number[]
  /** Coefficients by term of `spreadTerms`: ln of σ in °C. */
  readonly spread: readonly number[]
}

export interface EveningLaw {
  readonly elements: Readonly<Record<OptionalElement, ElementLaw>>
  readonly fall: FallLaw
  /** An error of the forecast that was seen decays as exp(−hours/memoryHours). */
  readonly memoryHours: number
  /** The part of a forecast's error that a station shares with a place: atPlace·exp(−km/perKm − |m|/perM). */
  readonly sharing: { readonly atPlace: number; readonly perKm: number; readonly perM: number }
  /** The error of last night at one thermometer; absent: not known. */
  readonly lastNight?: {
    /** The date of its morning [whole days since 1970-01-01]. */
    readonly day: number
    /** What the first coefficient of the fall was too small by, and the share of it that comes again a night later. */
    readonly missed: number
    readonly persistence: number
  }
}

/** The law of a night, after what is known about the nights before it. @param day As `lastNight` has it. */
export function lawOfNight(law: EveningLaw, day: number): EveningLaw {
  const { lastNight, fall } = law
  if (lastNight === undefined || day <= lastNight.day) return law
  const [constant = 0, ...rest] = fall.coefficients
  const again = lastNight.persistence ** (day - lastNight.day) * lastNight.missed
  return { ...law, fall: { ...fall, coefficients: [constant + again, ...rest] } }
}

/**
 * Raw models share errors further than the edited forecasts of the fit: in the Pacific North-West 0.9 at 7 km and 0.75
 * at 28 km in afternoons, less at night.
 */
const rawModels = { atPlace: 0.75, perKm: 150 }

export const servedEveningLaw: EveningLaw = {
  ...fittedEvening,
  sharing: { ...fittedEvening.sharing, ...rawModels }
}

/* How much of a forecast's error stations near each other have shown to share; docs/science.md §6. */

/** Two stations' errors of one night, of forecasts for their own points, each in its own σ. */
export interface ErrorPair {
  readonly date: string
  readonly product: number
  readonly distanceKm: number
  readonly heightDifferenceM: number
}

/** The weight of the first law [nights]. */
const priorNights = 60
const limits = { least: 0.3, most: 0.95 }

/** The share at a station itself, moved by pairs, those of one night counting as one; the fall with distance stays. */
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
