/** A night as every method of protection looks at it. */
import type { MissingInput } from '../frost-night.ts'
import { firstReached, type ProtectionHour } from './protection-hour.ts'

export interface ColdNight {
  /** From noon to noon. */
  readonly hours: readonly ProtectionHour[]
  /** The instant of the advice [ms since epoch]. */
  readonly at: number
  /** The whole hour at which the night is over [ms since epoch]. */
  readonly overAt: number
  readonly criticalC: number
  readonly coldFrom: number | null
  /** That the plants reach the critical temperature, 0…1. */
  readonly probability: number
  /** That has a chance of at least one in twenty. */
  readonly isCold: boolean
  /** From the expected minimum of the plants up to the critical temperature [°C], ≥ 0. */
  readonly neededC: number
  /** σ of the plant minimum and of the air minimum [°C]. */
  readonly sigmaC: number
  readonly sigmaAirC: number
  /** Of the ground, whatever the exposure [°C]. */
  readonly radiativeOffsetC: number
  /** Mean of the dark hours at 10 m; null where unknown. */
  readonly windSpeedMps: number | null
  readonly inputsMissing: readonly MissingInput[]
}

/** In one night in twenty wet bulb and plants are colder than this many standard deviations below the forecast. */
export const zOneInTwenty = 1.6449

/**
 * Machines and fires are started while the plants are still this much warmer than the critical temperature [°C];
 * docs/science.md [9].
 */
const headStartC = 1

/**
 * When machines and fires are started; null where no hour that is left has the plants that near the critical
 * temperature.
 * @param marginC By how much the plants may be colder than expected [°C].
 */
export function heatingStartAt({ hours, at, criticalC }: ColdNight, marginC = 0): number | null {
  const limitC = criticalC + headStartC + marginC
  const isAhead = hours.some((hour) => hour.at >= at && hour.plantC <= limitC)
  return isAhead ? firstReached(hours, ({ plantC }) => plantC, limitC) : null
}
