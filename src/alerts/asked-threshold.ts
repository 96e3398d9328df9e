import type { Threshold } from '../frost/temperature-threshold.ts'
import { probabilityLimits, temperatureLimits, thresholdLimits } from './subscription-schema.ts'

/** A threshold as it was asked for; `value` is NaN where it is not a number. */
export interface AskedThreshold {
  readonly value: number
  readonly isInDegrees: boolean
}

export type ThresholdChange =
  | { readonly kind: 'score' | 'degrees'; readonly count: number }
  | { readonly kind: 'needs_score' | 'needs_degrees' }
  | { readonly kind: 'of_both_kinds' }

/** Refuses a number that some alerts would read as points and others as degrees. */
export function thresholdChange(
  { value, isInDegrees }: AskedThreshold,
  thresholds: readonly Threshold[]
): ThresholdChange {
  const inDegrees = thresholds.filter((one) => typeof one !== 'number').length
  if (inDegrees > 0 && inDegrees < thresholds.length) return { kind: 'of_both_kinds' }
  if (thresholds.length === 0) return { kind: 'score', count: 0 }
  const limits = inDegrees > 0 ? temperatureLimits : thresholdLimits
  const isAllowed = value >= limits.minimum && value <= limits.maximum
  if (inDegrees > 0) return isAllowed ? { kind: 'degrees', count: inDegrees } : { kind: 'needs_degrees' }
  return isAllowed && !isInDegrees ? { kind: 'score', count: thresholds.length } : { kind: 'needs_score' }
}

export function withNumber(threshold: Threshold, value: number): Threshold {
  return typeof threshold === 'number' ? value : { ...threshold, temperatureC: value }
}

export function meantThreshold(pointer: string, given: number): string {
  const meant = (value: number) => ` Did you mean ${Number(value.toFixed(4))}?`
  const isWithin = (value: number, { minimum, maximum }: typeof thresholdLimits) =>
    value >= minimum && value <= maximum
  const [hundredfold, hundredth] = [given * 100, given / 100]
  if (pointer === '/threshold_probability')
    return isWithin(hundredth, probabilityLimits) ? meant(hundredth) : ''
  if (pointer !== '/threshold') return ''
  if (given < 1 && isWithin(hundredfold, thresholdLimits)) return meant(hundredfold)
  return given < 0 && isWithin(given, temperatureLimits)
    ? ' A temperature goes into `threshold_temperature`.'
    : ''
}
