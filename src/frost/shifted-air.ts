/** The air of a night's hours, moved by what moved its minimum. */
import { type HourlySeries, valueAt } from '../weather/series.ts'
import { wetBulbC } from '../weather/wet-bulb.ts'
import type { KnownNight } from './frost-night.ts'

/**
 * By how much the night's minimum was moved from the forecast's, by what was learned or measured [°C]; all its hours
 * move so.
 */
export function airShiftC({ window, airTemperatureMinC }: KnownNight, series: HourlySeries): number {
  let rawMinC = Number.POSITIVE_INFINITY
  for (let hour = window.firstHour; hour <= window.lastHour; hour++) {
    const rawC = valueAt(series, 'temperature', hour)
    if (rawC < rawMinC) rawMinC = rawC
  }
  return airTemperatureMinC - rawMinC
}

interface HourAir {
  /** NaN: unknown. */
  readonly airC: number
  readonly wetBulbC: number
}

/** One hour's air. The dew point stays, but for its limit. */
export function airAt(
  series: HourlySeries,
  hour: number,
  { shiftC, elevationM }: { readonly shiftC: number; readonly elevationM: number | null }
): HourAir {
  const temperatureC = valueAt(series, 'temperature', hour) + shiftC
  const dewPointC = valueAt(series, 'dewPoint', hour)
  const pressureMslHpa = valueAt(series, 'pressureMsl', hour)
  return {
    airC: temperatureC,
    wetBulbC: wetBulbC({ temperatureC, dewPointC, pressureMslHpa, elevationM })
  }
}
