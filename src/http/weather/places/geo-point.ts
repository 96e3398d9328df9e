/** Where a feature of GeoJSON is. */
import Type from 'typebox'
import { named } from '../../schema.ts'

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
