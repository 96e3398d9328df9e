import Type, { type Static } from 'typebox'
import { nearAt, notUsed } from '../../forecasts/report/notices.ts'
import type { Exposure } from '../../frost/frost-night.ts'
import { exposures } from '../../frost/scoring-profile.ts'
import type { Language } from '../../language/language.ts'
import { noticeMessage, whoseRecord } from '../../language/notices.ts'
import type { FoundRecord, Site } from '../../observations/around.ts'
import { missingReasons } from '../../observations/issued-rows.ts'
import type { MinimumKind } from '../../observations/ports.ts'
import { minimumKinds } from '../../observations/row-parts.ts'
import { withDefault, wordParameter } from '../parameter.ts'
import { namedPoint } from '../places/schema.ts'
import {
  date,
  flag,
  instant,
  instantOrNull,
  integer,
  list,
  named,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  orNull,
  row,
  text,
  textOrNull,
  unit
} from '../schema.ts'
import type { Located } from '../weather/locator.ts'

/** @param isShown Whether the point of the record may be named; default: it may */
export function presentRecord(
  { point, otherHeight }: FoundRecord,
  { located, site, lang }: { located: Located; site: Site; lang: Language },
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
  record: orNull(
    named('RecordPoint', {
      lat: number('Degrees north.'),
      lon: number('Degrees east.'),
      elevation: numberOrNull('Metres above mean sea level.')
    }),
    'Whose record it is: that of the point itself, or of a named place within 5 km and 100 m of height. ' +
      'Null where there is none, or it is measured near at a point without a name.'
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

const fraction = { minimum: 0, maximum: 1 }

export const issuedNight = named('IssuedNight', {
  date: date('The morning that ends the night.'),
  lead_days: integer('The lead, rounded to whole days.'),
  issued_at: instant('When the source made its run.'),
  recorded_at: instantOrNull('When this service first said so; null in rows of versions before the chain.'),
  source: text('Id of the source.'),
  method: textOrNull('Id and version of the method, `frost-p 2.0`; null as with `recorded_at`.'),
  origin: oneOf(
    ['issued', 'issued_before_chain', 'back_filled'],
    '`issued`: said at `recorded_at`, and in the chain. `issued_before_chain`: said by a version before the ' +
      'chain. `back_filled`: made afterwards of past forecasts of the source, never issued here.'
  ),
  expected_minimum: numberOrNull('What was said; null where that exposure was not stored.'),
  range_low: numberOrNull('10 % were expected below.'),
  range_high: numberOrNull('10 % were expected above.'),
  frost_probability: numberOrNull('Of a minimum below 0 °C.', fraction),
  score: number('Of the generic profile on open ground.', { minimum: 0, maximum: 100 }),
  learned_bias: number('What measurements had added to it, of the air.'),
  observed_minimum: numberOrNull('What came: the mean of the sensors that count; null with a reason.'),
  observed_by: oneOfOrNull(
    ['sensor', 'airport'],
    'By what it was measured: sensors around, or the airport of this point; null where it was not.'
  ),
  observed_sensors: integer('How many measured it.'),
  missing_reason: oneOfOrNull(
    missingReasons,
    'Why there is no `observed_minimum`: the night is not over; no thermometer that counts measured it; one ' +
      'did, but its value does not count. Null where there is one.'
  ),
  analysed_minimum: numberOrNull('What the source itself said about the night afterwards: no measurement.'),
  seq: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'The row’s number in the chain; null outside it.'
  }),
  hash: textOrNull(
    'SHA-256, in hexadecimal, of the hash of the row before (empty for the first), a line feed and `entry`; ' +
      'null outside the chain.'
  ),
  entry: textOrNull(
    'What the hash is over: all that is stored of what was said, as one JSON text; null outside the chain.'
  )
})

export const nightsBody = named('IssuedNightsAnswer', {
  location: row(recordLocation, 'The place or point whose nights these are.'),
  ...recordMembers,
  ...minimumMembers,
  nights: list(issuedNight, 'Newest night first and, for each, the earliest forecast first.'),
  chain: orNull(
    named('NightChain', {
      seq: integer('Number of the newest row.'),
      hash: text('Its hash: store it, and later rows can be checked against it.'),
      signature: text(
        'Ed25519 over the lines `ayaz chain`, `head`, the key of the point, 0 (1 for synthetic weather), ' +
          '`seq` and `hash`; base64url.'
      ),
      public_key: text('Of the service: 32 bytes, base64url.'),
      removed_until: integer('Rows up to this number were removed on purpose; 0 for none.'),
      removed_hash: textOrNull('The hash of that row: the next one follows it; null where none was removed.'),
      removed_at: instantOrNull('When they were removed; null where none was.'),
      removed_signature: textOrNull(
        'Over `ayaz chain`, `checkpoint`, the key, 0 or 1, `removed_until`, `removed_hash` and the instant in ' +
          'ms since epoch; null where none was removed.'
      )
    }),
    'The chain of the point’s rows; null where none is in one.'
  ),
  next_cursor: textOrNull('For the next page; null on the last.'),
  units: row(
    {
      temperature: unit('Of minima and ranges.'),
      temperature_difference: unit('Of the learned bias.')
    },
    'What the numbers are.'
  ),
  synthetic: flag(
    'True while the weather shown is made up: nothing of it is recorded, and what was recorded before is not shown.'
  )
})

export const nightsCsv = Type.String({
  description:
    'The members of `nights` as columns, without `entry`; then the unit of temperatures, and of what the rows ' +
    'are: `slug`, `lat`, `lon`, `kind`, `exposure`, `synthetic`; and whose record it is: `record_lat`, ' +
    '`record_lon`, `record_elevation`. `units_temperature`, `units_temperature_difference`, `location_slug`, ' +
    '`location_lat` and `location_lon` are named as in every table; `unit`, `slug`, `lat` and `lon` are the ' +
    'same under their old names. Where a record near is not used, one row has `record_missing` and ' +
    '`record_note` and no night. RFC 4180 with a header line; with `csv-excel` semicolons, decimal commas, and ' +
    'each instant as a local time with its offset in `…_utc_offset_hours`. A text that begins like a formula ' +
    'has an apostrophe before it. `Link` has the next page, `Content-Disposition` a name for the file.'
})
