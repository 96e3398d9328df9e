/** One hour of a night as protection needs it, and when a temperature is reached between the hours. */
import { minuteMs } from '../../common/time.ts'

/** One whole hour; the air has what the place has learned; NaN: unknown. */
export interface ProtectionHour {
  /** [ms since epoch] */
  readonly at: number
  readonly airC: number
  readonly wetBulbC: number
  readonly plantC: number
  /** At 10 m. */
  readonly windSpeedMps: number
  readonly isFoggy: boolean
}

/** Starts are given in steps of ten minutes, and never later than computed [ms]. */
const stepMs = 10 * minuteMs

/**
 * When a temperature first is at or below a limit, between two hours by a line [ms since epoch]. Where the hour before
 * is missing, the last known one counts; where the first hour is already that cold, it is the answer.
 * @returns Null where no hour is that cold.
 */
export function firstReached(
  hours: readonly ProtectionHour[],
  valueC: (hour: ProtectionHour) => number,
  limitC: number
): number | null {
  let before: ProtectionHour | null = null
  let isGap = false
  for (const hour of hours) {
    const here = valueC(hour)
    if (Number.isNaN(here)) {
      isGap = true
      continue
    }
    if (here <= limitC) {
      if (before === null) return hour.at
      if (isGap) return before.at
      const share = (valueC(before) - limitC) / (valueC(before) - here)
      return Math.floor((before.at + share * (hour.at - before.at)) / stepMs) * stepMs
    }
    before = hour
    isGap = false
  }
  return null
}
