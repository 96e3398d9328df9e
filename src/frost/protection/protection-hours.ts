/** The hours of a night as protection needs them, from a forecast. */
import { type HourlySeries, valueAt } from '../../weather/series.ts'
import { hourMs } from '../../weather/time.ts'
import { wetBulbC } from '../../weather/wet-bulb.ts'
import type { KnownNight } from '../frost-night.ts'
import type { ProtectionHour } from './protection-hour.ts'

/** WMO codes of fog. */
const fogCodes = [45, 48]

/** The hours from noon to noon. The air is moved by what moved the night's minimum; the dew point stays, but for its limit. */
export function protectionHours(
  night: KnownNight,
  series: HourlySeries,
  elevationM: number | null
): readonly ProtectionHour[] {
  const { firstHour, lastHour } = night.window
  const count = lastHour - firstHour + 1
  const rawC = Array.from({ length: count }, (_, index) => valueAt(series, 'temperature', firstHour + index))
  const shiftC = night.airTemperatureMinC - Math.min(...rawC.filter(Number.isFinite))
  return rawC.map((raw, index) => {
    const hour = firstHour + index
    const airC = raw + shiftC
    const pressureMslHpa = valueAt(series, 'pressureMsl', hour)
    const dewPointC = valueAt(series, 'dewPoint', hour)
    return {
      at: hour * hourMs,
      airC,
      wetBulbC: wetBulbC({ temperatureC: airC, dewPointC, pressureMslHpa, elevationM }),
      plantC: night.plantTemperatureC[index] ?? Number.NaN,
      windSpeedMps: valueAt(series, 'windSpeed', hour),
      isFoggy: fogCodes.includes(valueAt(series, 'weatherCode', hour))
    }
  })
}
