import { hourMs, minuteMs } from '../../common/time.ts'
import { type HourlySeries, valueAt } from '../../weather/series.ts'
import type { KnownNight } from '../frost-night.ts'
import { airAt, airShiftC } from '../shifted-air.ts'

/** `sigmaC` is of the plant minimum and `sigmaAirC` of the air's; `radiativeOffsetC` is at the ground [°C]. */
export interface ColdNight
  extends Pick<KnownNight, 'sigmaC' | 'sigmaAirC' | 'radiativeOffsetC' | 'inputsMissing'> {
  readonly hours: readonly ProtectionHour[]
  /** The instant of the advice [ms since epoch]. */
  readonly at: number
  /** The whole hour at which the night is over [ms since epoch]. */
  readonly overAt: number
  readonly criticalC: number
  /** When the plants are first expected at or below the critical temperature [ms since epoch]; null: never. */
  readonly coldFrom: number | null
  /** Probability that the plants reach the critical temperature, 0…1. */
  readonly probability: number
  /** Its probability is at least one in twenty. */
  readonly isCold: boolean
  /** From the expected minimum of the plants up to the critical temperature [°C], ≥ 0. */
  readonly neededC: number
  /** The mean wind of the dark hours at 10 m [m/s]; null where unknown. */
  readonly windSpeedMps: number | null
}

/** Standard deviations by which wet bulb and plants are colder than the forecast in one night in twenty. */
export const zOneInTwenty = 1.6449

/** Machines and fires start with plants this much warmer than the critical temperature [°C]; docs/science.md [9]. */
const headStartC = 1

/**
 * When heating must start; null where no later hour has the plants that near the critical temperature.
 * @param marginC How much colder than expected the plants may be [°C].
 */
export function heatingStartAt({ hours, at, criticalC }: ColdNight, marginC = 0): number | null {
  const limitC = criticalC + headStartC + marginC
  const isAhead = hours.some((hour) => hour.at >= at && hour.plantC <= limitC)
  return isAhead ? firstReached(hours, ({ plantC }) => plantC, limitC) : null
}

export interface ProtectionHour {
  /** [ms since epoch] */
  readonly at: number
  readonly airC: number
  readonly wetBulbC: number
  readonly plantC: number
  /** Wind at 10 m [m/s]. */
  readonly windSpeedMps: number
  readonly isFoggy: boolean
}

/** Starts are given in steps of ten minutes, and never later than computed [ms]. */
const stepMs = 10 * minuteMs

/**
 * When a temperature is first at or below a limit, by a line from the last known hour [ms since epoch]; the first hour
 * where that is as cold, null where none is.
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

/** WMO codes of fog. */
const fogCodes = [45, 48]

export function protectionHours(
  night: KnownNight,
  series: HourlySeries,
  elevationM: number | null
): readonly ProtectionHour[] {
  const { firstHour, lastHour } = night.window
  const shiftC = airShiftC(night, series)
  return Array.from({ length: lastHour - firstHour + 1 }, (_, index) => {
    const hour = firstHour + index
    return {
      at: hour * hourMs,
      ...airAt(series, hour, { shiftC, elevationM }),
      plantC: night.plantTemperatureC[index] ?? Number.NaN,
      windSpeedMps: valueAt(series, 'windSpeed', hour),
      isFoggy: fogCodes.includes(valueAt(series, 'weatherCode', hour))
    }
  })
}
