/** What a sensor has shown lately: the measure that its next night is held against. */

/**
 * Σr/(n + 2.5) over the last 25 nights: an edge that old nights drop over, so that a moved sensor is soon known again;
 * docs/science.md [9].
 */
const recent = { nights: 25, priorNights: 2.5 }

/**
 * The mean of a sensor's latest residuals [°C], held a little towards 0.
 * @param residualsC Measured minus forecast minimum (without any learned bias), oldest first; only the last 25 count.
 * @returns 0 where there is none yet.
 */
export function recentMeanC(residualsC: readonly number[]): number {
  const latest = residualsC.slice(-recent.nights)
  return latest.reduce((sum, residual) => sum + residual, 0) / (latest.length + recent.priorNights)
}
