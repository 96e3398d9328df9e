/** The wet-bulb temperature of published air values, where pressure and elevation may be unknown. */
import { standardPressureHpa, stationPressureHpa, wetBulbTemperatureC } from './moist-air.ts'

/**
 * The wet-bulb temperature [°C]; NaN where temperature or dew point is. Without a pressure the standard one
 * is used: 50 hPa change the wet-bulb temperature by less than 0.1 K near freezing.
 */
export function wetBulbC(air: {
  readonly temperatureC: number
  readonly dewPointC: number
  readonly pressureMslHpa: number
  readonly elevationM: number | null
}): number {
  const pressureMslHpa = Number.isNaN(air.pressureMslHpa) ? standardPressureHpa : air.pressureMslHpa
  const pressureHpa = stationPressureHpa(pressureMslHpa, air.elevationM ?? 0)
  return wetBulbTemperatureC(air.temperatureC, air.dewPointC, pressureHpa)
}
