import { integer, list, named, number, numberOrNull, oneOf, text, textOrNull } from '../schema.ts'

const members = {
  slug: text('For ever: `^[a-z0-9]+(-[a-z0-9]+)*$`.'),
  name: text('In the place’s own spelling.'),
  region: textOrNull('First-level division; null where the country has none.'),
  country: text('ISO 3166-1 alpha-2.'),
  kind: oneOf(['province', 'district', 'place'], 'What the place is.'),
  lat: number('Degrees north.', { minimum: -90, maximum: 90 }),
  lon: number('Degrees east.', { minimum: -180, maximum: 180 }),
  elevation: numberOrNull('Metres above mean sea level.'),
  timezone: text('IANA time zone.'),
  population: integer('0 where it is not known.', { minimum: 0 })
} as const

const locationRow = named('Place', members, 'A named place.')

export const locationsBody = named('PlacesAnswer', {
  locations: list(locationRow, 'Best match first.'),
  unknown_words: list(
    text('A word as it was typed.'),
    'Words of the search that none of the places explains; mostly none. The places are for the rest.'
  )
})
export const placesNearBody = named('PlacesNearAnswer', {
  locations: list(
    named('PlaceNear', {
      ...members,
      distance_km: number('Great-circle distance, one decimal.', { minimum: 0 })
    }),
    'Nearest first.'
  )
})
export const locationBody = named('PlaceAnswer', { location: locationRow })

export const namedPoint = named(
  'NamedPoint',
  {
    lat: number('Degrees north.'),
    lon: number('Degrees east.'),
    name: textOrNull('The place’s name; null for a bare point over 3 km from a known place.'),
    slug: textOrNull('The place’s slug; null as with `name`.')
  },
  'The place the answer is for.'
)
