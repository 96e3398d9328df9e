import Type, { type Static } from 'typebox'
import { toParts } from '../../common/decimal.ts'
import { exposures } from '../../frost/scoring-profile.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { faultReasons, reportedReason } from '../../observations/faults/sensor-fault.ts'
import type { RowResult } from '../../observations/observation-row.ts'
import { observationRow } from '../../observations/observation-row.ts'
import type { Sensor } from '../../observations/ports.ts'
import type { ReadingResult } from '../../observations/reading-row.ts'
import { readingRow } from '../../observations/reading-row.ts'
import { minimumKinds } from '../../observations/row-parts.ts'
import type { SensorRecord } from '../../observations/sensor-record.ts'
import type { SubmittedRow } from '../../observations/submit.ts'
import type { SubmittedReading } from '../../observations/submit-readings.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import {
  former,
  instantOrNull,
  integer,
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
} from '../schema.ts'
import { localInstantOrNull } from '../weather/blocks.present.ts'

export interface SentRow {
  readonly pointer: string
  /** As it was written, for the answer; null where it is not a string. */
  readonly date: string | null
  /** The instant of a reading as it was written; null where it is not a string. */
  readonly measuredAt: string | null
  readonly result: RowResult | ReadingResult
}

export interface AnsweredRow {
  readonly sent: SentRow
  readonly outcome: SubmittedRow | SubmittedReading
}

/** A body has 16 kB, which is about as many rows. */
export const maxRows = 100

export const rowCounts = { minItems: 1, maxItems: maxRows }

export const observationsBody = Type.Unsafe<object>({
  title: 'ObservationsRequest',
  description: `One row, or up to ${maxRows} of them as \`observations\`.`,
  oneOf: [
    observationRow,
    readingRow,
    Type.Object(
      {
        observations: Type.Array(
          Type.Unsafe<object>({ title: 'ObservationOrReading', oneOf: [observationRow, readingRow] }),
          { ...rowCounts, description: 'Nights and readings in any order.' }
        )
      },
      { title: 'ObservationBatch', additionalProperties: false }
    )
  ]
})

const exposureMembers = {
  exposure: oneOfOrNull(exposures, 'Where a sensor at plants is; null at 2 m, and where it is unknown.'),
  notices: list(
    named('SensorNotice', {
      code: text('`exposure_unknown`: a sensor at plants of which nothing is learned; else its `reason`.'),
      message: text('The same as a sentence, with what to do.')
    }),
    'What keeps a sensor from being of use; usually empty.'
  )
}

const sensorId = textOrNull('Id of the sensor; null for a refused row.')

export const observationsAnswer = named('ObservationsAnswer', {
  stored: integer('Rows that were new.'),
  replaced: integer('Rows that took the place of another value for the same sensor and night or instant.'),
  unchanged: integer('Rows that were known already; they count once.'),
  refused: integer('Rows that were not stored; `observations` says why.'),
  counts_for: oneOf(
    ['everyone', 'your_key'],
    'Whose answers they move. The operator decides whether a key’s measurements count for everyone.'
  ),
  observations: list(
    named('ObservationOutcome', {
      index: integer('Of the row in the request, from 0.'),
      status: oneOf(['stored', 'replaced', 'unchanged', 'refused'], 'What became of it.'),
      date: textOrNull('The night; null where the row had none.'),
      minimum: numberOrNull('As it is stored, in °C; null for a refused row and for a reading.'),
      previous_minimum: numberOrNull('What it took the place of, in °C; null unless `replaced`.'),
      measured_at: textOrNull('The instant of a reading, as it was sent; null for a night.'),
      temperature: numberOrNull('A reading as it is stored, in °C; null for a refused row and for a night.'),
      previous_temperature: numberOrNull('What a reading took the place of, in °C; null unless `replaced`.'),
      sensor_id: sensorId,
      sensor: former(sensorId, 'sensor_id'),
      detail: textOrNull('Why it was refused; null where it was not.'),
      notices: list(
        named('ObservationNotice', {
          code: text(
            '`value_left_out`: a member of a reading is impossible; the reading is stored without it.'
          ),
          message: text('The same as a sentence that names the member.')
        }),
        'What was left out of a row that is stored; usually empty.'
      )
    }),
    'What became of each row, in the order in which they were sent.'
  ),
  sensors: list(
    // Judging a sensor reads a year of its nights: too much for each reading of a thousand stations.
    named('SensorState', {
      id: text('Id of the sensor.'),
      ...exposureMembers,
      state: oneOf(['trusted', 'set_aside'], 'A sensor set aside teaches nothing; `GET /sensors` says why.'),
      set_aside_since: textOrNull('The first of the nights that set it aside; null while trusted.'),
      nights_compared: integer('Nights of it that a forecast was stored for.'),
      nights_waiting: integer('Strange nights at the end that are not judged yet.')
    }),
    'The sensors of nights sent, as they are now; none for readings.'
  ),
  units: row({ temperature: unit('Of the minima in this answer.') }, 'What the numbers are.')
})

const sensorRow = named(
  'Sensor',
  {
    id: text('Id of the sensor.'),
    owner: text('Id of the API key that sends it; `operator` for the operator’s own imports.'),
    lat: number('Degrees north.'),
    lon: number('Degrees east.'),
    kind: oneOf(minimumKinds, 'Where it measures.'),
    ...exposureMembers,
    station: textOrNull('As it was named; null without a name.'),
    state: oneOf(
      ['trusted', 'set_aside', 'revoked'],
      'Three nights running beyond 3σ, or a `reason`, set a sensor aside; nothing is taken from a revoked one.'
    ),
    set_aside_since: textOrNull(
      'The first of the nights that teach nothing for that; null while it is trusted.'
    ),
    reason: oneOfOrNull(
      faultReasons,
      'What its readings of two days show instead of the air; `notices` has the words. Three days without it ' +
        'lift it. Null: nothing.'
    ),
    accepted_after: textOrNull('Nights after this date count again; null where it never was accepted.'),
    revoked_at: instantOrNull('Nothing is taken from it since; null where it is not revoked.'),
    nights_compared: integer('Nights that a forecast was stored for.'),
    nights_waiting: integer('Strange nights at the end that are not judged yet.')
  },
  'A thermometer at one place.'
)

export const sensorsAnswer = named('SensorsAnswer', {
  sensors: list(sensorRow, 'Those of the key; with one of the operator all.')
})
export const sensorAnswer = named('SensorAnswer', { sensor: sensorRow })

type ObservationsAnswer = Static<typeof observationsAnswer>
type SensorRow = Static<typeof sensorRow>

export function presentObservations(
  rows: readonly AnsweredRow[],
  context: { readonly sensors: readonly SensorRecord[]; readonly countsForEveryone: boolean }
): ObservationsAnswer {
  const observations = rows.map(presentRow)
  const count = (status: string) => observations.filter((one) => one.status === status).length
  return {
    stored: count('stored'),
    replaced: count('replaced'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    counts_for: context.countsForEveryone ? 'everyone' : 'your_key',
    observations,
    sensors: context.sensors.map((record) => ({
      id: String(record.sensor.seq),
      ...presentExposure(record.sensor, 'en'),
      state: record.state,
      set_aside_since: record.sinceDate,
      nights_compared: record.nights.length,
      nights_waiting: record.waitingDates.length
    })),
    units: { temperature: '°C' }
  }
}

function presentRow(
  { sent, outcome }: AnsweredRow,
  index: number
): ObservationsAnswer['observations'][number] {
  const row = { index, date: sent.date, measured_at: sent.measuredAt, ...nothing }
  if (outcome.kind === 'refused') return { ...row, status: 'refused', detail: outcome.fault.detail }
  const { status, sensorSeq } = outcome.outcome
  const previous = outcome.outcome.status === 'replaced' ? outcome.outcome.previousC : null
  const sensor = String(sensorSeq)
  const stored = { ...row, status, sensor_id: sensor, sensor }
  if (outcome.kind === 'kept') {
    const { date, minimumC } = outcome.row
    return { ...stored, date, minimum: hundredths(minimumC), previous_minimum: previous }
  }
  const { temperatureC, leftOut = [] } = outcome.reading
  const notices = leftOut.map(({ detail }) => ({ code: 'value_left_out', message: detail }))
  return { ...stored, temperature: hundredths(temperatureC), previous_temperature: previous, notices }
}

const nothing = {
  minimum: null,
  previous_minimum: null,
  temperature: null,
  previous_temperature: null,
  sensor_id: null,
  sensor: null,
  detail: null,
  notices: []
}

function hundredths(valueC: number): number {
  return toParts(valueC, 100)
}

function presentExposure(
  { kind, exposure, fault }: Sensor,
  lang: Language
): Pick<SensorRow, 'exposure' | 'notices'> {
  const { exposureUnknown, sensorFaults } = wordsIn(lang).record
  const isUnknown = kind === 'plant' && exposure === null
  const unknown = isUnknown ? [{ code: 'exposure_unknown', message: exposureUnknown }] : []
  const reason = reportedReason(fault)
  const faulty = reason === null ? [] : [{ code: reason, message: sensorFaults[reason] }]
  return { exposure, notices: [...unknown, ...faulty] }
}

export function presentSensor(record: SensorRecord, lang: Language = 'en'): SensorRow {
  const { sensor } = record
  return {
    id: String(sensor.seq),
    owner: sensor.owner,
    lat: sensor.point.lat,
    lon: sensor.point.lon,
    kind: sensor.kind,
    ...presentExposure(sensor, lang),
    station: sensor.station === '' ? null : sensor.station,
    state: sensor.revokedAt === null ? record.state : 'revoked',
    set_aside_since: record.sinceDate,
    reason: reportedReason(sensor.fault),
    accepted_after: sensor.acceptedAfterDate,
    revoked_at: localInstantOrNull(zoneClock(sensor.point.timezone), sensor.revokedAt),
    nights_compared: record.nights.length,
    nights_waiting: record.waitingDates.length
  }
}
