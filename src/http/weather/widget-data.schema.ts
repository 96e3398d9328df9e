/** The body of GET /weather/widget-data: light, at most 2 kB gzipped. */
import type { Static } from 'typebox'
import { weatherIcons } from '../../weather/weather-codes.ts'
import { frostLevels } from '../frost-levels.ts'
import {
  date,
  dateOrNull,
  flag,
  instantOrNull,
  list,
  named,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  row,
  text,
  textOrNull,
  url
} from '../schema.ts'
import { locationBlock, metaBlock, unitsBlock } from './blocks.schema.ts'
import { nightProfile } from './frost-risk.schema.ts'

const score = numberOrNull('0…100, one decimal; null where unknown.', { minimum: 0, maximum: 100 })
const level = oneOf(frostLevels, 'Level of the score.')
const icon = oneOfOrNull(weatherIcons, 'The icon’s name; null where the weather is not known.')

export const widgetDataBody = named('WidgetDataAnswer', {
  location: locationBlock,
  current: named(
    'WidgetWeather',
    {
      kind: oneOf(['modelled', 'observed'], 'Modelled weather is never sold as observed.'),
      valid_at: instantOrNull('The hour the values belong to; null where no hour near now is known.'),
      temperature: numberOrNull('Air at 2 m; in a night’s hours corrected by what was learned at the place.'),
      weather_code: numberOrNull('WMO code.'),
      weather_label: textOrNull('The same in words; null with it.'),
      icon,
      is_day: flag('The sun is above the horizon.')
    },
    'The weather of the hour that is nearest to now.'
  ),
  today: row(
    {
      temperature_min: numberOrNull('Air at 2 m, corrected by what was learned at the place.'),
      temperature_max: numberOrNull('Air at 2 m.')
    },
    'Extremes of the civil day.'
  ),
  tonight: named(
    'WidgetNight',
    {
      date: date('The morning that ends the night.'),
      score,
      level,
      level_label: text('The level in words.'),
      temperature_min: numberOrNull('Air at 2 m, corrected by what was learned at the place.'),
      plant_temperature_min: numberOrNull('What an exposed plant feels; null where the score is.'),
      window: row(
        {
          from: instantOrNull('The first hour with plants at or below 0 °C; null where there is none.'),
          to: instantOrNull('The last such hour; null where there is none.')
        },
        'The hours with frost at the plants.'
      ),
      headline: text('One sentence for people.')
    },
    'The night that comes, or that goes on.'
  ),
  worst: row(
    {
      date: dateOrNull('The night with the highest score of the next seven; null where none is known.'),
      score,
      level
    },
    'The worst of the next seven nights.'
  ),
  profile: nightProfile,
  days: list(
    named('WidgetDay', {
      date: date('The civil day.'),
      weekday_label: text('The weekday of `date`, short.'),
      night_label: text('The night of `frost_level` by its evening and its morning: `Sat–Sun`.'),
      icon,
      temperature_min: numberOrNull('Air at 2 m, corrected by what was learned at the place.'),
      temperature_max: numberOrNull('Air at 2 m.'),
      frost_level: oneOf(frostLevels, 'Of the night that ends on the morning of this day.')
    }),
    'Up to five days, from tomorrow.',
    { minItems: 0, maxItems: 5 }
  ),
  links: row(
    {
      page: url('The page of the place or point.'),
      embed: url('The widget page, for an iframe.'),
      oembed: url('oEmbed of the widget page.')
    },
    'The same place for people.'
  ),
  units: unitsBlock,
  meta: metaBlock
})

export type WidgetDataBody = Static<typeof widgetDataBody>
