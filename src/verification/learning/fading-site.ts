/**
 * A place's own bias and spread from its own nights, older ones fading: what one place can learn without any other.
 * Beside the last-25-nights mean it has no edge at which a night drops out, and its spread follows the season.
 */

/** What a night's weight shrinks by each time a newer one comes, for the bias and for the variance. */
const memory = 0.97
/** No bias counts as so many nights, and so does the usual variance. */
const priorNights = 8

/** All that must be kept of a place. Residuals are measured minus the forecast without any learned bias [°C]. */
export interface FadingSite {
  readonly weight: number
  readonly residualSumC: number
  readonly squareWeight: number
  /** Of the errors that the corrected forecasts made at the time [°C²]. */
  readonly squareSumC2: number
}

/** A place without a night of its own. */
export const unknownSite: FadingSite = { weight: 0, residualSumC: 0, squareWeight: 0, squareSumC2: 0 }

/** What the place's nights so far say: the bias to be added to a forecast and the variance about it. */
export function learnedFrom(
  site: FadingSite,
  usualVarianceC2: number
): { readonly biasC: number; readonly varianceC2: number } {
  return {
    biasC: site.residualSumC / (site.weight + priorNights),
    varianceC2: (site.squareSumC2 + priorNights * usualVarianceC2) / (site.squareWeight + priorNights)
  }
}

/**
 * The place with one more night.
 * @param biasAtIssueC The bias that was added when that night's forecast was issued.
 */
export function withResidual(site: FadingSite, residualC: number, biasAtIssueC: number): FadingSite {
  const error = residualC - biasAtIssueC
  return {
    weight: site.weight * memory + 1,
    residualSumC: site.residualSumC * memory + residualC,
    squareWeight: site.squareWeight * memory + 1,
    squareSumC2: site.squareSumC2 * memory + error * error
  }
}
