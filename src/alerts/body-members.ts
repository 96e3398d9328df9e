import type { TemperatureThreshold, Threshold } from '../frost/temperature-threshold.ts'
import type { AskedPoint } from '../places/point.ts'
import { type AlertProblem, type BodyFault, memberProblem, membersProblem } from './problems.ts'

/** Where the body does not say. */
const usualTemperatureThreshold = { of: 'plant', probability: 0.5 } as const

/** Undefined where the body does not name it. */
export interface ThresholdMembers {
  readonly threshold?: number
  readonly threshold_temperature?: number
  readonly threshold_of?: TemperatureThreshold['of']
  readonly threshold_probability?: number
}

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

/** @param current The threshold to change: what the body does not name stays. Null for a new subscription. */
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

function contradiction(asked: ThresholdMembers): AlertProblem | null {
  const member = degreeMembers.find((one) => asked[one] !== undefined)
  if (member === undefined) return null
  const detail =
    member === 'threshold_temperature'
      ? 'Give either `threshold` (a score) or `threshold_temperature` (°C), not both.'
      : 'This belongs to `threshold_temperature`; with `threshold` (a score) leave it out.'
  return memberProblem('not_allowed', `/${member}`, detail)
}

export const missingThreshold =
  'Give `threshold` (a score, 1 to 100) or `threshold_temperature` (°C, −30 to 10).'

function missing(asked: ThresholdMembers): AlertProblem {
  const named = degreeMembers.find((member) => asked[member] !== undefined)
  if (named === undefined) return memberProblem('required', '/threshold', missingThreshold)
  return memberProblem('not_allowed', `/${named}`, 'This needs `threshold_temperature` (°C, −30 to 10).')
}

export function namesLocation(body: unknown): boolean {
  const members = Object(body)
  return ['location', 'lat', 'lon'].some((member) => member in members)
}

export function readLocation({
  location,
  lat,
  lon,
  elevation
}: {
  location?: string
  lat?: number
  lon?: number
  elevation?: number
}): string | AskedPoint | AlertProblem {
  if (location !== undefined) return onlyPlace(location, { lat, lon, elevation })
  if (lat === undefined || lon === undefined) {
    const missing = lat === undefined ? '/lat' : '/lon'
    const detail = 'A point needs both `lat` and `lon`; a named place `location`.'
    return memberProblem('required', missing, detail)
  }
  return { lat, lon, elevation: elevation === undefined ? null : Math.round(elevation) + 0 }
}

function onlyPlace(
  location: string,
  beside: Readonly<Record<'lat' | 'lon' | 'elevation', number | undefined>>
): string | AlertProblem {
  const [first, ...others] = Object.entries(beside)
    .filter(([, value]) => value !== undefined)
    .map(
      ([member]): BodyFault => ({ pointer: `/${member}`, code: 'not_allowed', detail: besideDetail(member) })
    )
  return first === undefined ? location : membersProblem('validation_failed', [first, ...others])
}

function besideDetail(member: string): string {
  return member === 'elevation'
    ? 'This belongs to `lat` and `lon`; a named place has its own elevation.'
    : 'Give either `location` (a named place) or `lat` and `lon` (a point), not both.'
}
