/** The weather now, from the model: the value at the nearest hour that is not in the future. */
import { hourMs } from '../../common/time.ts'
import { frostPointC } from '../../weather/moist-air.ts'
import { type SeriesVariable, valueAt } from '../../weather/series.ts'
import { wetBulbC } from '../../weather/wet-bulb.ts'
import { isDayAt } from '../days.ts'
import type { ForecastSnapshot } from '../forecast-snapshot.ts'
import type { CurrentWeather } from './place-report.ts'

/** An older hour does not count as current. */
const hoursBack = 3

/** The weather at `at` [ms since epoch]. */
export function currentWeather(
  forecast: ForecastSnapshot,
  at: number,
  elevationM: number | null
): CurrentWeather {
  const hour = presentHour(forecast, at)
  const value = (variable: SeriesVariable): number =>
    hour === null ? Number.NaN : valueAt(forecast.shownSeries, variable, hour)
  const temperatureC = value('temperature')
  const dewPointC = value('dewPoint')
  const pressureMslHpa = value('pressureMsl')
  return {
    kind: 'modelled',
    validAt: hour === null ? null : hour * hourMs,
    isDay: isDayAt(forecast.point, at),
    temperatureC,
    apparentTemperatureC: value('apparentTemperature'),
    relativeHumidityFraction: value('relativeHumidity'),
    dewPointC,
    wetBulbTemperatureC: wetBulbC({ temperatureC, dewPointC, pressureMslHpa, elevationM }),
    frostPointC: frostPointC(dewPointC) ?? Number.NaN,
    windSpeedMps: value('windSpeed'),
    windGustSpeedMps: value('windGustSpeed'),
    windDirectionDegrees: value('windDirection'),
    pressureMslHpa,
    cloudCoverFraction: value('cloudCover'),
    visibilityM: value('visibility'),
    precipitationMm: value('precipitation'),
    snowfallCm: value('snowfall'),
    weatherCode: value('weatherCode')
  }
}

/** The latest hour with a temperature [hours since epoch]; null where none is near enough. */
function presentHour({ series }: ForecastSnapshot, at: number): number | null {
  const now = Math.floor(at / hourMs)
  for (let hour = now; hour > now - hoursBack; hour--) {
    if (!Number.isNaN(valueAt(series, 'temperature', hour))) return hour
  }
  return null
}
