/**
 * What a place's own nights teach of its forecasts: how far they are off and how far they scatter, older nights fading.
 * Beside the mean of a number of latest nights it has no edge at which a night drops out, and its spread follows the season.
 */
import { defaultAirVarianceC2 } from './spread.ts'

/** What a night's weight shrinks by each time a newer one comes, for the bias and for the variance; docs/science.md [9]. */
const memory = 0.97
/** No bias counts as so many nights, and so does the usual variance; docs/science.md [9]. */
const priorNights = 8
/** A minimum counts as known so long after it [days]: in the evening of its day, not yet at its noon. */
const measuringDays = 0.4

/** One past night of a place. */
export interface PastNight {
  /** Whole days, from wherever they are counted; growing. */
  readonly day: number
  /** How many days back the newest night lay whose minimum was known when this one was forecast; 1 or more. */
  readonly lagDays: number
  /** Measured minus forecast minimum, without any learned bias [°C]. */
  readonly residualC: number
  /** What an error of this night is multiplied by before it enters the variance. */
  readonly errorScale: number
}

/** What is added to a place's forecasts, and the variance about that; the variance is one at a day's lead. */
export interface LearnedSite {
  readonly biasC: number
  readonly siteVarianceC2: number
}

/** How many days back the newest night lies whose minimum was known when a forecast with this lead was issued. */
export function daysUntilKnown(leadDays: number): number {
  return 1 + Math.floor(leadDays + measuringDays)
}

/**
 * A night as it is learned from: its error is brought to one day's lead and a spread factor of 1.
 * @param night `leadDays`: from the issue to the coldest hour. `airShare`: the air's share of the spread; 1 for a minimum at 2 m.
 *   `spreadFactor`: what the default's spread is multiplied by in such a night.
 */
export function pastNight(night: {
  readonly day: number
  readonly leadDays: number
  readonly residualC: number
  readonly airShare?: number
  readonly spreadFactor?: number
}): PastNight {
  const { day, leadDays, residualC, airShare = 1, spreadFactor = 1 } = night
  const growth = Math.sqrt(defaultAirVarianceC2(1) / defaultAirVarianceC2(leadDays))
  const errorScale = (airShare * growth) / spreadFactor
  return { day, lagDays: daysUntilKnown(leadDays), residualC, errorScale }
}

/**
 * What the place knew after each of its nights, the last of which is what it knows now.
 * The variance is that of the scaled errors that forecasts corrected by what was known at their issue would have made.
 * @param nights Oldest first.
 * @param usualVarianceC2 The variance of such errors without learning; default: of the air minimum at one day's lead [°C²].
 */
export function learnedAfterEach(
  nights: readonly PastNight[],
  usualVarianceC2 = defaultAirVarianceC2(1)
): readonly LearnedSite[] {
  const learned: LearnedSite[] = []
  let weight = 0
  let residualSumC = 0
  let squareSumC2 = 0
  for (const [index, { residualC, errorScale }] of nights.entries()) {
    const atIssue = learned[newestKnownAt(nights, index)]
    const errorC = (residualC - (atIssue?.biasC ?? 0)) * errorScale
    weight = weight * memory + 1
    residualSumC = residualSumC * memory + residualC
    squareSumC2 = squareSumC2 * memory + errorC * errorC
    learned.push({
      biasC: residualSumC / (weight + priorNights),
      siteVarianceC2: (squareSumC2 + priorNights * usualVarianceC2) / (weight + priorNights)
    })
  }
  return learned
}

/** What a place's nights teach, oldest first; null without one. */
export function learnedSite(nights: readonly PastNight[]): LearnedSite | null {
  return learnedAfterEach(nights).at(-1) ?? null
}

/** The index of the newest night that was known when the forecast of a night was issued; −1 where none was. */
function newestKnownAt(nights: readonly PastNight[], index: number): number {
  const night = nights[index]
  let known = index - 1
  if (night === undefined) return -1
  const newestDay = night.day - night.lagDays
  while (known >= 0 && (nights[known]?.day ?? 0) > newestDay) known -= 1
  return known
}
