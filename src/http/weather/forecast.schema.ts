/** The body of GET /weather. */
import type { Static } from 'typebox'
import { weatherIcons } from '../../weather/weather-codes.ts'
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

export const forecastDay = named('Day', {
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

export type ForecastDay = Static<typeof forecastDay>
export type ForecastBody = Static<typeof forecastBody>
