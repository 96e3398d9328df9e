/** From the current weather to the body of GET /weather/current. */
import { frostPointC } from '../../forecast/moist-air.ts'
import { publish } from '../../forecast/units.ts'
import { weatherIcon } from '../../forecast/weather-codes.ts'
import { zoneClock } from '../../forecast/zone-clock.ts'
import { weatherLabel } from '../../language/weather-labels.ts'
import type { CurrentWeather } from '../../outlook/current.ts'
import { type Basis, commonBlocks, localInstant } from './blocks.present.ts'
import type { CurrentBody } from './current.schema.ts'
import { wetBulbC } from './wet-bulb.ts'

export function presentCurrent(basis: Basis, weather: CurrentWeather): CurrentBody {
  const { units, lang, point } = basis.question
  const { value } = weather
  const code = Number.isNaN(value('weatherCode')) ? null : value('weatherCode')
  const dewPointC = value('dewPoint')
  const elevationM = point.elevation ?? basis.point.grid.elevation
  const temperatureC = value('temperature')
  return {
    ...commonBlocks(basis, []),
    current: {
      kind: weather.kind,
      valid_at: localInstant(zoneClock(point.timezone), weather.validAt),
      temperature: publish(temperatureC, 'temperature', units),
      apparent_temperature: publish(value('apparentTemperature'), 'temperature', units),
      relative_humidity: publish(value('relativeHumidity'), 'percent', units),
      dew_point: publish(dewPointC, 'temperature', units),
      wet_bulb_temperature: publish(
        wetBulbC({ temperatureC, dewPointC, pressureMslHpa: value('pressureMsl'), elevationM }),
        'temperature',
        units
      ),
      frost_point: publish(frostPointC(dewPointC) ?? Number.NaN, 'temperature', units),
      wind_speed: publish(value('windSpeed'), 'wind_speed', units),
      wind_gust_speed: publish(value('windGustSpeed'), 'wind_speed', units),
      wind_direction: publish(value('windDirection'), 'direction', units),
      pressure_msl: publish(value('pressureMsl'), 'pressure', units),
      cloud_cover: publish(value('cloudCover'), 'percent', units),
      visibility: publish(value('visibility'), 'visibility', units),
      precipitation: publish(value('precipitation'), 'precipitation', units),
      snowfall: publish(value('snowfall'), 'snowfall', units),
      weather_code: code,
      weather_label: weatherLabel(code, lang),
      icon: weatherIcon(code, weather.isDay),
      is_day: weather.isDay
    }
  }
}
