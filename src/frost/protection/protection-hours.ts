/** The hours of a night as protection needs them, from a forecast. */
import { hourMs } from '../../common/time.ts'
import { type HourlySeries, valueAt } from '../../weather/series.ts'
import type { KnownNight } from '../frost-night.ts'
import { airAt, airShiftC } from '../shifted-air.ts'
import type { ProtectionHour } from './protection-hour.ts'

/** WMO codes of fog. */
const fogCodes = [45, 48]

/** The hours from noon to noon. */
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
