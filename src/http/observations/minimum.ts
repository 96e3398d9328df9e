import Type from 'typebox'
import type { Exposure } from '../../frost/frost-night.ts'
import { exposures } from '../../frost/scoring-profile.ts'
import type { MinimumKind } from '../../observations/ports.ts'
import { minimumKinds } from '../../observations/row-parts.ts'
import { withDefault, wordParameter } from '../parameter.ts'
import { namedPoint } from '../places/schema.ts'
import { named, number, numberOrNull, oneOf, oneOfOrNull, text, textOrNull } from '../schema.ts'

export const minimumMembers = {
  kind: oneOf(['air_2m', 'plant'], 'Which minimum.'),
  exposure: oneOfOrNull(exposures, 'Of the plants; null for the air.')
}

export const recordLocation = { ...namedPoint.properties, timezone: text('IANA time zone.') }

export const recordMembers = {
  record: Type.Union(
    [
      named('RecordPoint', {
        lat: number('Degrees north.'),
        lon: number('Degrees east.'),
        elevation: numberOrNull('Metres above mean sea level.')
      }),
      Type.Null()
    ],
    {
      description:
        'Whose record it is: that of the point itself, or of a named place within 5 km and 100 m of height. ' +
        'Null where there is none, or it is measured near at a point without a name.'
    }
  ),
  record_missing: oneOfOrNull(
    ['none_near', 'other_height'],
    'Why there is none: nothing is recorded near, or only at a place of another height. Null where there is one.'
  ),
  record_note: textOrNull(
    'In words: whose record it is where not the point’s own, or why that of the place near is not used; null ' +
      'where neither is to be said.'
  )
}

export const kindParameter = withDefault<MinimumKind>(
  wordParameter({
    name: 'kind',
    description: 'Which minimum is verified: that of the air at 2 m, or of plants of an `exposure`.',
    words: minimumKinds
  }),
  'air_2m'
)

export const plantExposureParameter = withDefault<Exposure>(
  wordParameter({
    name: 'exposure',
    description: 'Where the plants are that `kind=plant` looks at; without a meaning for the air.',
    words: exposures
  }),
  'ground'
)
