/** From a report to the body of GET /weather/current. */

import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import { weatherLabel } from '../../language/labels.ts'
import { publish, type Quantity } from '../../weather/units.ts'
import { weatherIcon } from '../../weather/weather-codes.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import { codeOrNull, commonBlocks, localInstant, type Wording } from './blocks.present.ts'
import type { CurrentBody } from './current.schema.ts'

/** Null where no hour near now is known. */
export function presentCurrent(report: PlaceReport, wording: Wording): CurrentBody | null {
  const { current, place } = report
  if (current.validAt === null) return null
  const shown = (value: number, quantity: Quantity) => publish(value, quantity, wording.units)
  const code = codeOrNull(current.weatherCode)
  return {
    ...commonBlocks(report, wording),
    current: {
      kind: current.kind,
      valid_at: localInstant(zoneClock(place.timezone), current.validAt),
      temperature: shown(current.temperatureC, 'temperature'),
      apparent_temperature: shown(current.apparentTemperatureC, 'temperature'),
      relative_humidity: shown(current.relativeHumidityFraction, 'percent'),
      dew_point: shown(current.dewPointC, 'temperature'),
      wet_bulb_temperature: shown(current.wetBulbTemperatureC, 'temperature'),
      frost_point: shown(current.frostPointC, 'temperature'),
      wind_speed: shown(current.windSpeedMps, 'wind_speed'),
      wind_gust_speed: shown(current.windGustSpeedMps, 'wind_speed'),
      wind_direction: shown(current.windDirectionDegrees, 'direction'),
      pressure_msl: shown(current.pressureMslHpa, 'pressure'),
      cloud_cover: shown(current.cloudCoverFraction, 'percent'),
      visibility: shown(current.visibilityM, 'visibility'),
      precipitation: shown(current.precipitationMm, 'precipitation'),
      snowfall: shown(current.snowfallCm, 'snowfall'),
      weather_code: code,
      weather_label: weatherLabel(code, wording.lang),
      icon: weatherIcon(code, current.isDay),
      is_day: current.isDay
    }
  }
}
