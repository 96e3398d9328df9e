import Type, { type Static } from 'typebox'
import { nearAt, notUsed } from '../../forecasts/report/notices.ts'
import type { Exposure } from '../../frost/frost-night.ts'
import { exposures } from '../../frost/scoring-profile.ts'
import type { Language } from '../../language/language.ts'
import { noticeMessage, whoseRecord } from '../../language/notices.ts'
import type { RecordAt } from '../../observations/around.ts'
import type { Site } from '../../observations/night-record.ts'
import type { MinimumKind } from '../../observations/ports.ts'
import { minimumKinds } from '../../observations/row-parts.ts'
import { withDefault, wordParameter } from '../parameter.ts'
import { namedPoint } from '../places/schema.ts'
import { named, number, numberOrNull, oneOf, oneOfOrNull, text, textOrNull } from '../schema.ts'
import type { Located } from '../weather/locator.ts'

interface Asked {
  readonly located: Located
  readonly site: Site
  readonly lang: Language
}

/** @param isShown Whether the point of the record may be named; default: it may */
export function presentRecord(
  { point, otherHeight }: RecordAt,
  { located, site, lang }: Asked,
  isShown = true
): { [Member in keyof typeof recordMembers]: Static<(typeof recordMembers)[Member]> } {
  const from = { lat: site.lat, lon: site.lon, nearest: located.nearest, elevationM: site.elevation }
  if (point === null) {
    if (otherHeight === null) return { record: null, record_missing: 'none_near', record_note: null }
    const { code, parameters } = notUsed(from, nearAt(from, otherHeight), otherHeight)
    return {
      record: null,
      record_missing: 'other_height',
      record_note: noticeMessage(code, parameters, lang)
    }
  }
  const isOwn = point.lat === site.lat && point.lon === site.lon
  return {
    record: isShown ? { lat: point.lat, lon: point.lon, elevation: point.elevation } : null,
    record_missing: null,
    record_note: isOwn
      ? null
      : whoseRecord(isShown ? nearAt(from, point) : { name: null, distanceKm: 0 }, lang)
  }
}

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
