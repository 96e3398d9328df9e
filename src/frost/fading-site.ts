/**
 * What a place's nights teach of its forecasts: bias and scatter, older nights fading, so that no night drops out at an
 * edge and the spread follows the season. The bias has an empirical-Bayes prior: small means are held near 0, a large
 * and steady one is believed whole.
 */
import {
  type ContrastLaw,
  contrastRecord,
  contrastShiftC,
  type ForecastMinima,
  type SlopeHold
} from './contrasts.ts'
import type { AirSpreadLaw } from './laws.ts'
import { defaultAirVarianceC2 } from './spread.ts'

/** What a night's weight shrinks by with each newer one, for bias and variance; docs/science.md [9]. */
const memory = 0.97
/** Nights for which the usual variance of the errors counts; docs/science.md [9]. */
const variancePriorNights = 8
/** This many nights without a bias, until the mean lies this many standard deviations off; docs/science.md [9]. */
const biasPrior = { nights: 20, surprises: 3 }
/** Delay until a minimum counts as known [days]: in the evening of its day, not yet at noon. */
const measuringDays = 0.4

export interface PastNight {
  /** A count of whole days from any start; it grows. */
  readonly day: number
  /** How many days back the newest night lay whose minimum was known when this one was forecast; 1 or more. */
  readonly lagDays: number
  /** Measured minus forecast minimum, without any learned bias [°C]. */
  readonly residualC: number
  readonly errorScale: number
  /** 1, or 0 for a night that says nothing new and lets older ones fade; absent: 1. */
  readonly weight?: number
  /** What was forecast of it and the nights around; the lead is from issue to coldest hour; absent: no contrasts. */
  readonly issued?: { readonly leadDays: number; readonly forecast: ForecastMinima }
}

/** What is added to a place's forecasts, and the variance about that; the variance is one at a day's lead. */
export interface LearnedSite {
  readonly biasC: number
  readonly siteVarianceC2: number
  /** Also added, by how far a night departs from those around it; absent where forecasts of these are not known. */
  readonly contrasts?: ContrastLaw
  /** How much of bias and contrasts the place's own nights say; absent: nothing. */
  readonly ownSay?: {
    /** The share of the bias, 0…1. */
    readonly bias: number
    /** How firmly the slopes are held, as learned; absent without slopes. */
    readonly held?: SlopeHold
    /** The share of what was learned that is given, 0…1. */
    readonly share: number
  }
}

/** Added to the forecast of a night, from what was known [°C]. */
export function learnedShiftC(site: LearnedSite | undefined, { day, issued }: PastNight): number {
  if (site === undefined) return 0
  return site.biasC + (issued === undefined ? 0 : contrastShiftC(site.contrasts, { day, ...issued }))
}

/** How many days back the newest night lies whose minimum was known when a forecast with this lead was issued. */
export function daysUntilKnown(leadDays: number): number {
  return 1 + Math.floor(leadDays + measuringDays)
}

/**
 * With the error brought to one day's lead and a spread factor of 1. `leadDays`: from issue to the coldest hour;
 * `airShare`: the air's share of the spread, 1 at 2 m; `spreadFactor`: what scales the default's spread.
 */
export function pastNight(night: {
  readonly day: number
  readonly leadDays: number
  readonly residualC: number
  readonly airShare?: number
  readonly spreadFactor?: number
  readonly law?: AirSpreadLaw
  readonly forecast?: ForecastMinima
}): PastNight {
  const { day, leadDays, residualC, airShare = 1, spreadFactor = 1, law, forecast } = night
  const growth = Math.sqrt(defaultAirVarianceC2(1, law) / defaultAirVarianceC2(leadDays, law))
  const errorScale = (airShare * growth) / spreadFactor
  const known = { day, lagDays: daysUntilKnown(leadDays), residualC, errorScale }
  return forecast === undefined ? known : { ...known, issued: { leadDays, forecast } }
}

/**
 * What the place knew after each of its nights, oldest first; the variance is that of scaled errors of forecasts as
 * corrected when issued. @param usualVarianceC2 Without learning; default: of the air minimum at one day's lead [°C²].
 */
export function learnedAfterEach(
  nights: readonly PastNight[],
  usualVarianceC2 = defaultAirVarianceC2(1)
): readonly LearnedSite[] {
  const learned: LearnedSite[] = []
  const regression = contrastRecord(usualVarianceC2)
  const sums = { weight: 0, residualC: 0, squareC2: 0, usualC2: 0, errorC2: 0 }
  for (const [index, night] of nights.entries()) {
    const { day, residualC, errorScale, weight = 1, issued } = night
    const atIssue = learned[newestKnownAt(nights, index)]
    const errorC = (residualC - learnedShiftC(atIssue, night)) * errorScale
    const slopes =
      issued === undefined
        ? undefined
        : regression.add(
            {
              day,
              forecast: issued.forecast,
              weight: weight * errorScale * errorScale,
              errorC: residualC - (atIssue?.biasC ?? 0)
            },
            atIssue?.contrasts ?? null
          )
    sums.weight = sums.weight * memory + weight
    sums.residualC = sums.residualC * memory + weight * residualC
    sums.squareC2 = sums.squareC2 * memory + weight * residualC * residualC
    sums.usualC2 = sums.usualC2 * memory + (weight * usualVarianceC2) / (errorScale * errorScale)
    sums.errorC2 = sums.errorC2 * memory + weight * errorC * errorC
    const { biasC, believed } = biasOf(sums)
    learned.push({
      biasC,
      siteVarianceC2:
        (sums.errorC2 + variancePriorNights * usualVarianceC2) / (sums.weight + variancePriorNights),
      ...(believed === 0
        ? {}
        : { ownSay: { bias: believed, share: 1, ...(slopes && { held: slopes.held }) } }),
      ...(slopes && { contrasts: slopes.law })
    })
  }
  return learned
}

/** Fading sums over the residuals [°C], their squares, and what their variance usually is [°C²]. */
interface ResidualSums {
  readonly weight: number
  readonly residualC: number
  readonly squareC2: number
  readonly usualC2: number
}

/**
 * b = B·w̄, B = τ²/(τ² + v): v is the variance of the mean by the nights' scatter, τ² that of a place's bias: the usual
 * one or, where w̄ cannot be chance, w̄'s own. The scatter of few nights is not known: one night does not surprise.
 */
function biasOf({ weight, residualC, squareC2, usualC2 }: ResidualSums) {
  if (weight === 0) return { biasC: 0, believed: 0 }
  const { nights, surprises } = biasPrior
  const meanC = residualC / weight
  const usualVarianceC2 = usualC2 / weight
  const scatterC2 = (squareC2 - residualC * meanC + nights * usualVarianceC2) / (weight + nights)
  const ofMeanC2 = scatterC2 / weight
  const usualBiasC2 = usualVarianceC2 / nights
  const byChanceC2 = ofMeanC2 * (1 + nights / weight) + usualBiasC2
  const ofBiasC2 = Math.max(usualBiasC2, meanC * meanC - surprises ** 2 * byChanceC2)
  return { biasC: (meanC * ofBiasC2) / (ofBiasC2 + ofMeanC2), believed: ofBiasC2 / (ofBiasC2 + ofMeanC2) }
}

/** The index of the newest night that was known when the forecast of a night was issued; −1 where none was. */
export function newestKnownAt(nights: readonly PastNight[], index: number): number {
  const night = nights[index]
  let known = index - 1
  if (night === undefined) return -1
  const newestDay = night.day - night.lagDays
  while (known >= 0 && (nights[known]?.day ?? 0) > newestDay) known -= 1
  return known
}
