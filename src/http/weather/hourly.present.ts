/** From a report's slots to the body of GET /weather/hourly. */

import type { PlaceReport, SlotReport } from '../../forecasts/report/place-report.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { weatherLabel } from '../../language/labels.ts'
import { publish } from '../../weather/units.ts'
import { weatherIcon } from '../../weather/weather-codes.ts'
import { type ZoneClock, zoneClock } from '../../weather/zone-clock.ts'
import { codeOrNull, commonBlocks, type Wording } from './blocks.present.ts'
import type { HourlyBody, HourlySlot } from './hourly.schema.ts'

export function presentHourly(report: PlaceReport, wording: Wording): HourlyBody {
  const clock = zoneClock(report.place.timezone)
  return {
    ...commonBlocks(report, wording, report.slotNotices),
    slots: report.slots.map((slot) => presentSlot(slot, wording, clock))
  }
}

function presentSlot(
  { span, summary, partial, isDay, wetBulbTemperatureC, frost }: SlotReport,
  { units, lang }: Wording,
  clock: ZoneClock
): HourlySlot {
  const code = codeOrNull(summary.weatherCode)
  return {
    from: clock.format(span.fromSecond),
    to: clock.format(span.toSecond),
    hours_available: summary.stampsAvailable,
    partial,
    is_day: isDay,
    temperature: publish(summary.temperatureMean, 'temperature', units),
    temperature_min: publish(summary.temperatureMin, 'temperature', units),
    temperature_max: publish(summary.temperatureMax, 'temperature', units),
    apparent_temperature: publish(summary.apparentTemperatureMean, 'temperature', units),
    dew_point: publish(summary.dewPointMean, 'temperature', units),
    wet_bulb_temperature: publish(wetBulbTemperatureC, 'temperature', units),
    relative_humidity: publish(summary.relativeHumidityMean, 'percent', units),
    wind_speed: publish(summary.windSpeedMean, 'wind_speed', units),
    wind_gust_speed: publish(summary.windGustSpeedMax, 'wind_speed', units),
    wind_direction: publish(summary.windDirection, 'direction', units),
    cloud_cover: publish(summary.cloudCoverMean, 'percent', units),
    precipitation: publish(summary.precipitation, 'precipitation', units),
    precipitation_probability: publish(summary.precipitationProbabilityMax, 'percent', units),
    snowfall: publish(summary.snowfall, 'snowfall', units),
    pressure_msl: publish(summary.pressureMslMean, 'pressure', units),
    weather_code: code,
    weather_label: weatherLabel(code, lang),
    icon: weatherIcon(code, isDay),
    frost: {
      score: frost.score,
      level: frost.level,
      level_label: levelLabel(frost.level, lang),
      plant_temperature_min: publish(frost.plantTemperatureMinC ?? Number.NaN, 'temperature', units)
    }
  }
}
