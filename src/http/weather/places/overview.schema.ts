import Type, { type Static } from 'typebox'
import { exposures } from '../../../frost/scoring-profile.ts'
import { frostLevels } from '../../frost-levels.ts'
import {
  dateOrNull,
  flag,
  former,
  list,
  named,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  row,
  text,
  textOrNull,
  unit
} from '../../schema.ts'

export const geoPoint = named(
  'GeoPoint',
  {
    type: Type.Literal('Point', { description: 'RFC 7946.' }),
    coordinates: Type.Array(Type.Number(), {
      description: 'Degrees east, then degrees north.',
      minItems: 2,
      maxItems: 2
    })
  },
  'Where the place is.'
)

const freshness = oneOfOrNull(
  ['fresh', 'aging', 'stale'],
  'How new the forecast is, as `meta.freshness.status`; null where there is none.'
)

const overviewRow = named('OverviewPlace', {
  slug: text('The place’s slug; never changes.'),
  name: text('In the place’s own spelling.'),
  region: textOrNull('First-level division (province) of the place; null where it has none.'),
  lat: number('Degrees north.', { minimum: -90, maximum: 90 }),
  lon: number('Degrees east.', { minimum: -180, maximum: 180 }),
  date: dateOrNull('The morning that ends the night; null where the place has no such night.'),
  score: numberOrNull('0…100, one decimal; null where it is not known.', { minimum: 0, maximum: 100 }),
  level: oneOf(frostLevels, 'Level of the score.'),
  level_label: text('The level in words.'),
  temperature_min: numberOrNull('Air at 2 m; null where the night is not known.'),
  plant_temperature_min: numberOrNull('What an exposed plant feels; null where the night is not known.'),
  frost_probability: numberOrNull('Of plants below 0 °C; null where the night is not known.', {
    minimum: 0,
    maximum: 1
  }),
  freshness_status: freshness,
  freshness: former(freshness, 'freshness_status'),
  missing_because: oneOfOrNull(
    ['quota_exceeded', 'data_unavailable', 'night_unknown'],
    'Why nothing is known: no further new point may be opened today, no source has data, or the forecast has ' +
      'not enough of this night. Null where the night is known.'
  )
})

const besidePlaces = {
  country: text('ISO 3166-1 alpha-2.'),
  region: textOrNull('Slug of the province whose districts are listed; null: the provinces are.'),
  crop: textOrNull('Slug of the crop; null without one.'),
  stage: textOrNull('Slug of the stage as asked for; null without a crop, and with `auto`.'),
  exposure: oneOf(exposures, 'At what height the plant temperature holds.'),
  units: named('OverviewUnits', { temperature: unit('Of every temperature.') }, 'What the numbers are.'),
  synthetic: flag('True: demo weather that is made up. It must not be used for decisions.'),
  attributions: list(Type.String(), 'Sentences that the licences of the data ask for.')
}

export const overviewBody = named('OverviewAnswer', {
  ...besidePlaces,
  places: list(overviewRow, 'Provinces by plate code, districts by name.')
})

export const overviewCsv = Type.String({
  description:
    'The members of `places` as columns, then crop, stage, exposure, `units_temperature`, `synthetic` and ' +
    '`attributions`. Null is an empty cell.'
})

const { lat: _, lon: __, ...properties } = overviewRow.properties

export const overviewFeatures = named('OverviewFeatures', {
  type: Type.Literal('FeatureCollection', { description: 'RFC 7946.' }),
  features: list(
    named('OverviewFeature', {
      type: Type.Literal('Feature', { description: 'RFC 7946.' }),
      geometry: geoPoint,
      properties: row(properties, 'As a row of `places`, without its coordinates.')
    }),
    'In the order of `places`.'
  ),
  ...besidePlaces
})

export type OverviewBody = Static<typeof overviewBody>
