/** A threshold that a person writes as one number: it is in what the alerts that are meant are in. */
import type { Threshold } from '../frost/temperature-threshold.ts'
import type { AskedThreshold, ThresholdChange } from './ports.ts'
import { temperatureLimits, thresholdLimits } from './subscription-schema.ts'

/** What becomes of these thresholds. No number is taken for points by some alerts and for degrees by others. */
export function thresholdChange(
  { value, isInDegrees }: AskedThreshold,
  thresholds: readonly Threshold[]
): ThresholdChange {
  const inDegrees = thresholds.filter((one) => typeof one !== 'number').length
  if (inDegrees > 0 && inDegrees < thresholds.length) return { kind: 'of_both_kinds' }
  const limits = inDegrees > 0 ? temperatureLimits : thresholdLimits
  const isAllowed = value >= limits.minimum && value <= limits.maximum
  if (inDegrees > 0) return isAllowed ? { kind: 'degrees', count: inDegrees } : { kind: 'needs_degrees' }
  return isAllowed && !isInDegrees ? { kind: 'score', count: thresholds.length } : { kind: 'needs_score' }
}

/** The threshold with another number: whose temperature it is and from which probability stay. */
export function withNumber(threshold: Threshold, value: number): Threshold {
  return typeof threshold === 'number' ? value : { ...threshold, temperatureC: value }
}
