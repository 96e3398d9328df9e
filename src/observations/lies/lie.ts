import { hourMs } from '../../common/time.ts'

export const lieReasons = [
  'frozen',
  'iced',
  'jumps',
  'noise',
  'copies_forecast',
  'copies_yesterday',
  'cold_gaps',
  'fahrenheit',
  'tenths',
  'lost_sign',
  'local_time',
  'other_hour',
  'in_sun',
  'greenhouse',
  'indoors',
  'in_soil',
  'drift',
  'moved',
  'elsewhere'
] as const
export type LieReason = (typeof lieReasons)[number]

/** Shown by the readings alone: they do not measure anything. All else departs from a forecast. */
export const measuresNothing: ReadonlySet<LieReason> = new Set([
  'frozen',
  'iced',
  'jumps',
  'noise',
  'cold_gaps',
  'copies_yesterday',
  'copies_forecast'
])

/** Its own readings lift it. */
export interface SensorLie {
  readonly reason: LieReason
  /** From the readings of this instant on, its nights teach nothing [ms since epoch]. */
  readonly from: number
  /** When it was found first, and last [ms since epoch]. */
  readonly foundAt: number
  readonly seenAt: number
}

/** How long weather can look like a lie: a front at an unusual hour, a forecast's largest error [ms]. */
const proof = new Map<LieReason, number>([
  ['local_time', 8 * hourMs],
  ['other_hour', 8 * hourMs],
  ['elsewhere', 6 * hourMs]
])
export const proofMs = (reason: LieReason): number => proof.get(reason) ?? 0

/** What its owner sees: nothing until it is proven. Meanwhile its thermometer makes nights colder alone. */
export function reportedReason(lie: SensorLie | null): LieReason | null {
  return lie === null || lie.seenAt - lie.foundAt < proofMs(lie.reason) ? null : lie.reason
}
