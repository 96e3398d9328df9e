import { dayMs, hourMs, minuteMs, secondMs } from '../common/time.ts'
import { type FieldReading, storableName, type Upload } from '../stations/upload.ts'
import { zoneClock } from '../weather/zone-clock.ts'
import type { Intake, IntakeChannel, NotedUpload, Refusal } from './intake-ports.ts'
import { type RawReading, type ReadingRow, readReading } from './reading-row.ts'
import type { RecordStore } from './record-ports.ts'
import type { RowFault } from './row-parts.ts'
import type { FindSensorPlace } from './sensor-place.ts'
import type { IssueLookup } from './submit.ts'
import { submitReadings } from './submit-readings.ts'

/** The largest error of a clock that counts as right [ms]. */
const rightMs = 5 * minuteMs
/** With this many uploads running of the same offset, the offset is that of the clock. */
const minAlike = 3
const alikeMs = minuteMs
/** The largest error of a clock that is set; a clock that was never set says nothing [ms]. */
const maxMs = dayMs
/** How long a station keeps readings that it could not send [ms]. */
const oldestMs = 2 * dayMs
/** An older reading by a clock that is not known says nothing about tonight [ms]. */
const timelyMs = 30 * minuteMs

interface ReadInstant {
  /** [ms since epoch] */
  readonly at: number
  readonly clock: IntakeChannel['clock']
  /** The reading may be of another time, and is not followed tonight. */
  readonly isLate: boolean
}

interface SentInstant {
  /** Time that the station says [ms since epoch]; null: when it came in. */
  readonly sentAt: number | null
  readonly isNetworks: boolean
  /** What its earlier uploads have shown; null: nothing. */
  readonly known: IntakeChannel['clock']
  /** When it came in [ms since epoch]. */
  readonly now: number
  /** Offset of the sensor's zone then [ms]. */
  readonly zoneMs: number
}

/** Whether the clock is a day ahead, or behind by more than stations keep what they could not send. */
function isUnset(sentAt: number | null, now: number): sentAt is number {
  return sentAt !== null && (sentAt - now > maxMs || now - sentAt > oldestMs)
}

/** A retry has the same instant as the first attempt: it is corrected by what was known, not by when it came. */
export function readInstant({ sentAt, isNetworks, known, now, zoneMs }: SentInstant): ReadInstant {
  if (sentAt === null) return { at: now, clock: known, isLate: false }
  if (isNetworks) return { at: sentAt, clock: known, isLate: false }
  const offset = sentAt - now
  const isAlike = known !== null && Math.abs(offset - known.ms) <= alikeMs
  const clock = isAlike ? { ms: known.ms, uploads: known.uploads + 1 } : { ms: offset, uploads: 1 }
  if (Math.abs(offset) <= rightMs) return { at: sentAt, clock, isLate: false }
  // Nothing was read in the future: whole hours ahead are local time said to be UTC.
  const isLocal = zoneMs % hourMs === 0 && Math.abs(offset - zoneMs) <= rightMs
  if (isLocal && zoneMs > 0) return { at: sentAt - zoneMs, clock, isLate: false }
  if (clock.uploads < minAlike || Math.abs(offset) > maxMs)
    return { at: sentAt, clock, isLate: -offset > timelyMs }
  return { at: sentAt - (isLocal ? zoneMs : clock.ms), clock, isLate: false }
}

interface IntakeDeps {
  readonly store: RecordStore
  readonly findPlace: FindSensorPlace
  readonly issues: IssueLookup
  /** When the upload came in [ms since epoch]. */
  readonly now: number
}

const maxChannels = 400
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
  const channels: NotedUpload['channels'][number][] = []
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
    if (channel === null && known.size + channels.length >= maxChannels) {
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
  { upload, reading, channel }: { upload: Readings; reading: FieldReading; channel: IntakeChannel | null }
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
  // An object from JSON may not even convert to text.
  const lastValue = storableName(typeof temperature === 'object' ? '' : String(temperature), longestValue)
  const mark = { device, field, lastValue, unit, isIndoors, clock: instant.clock }
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
  detail: `A new field is not accepted: this intake has ${maxChannels} already. Make another one.`
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
