import type { MinimumDistribution } from './frost-night.ts'
import { normalCdf } from './gaussian.ts'

/** Whose minimum is compared: that of the air at 2 m or of the exposed plant part. */
export const thresholdSubjects = ['air', 'plant'] as const

export interface TemperatureThreshold {
  readonly temperatureC: number
  readonly of: (typeof thresholdSubjects)[number]
  /** A night is raised from this published probability on, 0…1. */
  readonly probability: number
}

/** From when on a night is announced: from a score 1…100, or from a probability of a temperature. */
export type Threshold = number | TemperatureThreshold

/** The members of a threshold in degrees; null with a score. */
export function temperatureOf(threshold: Threshold): TemperatureThreshold | null {
  return typeof threshold === 'number' ? null : threshold
}

function standardized(
  { temperatureC, of }: Pick<TemperatureThreshold, 'temperatureC' | 'of'>,
  night: MinimumDistribution
): number {
  return of === 'air'
    ? (temperatureC - night.airTemperatureMinC) / night.sigmaAirC
    : (temperatureC - night.plantTemperatureMinC) / night.sigmaC
}

/** Probability of a minimum at or below it, as published: 0…1 in whole hundredths, the likelier of two forecasts. */
export function probabilityAtOrBelow(
  threshold: Pick<TemperatureThreshold, 'temperatureC' | 'of'>,
  night: MinimumDistribution
): number {
  const { beside } = night
  const own = percentOf(standardized(threshold, night)) / 100
  return beside === undefined ? own : Math.max(own, percentOf(standardized(threshold, beside)) / 100)
}

/** The probability of a threshold's temperature; null with a score as threshold, or for an unknown night. */
export function thresholdProbability(
  threshold: Threshold,
  { distribution }: { distribution: MinimumDistribution | null }
): number | null {
  if (typeof threshold === 'number' || distribution === null) return null
  return probabilityAtOrBelow(threshold, distribution)
}

function percentOf(z: number): number {
  return Math.round(100 * normalCdf(z))
}

/** Decimal fractions such as 0.29 are not exact in binary. */
const exactness = 1e-9

export function probabilityBand(probability: number): { readonly raised: number; readonly clear: number } {
  const percent = 100 * probability
  const clear = Math.max(percent - 15, percent / 2)
  return {
    raised: Math.ceil(percent - exactness) / 100,
    clear: Math.floor(clear + exactness) / 100
  }
}

/**
 * The band in standard deviations: a database decides by one division as the published probability does. Raised where
 * (temperature − mean)/σ ≥ `raise`, clearing where it is ≤ `clear`.
 */
export function standardizedBand(probability: number): { readonly raise: number; readonly clear: number } {
  const band = probabilityBand(probability)
  return {
    raise: lowestZ(Math.round(100 * band.raised)).above,
    clear: lowestZ(Math.round(100 * band.clear) + 1).below
  }
}

/** The two neighbouring numbers between which the published percentage reaches `percent` (1…99). */
function lowestZ(percent: number): { readonly below: number; readonly above: number } {
  let below = -40
  let above = 40
  for (;;) {
    const middle = (below + above) / 2
    if (middle === below || middle === above) return { below, above }
    if (percentOf(middle) >= percent) above = middle
    else below = middle
  }
}
