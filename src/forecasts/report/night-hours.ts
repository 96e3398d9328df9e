/** A night hour by hour: the air, the plant and its 10–90 % band. */

import type { KnownNight } from '../../frost/frost-night.ts'
import { bandHalfWidthC } from '../../frost/night-band.ts'
import { type HourlySeries, valueAt } from '../../weather/series.ts'
import { hourMs } from '../../weather/time.ts'

/** One whole hour; NaN: unknown. */
export interface NightHour {
  /** [ms since epoch] */
  readonly at: number
  readonly airC: number
  readonly plantC: number
  readonly lowC: number
  readonly highC: number
}

const hoursBeforeSunset = 2
const hoursAfterSunrise = 3

/**
 * From two hours before sunset to three after sunrise, or the whole window where the sun does not set or
 * rise.
 */
export function nightHours(night: KnownNight, series: HourlySeries): readonly NightHour[] {
  const { firstHour, lastHour, sunsetAt, sunriseAt } = night.window
  const from =
    sunsetAt === null ? firstHour : Math.max(firstHour, Math.floor(sunsetAt / hourMs) - hoursBeforeSunset)
  const to =
    sunriseAt === null ? lastHour : Math.min(lastHour, Math.ceil(sunriseAt / hourMs) + hoursAfterSunrise)
  const hours: NightHour[] = []
  for (let hour = from; hour <= to; hour++) {
    const airC = valueAt(series, 'temperature', hour)
    const plantC = night.plantTemperatureC[hour - firstHour] ?? Number.NaN
    const half = bandHalfWidthC(night, airC - plantC)
    hours.push({ at: hour * hourMs, airC, plantC, lowC: plantC - half, highC: plantC + half })
  }
  return hours
}
