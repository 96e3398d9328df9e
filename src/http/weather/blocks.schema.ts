import type { Static } from 'typebox'
import { frostLevels } from '../frost-levels.ts'
import {
  flag,
  instant,
  list,
  named,
  number,
  numberOrNull,
  oneOf,
  orNull,
  row,
  text,
  textOrNull,
  unit,
  url
} from '../schema.ts'

export const locationBlock = named(
  'Location',
  {
    lat: number('Degrees north, 3 decimals: the point that was asked for.', { minimum: -90, maximum: 90 }),
    lon: number('Degrees east, 3 decimals.', { minimum: -180, maximum: 180 }),
    name: textOrNull('The place’s name; null for a bare point more than 3 km from a known place.'),
    slug: textOrNull('The place’s slug, which never changes; null as with `name`.'),
    region: textOrNull('First-level division (province) of the place; null as with `name`.'),
    country: textOrNull('ISO 3166-1 alpha-2; null as with `name`.'),
    timezone: text('IANA time zone of days, nights and slots.'),
    elevation: numberOrNull('Height above mean sea level.'),
    nearest: orNull(
      named('NearestPlace', {
        name: text('In the place’s own spelling.'),
        slug: text('For ever.'),
        distance_km: number('Great-circle distance, one decimal.', { minimum: 0 })
      }),
      'The nearest named place; null at a named place itself.'
    )
  },
  'The place the answer is for.'
)

export const unitsBlock = named(
  'Units',
  {
    temperature: unit('Of every temperature, dew point and frost point.'),
    wind_speed: unit('Of wind and gusts.'),
    wind_direction: unit('From where the wind blows, from north.'),
    precipitation: unit('Of rain and melted snow.'),
    snowfall: unit('Of fresh snow.'),
    pressure_msl: unit('Of pressure at mean sea level.'),
    visibility: unit('For how far one sees.'),
    relative_humidity: unit('How much of the vapour that saturates the air is in it.'),
    cloud_cover: unit('How much of the sky clouds cover.'),
    precipitation_probability: unit('How likely rain or snow is.'),
    elevation: unit('Of heights.')
  },
  'What the numbers are.'
)

export const metaBlock = named(
  'Meta',
  {
    synthetic: flag('True: demo weather that is made up. It must not be used for decisions.'),
    freshness: named(
      'Freshness',
      {
        status: oneOf(
          ['fresh', 'aging', 'stale'],
          'Up to one update period of the source since the coming night was last confirmed, up to two, or ' +
            'older. Never `fresh` where that night is unknown.'
        ),
        issued_at: instant(
          'The time of the forecast run if the source gives it, else when this forecast was first received.'
        ),
        confirmed_at: instant(
          'When the source last confirmed that this is its current forecast: `status` and the age in notices go ' +
            'by it, or by an earlier one where the latest answer lacks the coming night.'
        )
      },
      'How new the forecast is.'
    ),
    check: oneOf(
      ['unchecked', 'agrees', 'disagrees', 'set_aside'],
      'The forecast against the one before it: there was none to compare with; both agree; they disagree, and of ' +
        'each night the colder is shown; or a newer one cannot be right and this is the one before it.'
    ),
    sources: list(
      named('Source', {
        id: text('Stable id of the source.'),
        name: text('The source’s name.'),
        model: textOrNull('The weather model, where the source names it; null where it does not.'),
        models: list(
          text('Its name at the source.'),
          'Every model of the forecast: several where they are blended, each without its own error. Empty where ' +
            'the source does not name them.'
        ),
        license: text('Licence of the data.'),
        url: url('Where the source is described.'),
        grid: row(
          {
            lat: numberOrNull('Of the grid cell that answered.'),
            lon: numberOrNull('Of the grid cell that answered.'),
            elevation: numberOrNull('The height that the forecast is for.'),
            raised: number(
              'How much higher that is than where the forecast was fetched for: points of one cell share a ' +
                'request, and are moved by −6.5 °C a kilometre; 0 where it was fetched for the point.'
            )
          },
          'Where the source’s model has its value.'
        )
      }),
      'Where the data are from, the source of the forecast first.'
    ),
    attribution: text('The sentence that must appear wherever the data are shown.'),
    notices: list(
      named('Notice', {
        code: text('What clients key on, for example `horizon_truncated`.'),
        message: text('The same for people, in the language asked for.')
      }),
      'What a reader must know about the numbers; usually empty.'
    )
  },
  'What must be known of the data.'
)

export const frostScore = named(
  'FrostScore',
  {
    score: numberOrNull(
      'Frost score: expected severity of the night in percent; null where it cannot be computed.',
      {
        minimum: 0,
        maximum: 100
      }
    ),
    level: oneOf(frostLevels, '`unknown` where the score is null.'),
    level_label: text('The level in words.')
  },
  'FROST-P, generic curve, at the ground.'
)

export type LocationBlock = Static<typeof locationBlock>
export type MetaBlock = Static<typeof metaBlock>
