/** The bodies of /locations. */
import type { Static } from 'typebox'
import { integer, list, number, numberOrNull, oneOf, row, text, textOrNull } from '../schema.ts'

const locationRow = row({
  slug: text('For ever: `^[a-z0-9]+(-[a-z0-9]+)*$`.'),
  name: text('In the place’s own spelling.'),
  region: textOrNull('First-level division.'),
  country: text('ISO 3166-1 alpha-2.'),
  kind: oneOf(['province', 'district', 'place'], 'What the place is.'),
  lat: number('Degrees north.', { minimum: -90, maximum: 90 }),
  lon: number('Degrees east.', { minimum: -180, maximum: 180 }),
  elevation: numberOrNull('Metres above mean sea level.'),
  timezone: text('IANA time zone.'),
  population: integer('0 where it is not known.', { minimum: 0 })
})

export const locationsBody = row({ locations: list(locationRow) })
export const locationBody = row({ location: locationRow })

export type LocationRow = Static<typeof locationRow>
