/** The members of a body that make a threshold: a score, or a temperature with whose minimum and probability. */
import type { TemperatureThreshold, Threshold } from '../frost/temperature-threshold.ts'
import { type AlertProblem, memberProblem } from './problems.ts'
import { usualTemperatureThreshold } from './subscription-schema.ts'

/** As a body names them; undefined where it does not. */
export interface ThresholdMembers {
  readonly threshold?: number
  readonly threshold_temperature?: number
  readonly threshold_of?: TemperatureThreshold['of']
  readonly threshold_probability?: number
}

/** The members of a body that are about its threshold, and all others. */
export function thresholdMembers<Body extends ThresholdMembers>(
  body: Body
): { readonly asked: ThresholdMembers; readonly others: Omit<Body, keyof ThresholdMembers> } {
  const { threshold, threshold_temperature, threshold_of, threshold_probability, ...others } = body
  const asked = {
    ...(threshold === undefined ? {} : { threshold }),
    ...(threshold_temperature === undefined ? {} : { threshold_temperature }),
    ...(threshold_of === undefined ? {} : { threshold_of }),
    ...(threshold_probability === undefined ? {} : { threshold_probability })
  }
  return { asked, others }
}

/**
 * The threshold that a body asks for.
 * @param current The one to change: what the body does not name stays. Null for a new subscription.
 */
export function readThreshold(asked: ThresholdMembers, current: Threshold | null): Threshold | AlertProblem {
  const { threshold, threshold_temperature, threshold_of, threshold_probability } = asked
  const before = current === null || typeof current === 'number' ? null : current
  if (threshold !== undefined) return contradiction(asked) ?? threshold
  const temperatureC = threshold_temperature ?? before?.temperatureC
  if (temperatureC === undefined) return missing(asked)
  const usual = before ?? usualTemperatureThreshold
  return {
    temperatureC,
    of: threshold_of ?? usual.of,
    probability: threshold_probability ?? usual.probability
  }
}

const degreeMembers = ['threshold_temperature', 'threshold_of', 'threshold_probability'] as const

/** The first member that contradicts a score, as a problem. */
function contradiction(asked: ThresholdMembers): AlertProblem | null {
  const member = degreeMembers.find((one) => asked[one] !== undefined)
  if (member === undefined) return null
  const detail =
    member === 'threshold_temperature'
      ? 'Give either `threshold` (a score) or `threshold_temperature` (°C), not both.'
      : 'This belongs to `threshold_temperature`; with `threshold` (a score) leave it out.'
  return memberProblem('not_allowed', `/${member}`, detail)
}

/** What to give where a body has no threshold. */
export const missingThreshold =
  'Give `threshold` (a score, 1 to 100) or `threshold_temperature` (°C, −30 to 10).'

function missing(asked: ThresholdMembers): AlertProblem {
  const named = degreeMembers.find((member) => asked[member] !== undefined)
  if (named === undefined) return memberProblem('required', '/threshold', missingThreshold)
  return memberProblem('not_allowed', `/${named}`, 'This needs `threshold_temperature` (°C, −30 to 10).')
}
