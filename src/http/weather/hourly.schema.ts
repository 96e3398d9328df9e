/** The body of GET /weather/hourly. */
import type { Static } from 'typebox'
import { weatherIcons } from '../../weather/weather-codes.ts'
import { flag, instant, integer, list, named, numberOrNull, oneOfOrNull, textOrNull } from '../schema.ts'
import { frostScore, locationBlock, metaBlock, unitsBlock } from './blocks.schema.ts'

export const hourlySlot = named('Slot', {
  from: instant('Start, included.'),
  to: instant('End, not included: three elapsed hours later.'),
  hours_available: integer('Hours of it that have a temperature, 0…3.'),
  partial: flag('True where hours are missing.'),
  is_day: flag('The sun is up in the middle of the slot.'),
  temperature: numberOrNull(
    'Mean air temperature at 2 m; in a night’s hours as in `/weather/night`, corrected by what was learned at ' +
      'the place.'
  ),
  temperature_min: numberOrNull('Air at 2 m, corrected as `temperature`.'),
  temperature_max: numberOrNull('Air at 2 m, corrected as `temperature`.'),
  apparent_temperature: numberOrNull('Mean of what it feels like.'),
  dew_point: numberOrNull('Mean dew point.'),
  wet_bulb_temperature: numberOrNull('Of the mean temperature, dew point and pressure.'),
  relative_humidity: numberOrNull('Mean relative humidity.'),
  wind_speed: numberOrNull('Mean wind at 10 m.'),
  wind_gust_speed: numberOrNull('The strongest gust.'),
  wind_direction: numberOrNull('Speed-weighted vector mean.'),
  cloud_cover: numberOrNull('Mean cloud cover.'),
  precipitation: numberOrNull('Sum.'),
  precipitation_probability: numberOrNull('The highest hourly probability.'),
  snowfall: numberOrNull('Sum of fresh snow.'),
  pressure_msl: numberOrNull('Mean pressure at mean sea level.'),
  weather_code: numberOrNull('The most severe WMO code.'),
  weather_label: textOrNull('The same in words; null with it.'),
  icon: oneOfOrNull(weatherIcons, 'The icon’s name; null without a `weather_code`.'),
  frost: named(
    'SlotFrost',
    {
      ...frostScore.properties,
      plant_temperature_min: numberOrNull(
        'Of the exposed plants, corrected by what was learned at the place.'
      )
    },
    'FROST-P, generic curve, at the ground; the highest hour of the slot.'
  )
})

export const hourlyBody = named('HourlyAnswer', {
  location: locationBlock,
  slots: list(hourlySlot, 'One row for each 3 hours; the first one holds now.'),
  units: unitsBlock,
  meta: metaBlock
})

export type HourlySlot = Static<typeof hourlySlot>
export type HourlyBody = Static<typeof hourlyBody>
