/** What a person read on a thermometer: compared with what was forecast, and stored where a field's owner says it. */
import { dayMs, hourMs, minuteMs } from '../common/time.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import { nightWindows } from '../frost/night-window.ts'
import { ownPoint, type Point } from '../weather/point.ts'
import { valueBetween } from '../weather/series.ts'
import type { RecordedPoints } from './around.ts'
import type { NightRecord } from './night-record.ts'
import { absoluteBounds } from './plausibility.ts'
import { byHand, type RecordedPoint } from './ports.ts'
import type { RowFault, SensorOfRow } from './row-parts.ts'
import type { FindSensorPlace } from './sensor-place.ts'
import { forecastFor } from './sensor-record.ts'
import { rangeSigmas } from './sensor-view.ts'
import { createIssueLookup, type Submitter, submitRows } from './submit.ts'
import { submitReadings } from './submit-readings.ts'

export interface HowColdDeps extends RecordedPoints {
  readonly findPlace: FindSensorPlace
  readonly record: Pick<NightRecord, 'learnAround' | 'follow'>
  /** Asks no source. */
  readonly stored: (point: Point) => Promise<ForecastSnapshot | null>
  readonly isSynthetic: () => boolean
}

export interface ReadByHand {
  readonly sensor: Pick<SensorOfRow, 'place' | 'kind' | 'exposure'>
  readonly temperatureC: number
  readonly when: 'night' | 'now'
  /** The point whose forecast is used, as this person may see it. */
  readonly seen: Point & { readonly isOwn: boolean }
  /** Null: not proven; nothing is stored. */
  readonly owner: Submitter | null
  /** [ms since epoch] */
  readonly now: number
}

/** The forecast of a night with its 10–90 % range, or of an instant as a value [°C]. */
interface Foretold {
  readonly valueC: number
  readonly lowC: number | null
  readonly highC: number | null
}

export type HowCold =
  | { readonly kind: 'refused'; readonly fault: RowFault }
  | {
      readonly kind: 'compared'
      /** The morning that ends the night; null for now. */
      readonly date: string | null
      readonly foretold: Foretold | null
      readonly isStored: boolean
    }

export async function howCold(deps: HowColdDeps, read: ReadByHand): Promise<HowCold> {
  const fault = boundsFault(read)
  if (fault !== null) return { kind: 'refused', fault }
  return read.when === 'now' ? coldNow(deps, read) : coldLastNight(deps, read)
}

function boundsFault({ sensor: { kind }, temperatureC }: ReadByHand): RowFault | null {
  const { least, most } = absoluteBounds[kind]
  if (temperatureC >= least && temperatureC <= most) return null
  return {
    member: 'temperature',
    code: 'implausible',
    detail: `A temperature is from ${least} to ${most} °C.`
  }
}

/** The newest night whose coldest time is mostly past: it ends within the hour, or is over. */
function lastNight(point: Point, now: number): string | null {
  const windows = nightWindows(point, Math.floor((now - 2 * dayMs) / hourMs), Math.floor(now / hourMs) + 1)
  const ended = windows.filter(({ sunriseAt, overHour }) => (sunriseAt ?? overHour * hourMs) - hourMs <= now)
  return ended.at(-1)?.date ?? null
}

async function coldLastNight(deps: HowColdDeps, read: ReadByHand): Promise<HowCold> {
  const { seen, sensor, temperatureC, owner, now } = read
  const date = lastNight(seen, now)
  if (date === null)
    return { kind: 'refused', fault: { member: 'date', code: 'out_of_range', detail: 'No night was over.' } }
  const issues = lookUp(deps, owner, now)
  const { lat, lon, timezone, elevation } = seen
  const point: RecordedPoint = { pointKey: seen.key, lat, lon, timezone, elevation, isOwn: seen.isOwn }
  const issued = await issues({ point }, date)
  const night = issued === null ? null : forecastFor(sensor, issued)
  const foretold = night === null ? null : rangeOf(night)
  if (owner === null) return { kind: 'compared', date, foretold, isStored: false }
  const row = { ...sensor, station: byHand, date, minimumC: temperatureC, hasUnit: true }
  const [stored] = await submitRows({ ...deps, now, issues }, owner, [row])
  if (stored === undefined || stored.kind === 'refused')
    return { kind: 'refused', fault: stored?.fault ?? { member: null, code: 'implausible', detail: '' } }
  await deps.record.learnAround([stored.point])
  return { kind: 'compared', date, foretold, isStored: true }
}

function rangeOf({ minimumC, sigmaC }: { minimumC: number; sigmaC: number }): Foretold {
  const halfC = rangeSigmas * sigmaC
  return { valueC: minimumC, lowC: minimumC - halfC, highC: minimumC + halfC }
}

export function lookUp(
  deps: Pick<HowColdDeps, 'store' | 'isNamed' | 'isSynthetic'>,
  owner: Submitter | null,
  now: number
): ReturnType<typeof createIssueLookup> {
  const counts = (sensor: { readonly owner: string }) => owner !== null && sensor.owner === owner.owner
  return createIssueLookup(deps, { synthetic: deps.isSynthetic(), now, counts })
}

async function coldNow(deps: HowColdDeps, read: ReadByHand): Promise<HowCold> {
  const { seen, sensor, temperatureC, owner, now } = read
  const snapshot = sensor.kind === 'air_2m' ? await deps.stored(seen.isOwn ? ownPoint(seen) : seen) : null
  const valueC = snapshot === null ? Number.NaN : airAt(snapshot, now)
  const foretold = Number.isNaN(valueC) ? null : { valueC, lowC: null, highC: null }
  if (owner === null) return { kind: 'compared', date: null, foretold, isStored: false }
  const measuredAt = Math.floor(now / minuteMs) * minuteMs
  const reading = {
    ...sensor,
    station: byHand,
    measuredAt,
    temperatureC,
    dewPointC: null,
    windSpeedMps: null
  }
  const issues = lookUp(deps, owner, now)
  const submitted = await submitReadings({ ...deps, now, issues }, owner, [reading])
  const [row] = submitted.rows
  if (row === undefined || row.kind === 'refused')
    return { kind: 'refused', fault: row?.fault ?? { member: null, code: 'implausible', detail: '' } }
  await deps.record.follow([row.outcome.sensorSeq])
  return { kind: 'compared', date: null, foretold, isStored: true }
}

/** The air's temperature [°C]; NaN where an hour beside is not known: at a whole hour the next one is not needed. */
export function airAt({ shownSeries }: Pick<ForecastSnapshot, 'shownSeries'>, at: number): number {
  return valueBetween(shownSeries, 'temperature', at)
}
