import type { Static } from 'typebox'
import { hourSeconds } from '../../common/time.ts'
import type { DayRow } from '../../forecasts/days.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { weatherLabel } from '../../language/labels.ts'
import { publish } from '../../weather/units.ts'
import { weatherIcon, weatherIcons } from '../../weather/weather-codes.ts'
import { type ZoneClock, zoneClock } from '../../weather/zone-clock.ts'
import {
  date,
  deprecated,
  flag,
  instantOrNull,
  integer,
  list,
  named,
  number,
  numberOrNull,
  oneOfOrNull,
  textOrNull
} from '../schema.ts'
import { codeOrNull, commonBlocks, localInstantOrNull, type Wording } from './blocks.present.ts'
import { frostScore, locationBlock, metaBlock, unitsBlock } from './blocks.schema.ts'

const nightFrost = named(
  'NightFrost',
  {
    ...frostScore.properties,
    temperature_min: numberOrNull('Air at 2 m in this night, corrected by what was learned at the place.'),
    plant_temperature_min: numberOrNull('What an exposed plant feels in this night.')
  },
  'FROST-P of the night that ends on this day, generic curve, at the ground.'
)

const dayLength = number('The day’s length [h]: 23 or 25 where clocks change.')

const forecastDay = named('Day', {
  date: date('The civil day in the place’s zone.'),
  length_hours: dayLength,
  hours: deprecated(dayLength, 'length_hours'),
  hours_available: integer('Hours of it that have a temperature.'),
  partial: flag('True where hours are missing: the extremes are those of the hours that are there.'),
  weather_code: numberOrNull('The most severe WMO code of the day.'),
  weather_label: textOrNull('The same in words, in the language asked for; null with it.'),
  icon: oneOfOrNull(weatherIcons, 'The icon’s name; null without a `weather_code`.'),
  temperature_min: numberOrNull('Air at 2 m, corrected by what was learned at the place.'),
  temperature_min_at: instantOrNull('The hour of the minimum; null with it.'),
  temperature_max: numberOrNull('Air at 2 m, of the same hours as the minimum.'),
  temperature_max_at: instantOrNull('The hour of the maximum; null with it.'),
  temperature_mean: numberOrNull('Air at 2 m, of the same hours.'),
  apparent_temperature_min: numberOrNull('What it feels like at its coldest.'),
  apparent_temperature_max: numberOrNull('What it feels like at its warmest.'),
  dew_point_mean: numberOrNull('Of all hours.'),
  relative_humidity_mean: numberOrNull('Of all hours, at 2 m.'),
  precipitation: numberOrNull('Sum, rain and melted snow.'),
  precipitation_probability: numberOrNull('The highest hourly probability.'),
  snowfall: numberOrNull('Sum of fresh snow.'),
  wind_speed_max: numberOrNull('The highest hourly wind at 10 m.'),
  wind_gust_speed_max: numberOrNull('The strongest gust.'),
  wind_direction_dominant: numberOrNull('Speed-weighted vector mean.'),
  cloud_cover_mean: numberOrNull('Of all hours, of the whole sky.'),
  sunrise: instantOrNull('Null in polar day or night.'),
  sunset: instantOrNull('Null in polar day or night.'),
  uv_index_max: numberOrNull('The highest UV index.'),
  frost: nightFrost
})

export const forecastBody = named('ForecastAnswer', {
  location: locationBlock,
  daily: list(forecastDay, 'One row a day, from today.'),
  units: unitsBlock,
  meta: metaBlock
})
export type ForecastBody = Static<typeof forecastBody>

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
): Static<typeof forecastDay> {
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
