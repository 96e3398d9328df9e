/** From checked rows and sensors to the bodies of the record's operations. */
import { wordsIn } from '../../language/language.ts'
import type { Sensor } from '../../observations/ports.ts'
import type { SensorRecord } from '../../observations/sensor-record.ts'
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
      ...presentExposure(record.sensor),
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
  if (outcome.kind === 'refused') {
    const { detail } = outcome.fault
    const nothing = { minimum: null, previous_minimum: null, sensor: null }
    return { index, status: 'refused', date: sent.date, ...nothing, detail }
  }
  const stored = outcome.outcome
  return {
    index,
    status: stored.status,
    date: outcome.row.date,
    minimum: Math.round(outcome.row.minimumC * 100) / 100,
    previous_minimum: stored.status === 'replaced' ? stored.previousC : null,
    sensor: String(stored.sensorSeq),
    detail: null
  }
}

function presentExposure({ kind, exposure }: Sensor): Pick<SensorRow, 'exposure' | 'notices'> {
  const message = wordsIn('en').record.exposureUnknown
  const isUnknown = kind === 'plant' && exposure === null
  return { exposure, notices: isUnknown ? [{ code: 'exposure_unknown', message }] : [] }
}

export function presentSensor(record: SensorRecord): SensorRow {
  const { sensor } = record
  return {
    id: String(sensor.seq),
    owner: sensor.owner,
    lat: sensor.point.lat,
    lon: sensor.point.lon,
    kind: sensor.kind,
    ...presentExposure(sensor),
    station: sensor.station === '' ? null : sensor.station,
    state: record.state,
    set_aside_since: record.sinceDate,
    accepted_after: sensor.acceptedAfterDate,
    nights_compared: record.nights.length,
    nights_waiting: record.waitingDates.length
  }
}
