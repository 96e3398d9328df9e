/** From checked rows and sensors to the bodies of the record's operations. */
import { type Language, wordsIn } from '../../language/language.ts'
import { reportedReason } from '../../observations/lies/lie.ts'
import type { Sensor } from '../../observations/ports.ts'
import type { SensorRecord } from '../../observations/sensor-record.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import { localInstantOrNull } from '../weather/blocks.present.ts'
import type { AnsweredRow } from './observations.body.ts'
import type { ObservationsAnswer, SensorRow } from './observations.schema.ts'

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

type OutcomeRow = ObservationsAnswer['observations'][number]

function presentRow({ sent, outcome }: AnsweredRow, index: number): OutcomeRow {
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
  return Math.round(valueC * 100) / 100
}

function presentExposure(
  { kind, exposure, lie }: Sensor,
  lang: Language
): Pick<SensorRow, 'exposure' | 'notices'> {
  const { exposureUnknown, lies } = wordsIn(lang).record
  const isUnknown = kind === 'plant' && exposure === null
  const unknown = isUnknown ? [{ code: 'exposure_unknown', message: exposureUnknown }] : []
  const reason = reportedReason(lie)
  const faulty = reason === null ? [] : [{ code: reason, message: lies[reason] }]
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
    reason: reportedReason(sensor.lie),
    accepted_after: sensor.acceptedAfterDate,
    revoked_at: localInstantOrNull(zoneClock(sensor.point.timezone), sensor.revokedAt),
    nights_compared: record.nights.length,
    nights_waiting: record.waitingDates.length
  }
}
