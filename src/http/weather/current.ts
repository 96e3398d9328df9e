import type { Static } from 'typebox'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import { weatherLabel } from '../../language/labels.ts'
import { publish, type Quantity } from '../../weather/units.ts'
import { weatherIcon, weatherIcons } from '../../weather/weather-codes.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import { flag, instant, named, numberOrNull, oneOf, oneOfOrNull, textOrNull } from '../schema.ts'
import { codeOrNull, commonBlocks, localInstant, type Wording } from './blocks.present.ts'
import { locationBlock, metaBlock, unitsBlock } from './blocks.schema.ts'

export const currentBody = named('CurrentWeatherAnswer', {
  location: locationBlock,
  current: named(
    'CurrentWeather',
    {
      kind: oneOf(['modelled', 'observed'], 'Modelled weather is never sold as observed.'),
      valid_at: instant('The hour the values belong to.'),
      temperature: numberOrNull('Air at 2 m; in a night’s hours corrected by what was learned at the place.'),
      apparent_temperature: numberOrNull('What it feels like.'),
      relative_humidity: numberOrNull('Relative humidity at 2 m.'),
      dew_point: numberOrNull('Dew point at 2 m.'),
      wet_bulb_temperature: numberOrNull('By the psychrometer formula of WMO-No. 8.'),
      frost_point: numberOrNull('Saturation over ice; null where the dew point is above 0 °C.'),
      wind_speed: numberOrNull('Wind at 10 m.'),
      wind_gust_speed: numberOrNull('The strongest gust of the hour.'),
      wind_direction: numberOrNull('From where the wind blows.'),
      pressure_msl: numberOrNull('Pressure at mean sea level.'),
      cloud_cover: numberOrNull('Total cloud cover.'),
      visibility: numberOrNull('How far one sees; null where the source does not say.'),
      precipitation: numberOrNull('Of the hour that ended at `valid_at`.'),
      snowfall: numberOrNull('Of the hour that ended at `valid_at`.'),
      weather_code: numberOrNull('WMO code.'),
      weather_label: textOrNull('The same in words; null with it.'),
      icon: oneOfOrNull(weatherIcons, 'The icon’s name; null without a `weather_code`.'),
      is_day: flag('The sun is above the horizon.')
    },
    'The weather of the hour that is nearest to now.'
  ),
  units: unitsBlock,
  meta: metaBlock
})

export function presentCurrent(report: PlaceReport, wording: Wording): Static<typeof currentBody> | null {
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
