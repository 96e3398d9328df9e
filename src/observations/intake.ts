import { secondMs } from '../common/time.ts'
import { type FieldReading, storableName, type Upload } from '../stations/upload.ts'
import { zoneClock } from '../weather/zone-clock.ts'
import type { Intake, IntakeChannel, IntakeChannelMark, NotedUpload, Refusal } from './intake-ports.ts'
import { type RawReading, type ReadingRow, readReading } from './reading-row.ts'
import type { RecordStore } from './record-ports.ts'
import type { RowFault } from './row-parts.ts'
import type { FindSensorPlace } from './sensor-place.ts'
import { isUnset, readInstant } from './station-clock.ts'
import type { IssueLookup } from './submit.ts'
import { submitReadings } from './submit-readings.ts'

interface IntakeDeps {
  readonly store: RecordStore
  readonly findPlace: FindSensorPlace
  readonly issues: IssueLookup
  /** When the upload came in [ms since epoch]. */
  readonly now: number
}

const mostChannels = 400
const longestValue = 20

/** When it resolves, everything is stored or counted. What fails is thrown: the station must send it again. */
export async function takeUpload(deps: IntakeDeps, intake: Intake, upload: Upload): Promise<void> {
  const noted = upload.kind === 'readings' ? await takeReadings(deps, intake, upload) : nothingTaken(upload)
  await deps.store.noteUpload(intake.seq, noted, deps.now)
}

function nothingTaken(upload: Exclude<Upload, { readonly kind: 'readings' }>): NotedUpload {
  if (upload.kind === 'ignored') return { channels: [], refusals: [] }
  return { channels: [], refusals: [{ reason: upload.reason, detail: upload.detail }] }
}

type Readings = Extract<Upload, { readonly kind: 'readings' }>

async function takeReadings(deps: IntakeDeps, intake: Intake, upload: Readings): Promise<NotedUpload> {
  const known = new Map((await deps.store.channels(intake.seq)).map((one) => [keyOf(one), one]))
  const channels: IntakeChannelMark[] = []
  const { sentAt } = upload
  const refusals: Refusal[] = isUnset(sentAt, deps.now) ? [clockFault(sentAt, deps.now)] : []
  const rows: ReadingRow[] = []
  for (const [key, same] of Map.groupBy(upload.readings, keyOf)) {
    const [reading] = same
    if (reading === undefined) continue
    if (same.some(({ temperature }) => temperature !== reading.temperature)) {
      refusals.push(twoValues(reading.field))
      continue
    }
    const channel = known.get(key) ?? null
    if (channel === null && known.size + channels.length >= mostChannels) {
      refusals.push(tooManyChannels)
      continue
    }
    const read = await readChannel(deps, { upload, reading, channel })
    channels.push(read.mark)
    if (read.row !== null) rows.push(read.row)
    if (read.refusal !== null) refusals.push(read.refusal)
  }
  const submitter = { owner: intake.owner, isOperator: intake.isOperators }
  const submitted = await submitReadings(deps, submitter, rows)
  for (const row of submitted.rows) if (row.kind === 'refused') refusals.push(refusalOf(row.fault))
  return { channels, refusals }
}

async function readChannel(
  deps: IntakeDeps,
  {
    upload,
    reading,
    channel
  }: { readonly upload: Readings; readonly reading: FieldReading; readonly channel: IntakeChannel | null }
) {
  const sensor = channel?.sensor ?? null
  const place = sensor === null ? null : await deps.findPlace(sensor.place)
  const instant = readInstant({
    sentAt: upload.sentAt,
    isNetworks: upload.clock === 'network',
    known: channel?.clock ?? null,
    now: deps.now,
    zoneMs: place?.kind === 'point' ? zoneOffsetMs(place.point.timezone, deps.now) : 0
  })
  const { device, field, unit, isIndoors = false } = reading
  const { temperature } = reading
  // Of an object that came as JSON not even a text can be sure to be made.
  const lastValue = storableName(typeof temperature === 'object' ? '' : String(temperature), longestValue)
  const mark: IntakeChannelMark = { device, field, lastValue, unit, isIndoors, clock: instant.clock }
  if (sensor === null || isUnset(upload.sentAt, deps.now)) return { mark, row: null, refusal: null }
  if (unit === null) return { mark, row: null, refusal: unitUnknown(field) }
  const result = readReading(rawOf(reading, sensor, instant.at), deps.now)
  if (result.kind === 'fault') {
    const isClock = result.fault.member === 'measured_at'
    return { mark, row: null, refusal: isClock ? clockFault(instant.at, deps.now) : refusalOf(result.fault) }
  }
  return { mark, row: { ...result.reading, isLate: instant.isLate }, refusal: null }
}

function rawOf(
  { temperature, unit, relativeHumidity, dewPoint, windSpeed }: FieldReading,
  { place, kind, exposure, station }: NonNullable<IntakeChannel['sensor']>,
  at: number
): RawReading {
  return {
    ...place,
    kind,
    exposure,
    station,
    measured_at: new Date(at).toISOString(),
    temperature,
    unit,
    relative_humidity: relativeHumidity,
    dew_point: dewPoint,
    wind_speed: windSpeed
  }
}

const tooManyChannels: Refusal = {
  reason: 'too_many_channels',
  detail: `Of a new field nothing is taken: this intake has ${mostChannels} already. Make another one.`
}

function twoValues(field: string): Refusal {
  return { reason: 'repeated_field', detail: `"${field}" was sent twice with different values.` }
}

function unitUnknown(field: string): Refusal {
  const detail = `The name "${field}" has no unit. Set the "unit" of this intake to "C" or "F".`
  return { reason: 'unit_unknown', detail }
}

function refusalOf({ code, detail }: RowFault): Refusal {
  return { reason: code, detail }
}

function clockFault(at: number, now: number): Refusal {
  const [sent, came] = [at, now].map((one) => new Date(one).toISOString().slice(0, 16))
  const detail = `The reading is of ${sent} by the station's clock, and came in at ${came} (UTC). Set the clock.`
  return { reason: 'clock', detail }
}

function keyOf({ device, field }: Pick<IntakeChannel, 'device' | 'field'>): string {
  return `${device}\n${field}`
}

function zoneOffsetMs(timezone: string, now: number): number {
  return zoneClock(timezone).offsetSeconds(Math.floor(now / secondMs)) * secondMs
}
