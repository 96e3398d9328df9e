import { hourMs } from '../../common/time.ts'

export const faultReasons = [
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
export type FaultReason = (typeof faultReasons)[number]

/** Faults that the readings show by themselves; all others depart from a forecast. */
export const faultsOfReadingsAlone: ReadonlySet<FaultReason> = new Set([
  'frozen',
  'iced',
  'jumps',
  'noise',
  'cold_gaps',
  'copies_yesterday',
  'copies_forecast'
])

/** A fault of a thermometer, which its own later readings lift. */
export interface SensorFault {
  readonly reason: FaultReason
  /** From the readings of this instant on, its nights teach nothing [ms since epoch]. */
  readonly from: number
  /** When it was found first, and last [ms since epoch]. */
  readonly foundAt: number
  readonly seenAt: number
}

/** How long weather can look like a fault: a front at an unusual hour, a forecast's largest error [ms]. */
const proof = new Map<FaultReason, number>([
  ['local_time', 8 * hourMs],
  ['other_hour', 8 * hourMs],
  ['elsewhere', 6 * hourMs]
])
export const proofMs = (reason: FaultReason): number => proof.get(reason) ?? 0

/** The reason that the owner sees; null until proven. Meanwhile the thermometer only makes nights colder. */
export function reportedReason(fault: SensorFault | null): FaultReason | null {
  return fault === null || fault.seenAt - fault.foundAt < proofMs(fault.reason) ? null : fault.reason
}
