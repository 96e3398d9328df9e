/** From a report's days to the body of GET /weather. */

import { hourSeconds } from '../../common/time.ts'
import type { DayRow } from '../../forecasts/days.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { weatherLabel } from '../../language/labels.ts'
import { publish } from '../../weather/units.ts'
import { weatherIcon } from '../../weather/weather-codes.ts'
import { type ZoneClock, zoneClock } from '../../weather/zone-clock.ts'
import { codeOrNull, commonBlocks, localInstantOrNull, type Wording } from './blocks.present.ts'
import type { ForecastBody, ForecastDay } from './forecast.schema.ts'

export function presentForecast(report: PlaceReport, wording: Wording): ForecastBody {
  const clock = zoneClock(report.place.timezone)
  return {
    ...commonBlocks(report, wording, report.dayNotices),
    daily: report.days.map((row) => presentDay(row, wording, clock))
  }
}

function presentDay(
  { day, summary, partial, sunriseAt, sunsetAt, frost }: DayRow,
  { units, lang }: Wording,
  clock: ZoneClock
): ForecastDay {
  const code = codeOrNull(summary.weatherCode)
  const lengthHours = (day.toSecond - day.fromSecond) / hourSeconds
  return {
    date: day.date,
    length_hours: lengthHours,
    hours: lengthHours,
    hours_available: summary.stampsAvailable,
    partial,
    weather_code: code,
    weather_label: weatherLabel(code, lang),
    icon: weatherIcon(code, true),
    temperature_min: publish(summary.temperatureMin, 'temperature', units),
    temperature_min_at: hourInstant(clock, summary.temperatureMinHour),
    temperature_max: publish(summary.temperatureMax, 'temperature', units),
    temperature_max_at: hourInstant(clock, summary.temperatureMaxHour),
    temperature_mean: publish(summary.temperatureMean, 'temperature', units),
    apparent_temperature_min: publish(summary.apparentTemperatureMin, 'temperature', units),
    apparent_temperature_max: publish(summary.apparentTemperatureMax, 'temperature', units),
    dew_point_mean: publish(summary.dewPointMean, 'temperature', units),
    relative_humidity_mean: publish(summary.relativeHumidityMean, 'percent', units),
    precipitation: publish(summary.precipitation, 'precipitation', units),
    precipitation_probability: publish(summary.precipitationProbabilityMax, 'percent', units),
    snowfall: publish(summary.snowfall, 'snowfall', units),
    wind_speed_max: publish(summary.windSpeedMax, 'wind_speed', units),
    wind_gust_speed_max: publish(summary.windGustSpeedMax, 'wind_speed', units),
    wind_direction_dominant: publish(summary.windDirection, 'direction', units),
    cloud_cover_mean: publish(summary.cloudCoverMean, 'percent', units),
    sunrise: localInstantOrNull(clock, sunriseAt),
    sunset: localInstantOrNull(clock, sunsetAt),
    uv_index_max: publish(summary.uvIndexMax, 'uv_index', units),
    frost: {
      score: frost.score,
      level: frost.level,
      level_label: levelLabel(frost.level, lang),
      temperature_min: publish(frost.airTemperatureMinC ?? Number.NaN, 'temperature', units),
      plant_temperature_min: publish(frost.plantTemperatureMinC ?? Number.NaN, 'temperature', units)
    }
  }
}

/** RFC 3339 of a stamp [hours since epoch]; null for NaN. */
function hourInstant(clock: ZoneClock, hour: number): string | null {
  return Number.isNaN(hour) ? null : clock.format(hour * hourSeconds)
}
