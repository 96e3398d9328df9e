/** How much of a forecast's error stations near each other have shown to share; docs/science.md §6. */
import type { EveningLaw } from './evening-law.ts'

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
