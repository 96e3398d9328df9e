/** How stations' minima differ from the reanalysis, which is too warm in clear nights; docs/science.md §11. */
import { fittedArchive } from './fitted-archive.ts'

/** A yearly curve: its mean, and the amplitudes of the cosine and the sine of `seasonAngle`. */
export type YearlyCurve = readonly [mean: number, cosine: number, sine: number]

export interface ArchiveLaw {
  /** Station minus archive [°C]. */
  readonly biasC: YearlyCurve
  /** How a night's difference varies around that [°C²]. */
  readonly varianceC2: YearlyCurve
  /** Correlation of the differences of two consecutive nights, 0…1. */
  readonly persistence: number
  /** Standard deviation of the mean bias from place to place [°C], and of how many places that is. */
  readonly placesSdC: number
  readonly places: number
}

export const servedArchiveLaw: ArchiveLaw = {
  ...fittedArchive,
  biasC: curve(fittedArchive.biasC),
  varianceC2: curve(fittedArchive.varianceC2)
}

export const uncorrected: ArchiveLaw = {
  biasC: [0, 0, 0],
  varianceC2: [0, 0, 0],
  persistence: 0,
  placesSdC: 0,
  places: 0
}

const daysPerYear = 365.2425
/** The least variance of a night [°C²]. */
const minVarianceC2 = 0.5

/** Factor of the amplitudes of a yearly curve on a day since 1970-01-01. */
export function yearlyTerms(day: number): YearlyCurve {
  const angle = (2 * Math.PI * day) / daysPerYear
  return [1, Math.cos(angle), Math.sin(angle)]
}

/** What a station is expected to measure where the archive has a minimum [°C], and the standard deviation [°C]. */
export function correctedMinimum(
  archiveC: number,
  day: number,
  law: ArchiveLaw
): { readonly meanC: number; readonly sigmaC: number } {
  const terms = yearlyTerms(day)
  const meanC = archiveC + product(law.biasC, terms)
  const isSharp = law.places === 0
  return { meanC, sigmaC: isSharp ? 0 : Math.sqrt(Math.max(minVarianceC2, product(law.varianceC2, terms))) }
}

/** How far a place that has no station may be from the law's mean bias, as a standard deviation [°C]. */
export function placeUncertaintyC({ placesSdC, places }: ArchiveLaw): number {
  return places === 0 ? 0 : placesSdC * Math.sqrt(1 + 1 / places)
}

function product(curve: YearlyCurve, terms: YearlyCurve): number {
  return curve[0] * terms[0] + curve[1] * terms[1] + curve[2] * terms[2]
}

function curve([mean = 0, cosine = 0, sine = 0]: readonly number[]): YearlyCurve {
  return [mean, cosine, sine]
}
