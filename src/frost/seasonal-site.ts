/** What a place with an ensemble has learned through the year, lead by lead. */
import { dayOfYear } from './epoch-day.ts'
import { daysUntilKnown } from './fading-site.ts'
import {
  type EmosPredictors,
  fitSeasonalEmos,
  predictSeasonalEmos,
  type SeasonalEmos
} from './seasonal-emos.ts'

/**
 * A law of the year is asked no further than this from a night of the year that it was fitted on [days];
 * docs/science.md §6.
 */
const seasonReachDays = 30
const daysPerYear = 365.2425

/** One night as it was issued. */
export interface IssuedEnsemble {
  /** The morning that ended it, in whole days since 1970-01-01. */
  readonly day: number
  /** The lead rounded to whole days: each has a law of its own. */
  readonly leadDay: number
  readonly leadDays: number
  /** Mean and sample standard deviation of the members at the coldest hour [°C]. */
  readonly meanC: number
  readonly spreadC: number
}

/** A past night with the minimum that came. */
export interface EnsembleNight extends IssuedEnsemble {
  /** The 2 m minimum that was measured [°C]. */
  readonly observedC: number
}

/** One lead: its law, and by day what was measured minus the members' mean [°C]. */
interface SeasonalLead {
  readonly fit: SeasonalEmos
  readonly residualC: ReadonlyMap<number, number>
}

/** By whole days of lead; leads with fewer than 60 nights are not in it. */
export type SeasonalSite = ReadonlyMap<number, SeasonalLead>

/** Fits every lead that has sixty nights; null where none has. */
export function learnedSeasons(nights: readonly EnsembleNight[]): SeasonalSite | null {
  const site = new Map<number, SeasonalLead>()
  for (const [leadDay, ofLead] of Map.groupBy(nights, (night) => night.leadDay)) {
    const residualC = new Map(ofLead.map((night) => [night.day, night.observedC - night.meanC]))
    const fit = fitSeasonalEmos(
      ofLead.map((night) => ({ ...predictorsOf(night, residualC), observedC: night.observedC }))
    )
    if (fit !== null) site.set(leadDay, { fit, residualC })
  }
  return site.size === 0 ? null : site
}

/** From how many nights the lead with the most was learned. */
export function seasonalNights(site: SeasonalSite): number {
  return Math.max(0, ...[...site.values()].map(({ fit }) => fit.nights))
}

/**
 * N(μ, σ²) of a coming night's air minimum [°C] by the law of its lead; null where the place has none, or none for that
 * season.
 */
export function seasonalForecast(
  site: SeasonalSite,
  night: IssuedEnsemble
): { readonly meanC: number; readonly sigmaC: number } | null {
  const lead = site.get(night.leadDay)
  return lead === undefined || !knowsSeason(lead, night.day)
    ? null
    : predictSeasonalEmos(lead.fit, predictorsOf(night, lead.residualC))
}

/** A harmonic drawn through one spring says anything of autumn, and says it as surely as of spring. */
function knowsSeason({ residualC }: SeasonalLead, day: number): boolean {
  return residualC.keys().some((measured) => {
    const years = (day - measured) / daysPerYear
    return Math.abs(years - Math.round(years)) * daysPerYear <= seasonReachDays
  })
}

function predictorsOf(night: IssuedEnsemble, residualC: ReadonlyMap<number, number>): EmosPredictors {
  const { day, meanC, spreadC } = night
  const laggedResidualC = residualC.get(day - daysUntilKnown(night.leadDays)) ?? null
  return { dayOfYear: dayOfYear(day), meanC, spreadC, laggedResidualC }
}
