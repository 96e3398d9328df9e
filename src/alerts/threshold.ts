import {
  probabilityBand,
  standardizedBand,
  type Threshold,
  thresholdProbability
} from '../frost/temperature-threshold.ts'
import type { AlertNight } from './alert-night.ts'
import { clearBelow } from './decisions.ts'

/** A threshold as the store compares it: on the score, or in standard deviations. */
export interface ComparedThreshold {
  readonly raiseFrom: number
  /** A raised night at or below it counts as clearing. */
  readonly clearBelow: number
}

export function comparedThreshold(threshold: Threshold): ComparedThreshold {
  if (typeof threshold === 'number') return { raiseFrom: threshold, clearBelow: clearBelow(threshold) }
  const { raise, clear } = standardizedBand(threshold.probability)
  return { raiseFrom: raise, clearBelow: clear }
}

/** Whether the published numbers reach the threshold; null where they are unknown. */
export function reaches(
  threshold: Threshold,
  night: Pick<AlertNight, 'score' | 'distribution'>
): boolean | null {
  if (typeof threshold === 'number') return night.score === null ? null : night.score >= threshold
  const probability = thresholdProbability(threshold, night)
  return probability === null ? null : probability >= probabilityBand(threshold.probability).raised
}

/** The score or probability of a night as a share of what the threshold asks for, 0 on; null where it is unknown. */
export function shareOf(
  threshold: Threshold,
  night: Pick<AlertNight, 'score' | 'distribution'>
): number | null {
  if (typeof threshold === 'number') return night.score === null ? null : night.score / threshold
  const probability = thresholdProbability(threshold, night)
  return probability === null ? null : probability / threshold.probability
}
