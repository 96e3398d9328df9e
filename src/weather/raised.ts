import { dewPointC } from './moist-air.ts'
import { column, type HourlySeries } from './series.ts'

/** The standard atmosphere's change of temperature with height [K/m]. */
export const lapseRatePerMetre = -0.0065

/**
 * By lapse rate and constant relative humidity, dew point from both; for a source not asked at the place's elevation.
 * @param riseM Place minus forecast [m]
 */
export function raised(series: HourlySeries, riseM: number): HourlySeries {
  if (riseM === 0) return series
  const values = Float32Array.from(series.values)
  const moved = { ...series, values }
  const temperatures = column(moved, 'temperature')
  const apparent = column(moved, 'apparentTemperature')
  const dewPoints = column(moved, 'dewPoint')
  const humidity = column(moved, 'relativeHumidity')
  for (let index = 0; index < series.hours; index++) {
    const temperature = (temperatures[index] ?? Number.NaN) + lapseRatePerMetre * riseM
    temperatures[index] = temperature
    apparent[index] = (apparent[index] ?? Number.NaN) + lapseRatePerMetre * riseM
    if (!Number.isNaN(dewPoints[index] ?? Number.NaN))
      dewPoints[index] = dewPointC(temperature, humidity[index] ?? Number.NaN)
  }
  return moved
}

/** Temperatures [°C] `riseM` metres higher. */
export function raisedTemperatures(temperaturesC: Float32Array, riseM: number): Float32Array {
  return riseM === 0 ? temperaturesC : temperaturesC.map((value) => value + lapseRatePerMetre * riseM)
}
