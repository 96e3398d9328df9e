/** Taking in measurements: each row is judged by itself, the good ones are stored in one transaction. */
import { BoundedMap } from '../common/bounded-map.ts'
import { findRecord, type RecordedPoints, sinceDate, siteOf } from './around.ts'
import { futureFault, type ObservationRow } from './observation-row.ts'
import { implausibility, meantUnit, meantUnitOfAll, meantUnitOfLeaps, tooWarm } from './plausibility.ts'
import type {
  IssuedNight,
  NewObservation,
  NewSensor,
  RecordedPoint,
  Sensor,
  StoredObservation
} from './ports.ts'
import { isSentinel } from './reading-row.ts'
import {
  contradiction,
  faultOf,
  type KeyedValue,
  type RowFault,
  repeatsIn,
  type SensorOfRow
} from './row-parts.ts'
import type { FindSensorPlace } from './sensor-place.ts'
import { issuesToLearnFrom } from './sensor-record.ts'

export interface SubmitDeps {
  readonly store: RecordedPoints['store']
  readonly findPlace: FindSensorPlace
  readonly now: number
  /** What was issued around a point; built once for many submissions (`createIssueLookup`). */
  readonly issues: IssueLookup
  readonly whereOf?: (index: number) => string
}

export interface Submitter {
  /** The id of an API key, or `operator`. */
  readonly owner: string
  readonly isOperator: boolean
}

export type SubmittedRow =
  | {
      readonly kind: 'kept'
      readonly row: ObservationRow
      readonly point: RecordedPoint
      readonly outcome: StoredObservation
    }
  | { readonly kind: 'refused'; readonly fault: RowFault }

/**
 * Stores plausible rows, and answers in their order. Contradicting rows are all refused, and with a row in another unit
 * those of its sensor that name none.
 */
export async function submitRows(
  deps: SubmitDeps,
  submitter: Submitter,
  rows: readonly ObservationRow[]
): Promise<readonly SubmittedRow[]> {
  const { whereOf = (index: number) => `row ${index + 1}` } = deps
  const sensorOf = await createSensorCheck(deps, submitter)
  const checked: (CheckedNight | RowFault)[] = []
  for (const row of rows) {
    const found = await sensorOf(row)
    checked.push('fault' in found ? found.fault : await checkRow(deps, found.sensor, row))
  }
  const nights = checked.filter((one): one is CheckedNight => 'sensor' in one)
  const repeats = repeatsIn(checked.map((one, index) => tellingOf(one, whereOf(index))))
  const units = otherUnits(nights)
  const judged = checked.map((one, index): NewObservation | RowFault => {
    const repeat = repeats[index]
    if (!('sensor' in one)) return one
    if (repeat?.kind === 'contradicted') return contradiction('minimum', one.date, repeat.by)
    const other = one.hasUnit ? undefined : units.get(nameOf(one.sensor))
    return one.fault ?? other ?? one
  })
  const isFirst = (index: number): boolean => repeats[index]?.kind !== 'again'
  const good = judged.filter((one, index): one is NewObservation => 'sensor' in one && isFirst(index))
  const outcomes = (await deps.store.save(good, deps.now)).values()
  const stored = judged.map((one, index) =>
    'sensor' in one && isFirst(index) ? outcomes.next().value : undefined
  )
  return judged.map((one, index): SubmittedRow => {
    const row = rows[index]
    if (!('sensor' in one) || row === undefined) return { kind: 'refused', fault: one as RowFault }
    const repeat = repeats[index]
    const first = repeat?.kind === 'again' ? stored[repeat.first] : undefined
    const unchanged = { status: 'unchanged' as const, sensorSeq: first?.sensorSeq ?? Number.NaN }
    return { kind: 'kept', row, point: one.sensor.point, outcome: stored[index] ?? unchanged }
  })
}

interface CheckedNight extends NewObservation {
  readonly issued: IssuedNight | null
  readonly hasUnit: boolean
  readonly fault: RowFault | null
  /** The unit that its value shows, as a sentence; null where it shows none. */
  readonly meant: string | null
}

function tellingOf(one: CheckedNight | RowFault, where: string): KeyedValue {
  if (!('sensor' in one) || one.fault !== null) return { key: where, value: '', where, shown: '' }
  const value = String(Math.round(one.minimumC * 100) / 100)
  return { key: `${nameOf(one.sensor)} ${one.date}`, value, where, shown: `${value} °C` }
}

/** Why a sensor's rows without a unit are refused: one, or all together, show another unit than °C. */
function otherUnits(nights: readonly CheckedNight[]): ReadonlyMap<string, RowFault> {
  const found = new Map<string, RowFault>()
  for (const [name, own] of Map.groupBy(nights, ({ sensor }) => nameOf(sensor))) {
    const unsaid = own.filter(({ hasUnit, minimumC }) => !hasUnit && !isSentinel(minimumC))
    const meant =
      unsaid.find((one) => one.meant !== null)?.meant ?? meantUnitOfAll(unsaid) ?? meantUnitOfLeaps(unsaid)
    if (meant === null) continue
    const detail = `No unit is given, and the minima of this sensor are not in °C. ${meant}`
    found.set(name, faultOf('minimum', 'implausible', detail))
  }
  return found
}

export async function createSensorCheck(
  { store, findPlace }: Pick<SubmitDeps, 'store' | 'findPlace'>,
  { owner, isOperator }: Submitter
): Promise<(row: SensorOfRow) => Promise<{ readonly sensor: NewSensor } | { readonly fault: RowFault }>> {
  const revoked = new Set((await store.revoked([owner])).map(nameOf))
  return async ({ place, kind, exposure, station }) => {
    const found = await findPlace(place)
    if (found.kind === 'fault') return { fault: found.fault }
    const sensor = { owner, isOperators: isOperator, point: found.point, kind, exposure, station }
    if (revoked.size === 0 || !revoked.has(nameOf(sensor))) return { sensor }
    const named = station === '' ? 'This sensor' : `The sensor "${station}"`
    return { fault: faultOf('station', 'sensor_revoked', `${named} is revoked. ${acceptAgain}`) }
  }
}

const acceptAgain = 'The operator can accept it again with POST /sensors/{sensor}/accept.'

export function nameOf({
  point,
  kind,
  exposure,
  station
}: Pick<NewSensor, 'kind' | 'exposure' | 'station'> & { point: Pick<RecordedPoint, 'pointKey'> }): string {
  return `${point.pointKey} ${kind} ${exposure} ${station}`
}

async function checkRow(
  deps: SubmitDeps,
  sensor: NewSensor,
  { date, minimumC, hasUnit = false }: ObservationRow
): Promise<CheckedNight | RowFault> {
  const future = futureFault(date, sensor.point.timezone, deps.now)
  if (future !== null) return future
  const issued = await deps.issues(sensor, date)
  const night = { sensor, date, minimumC, issued, hasUnit }
  const reason = implausibility(sensor, minimumC, issued) ?? tooWarm(night)
  if (reason === null) return { ...night, fault: null, meant: null }
  const meant = hasUnit ? null : meantUnit(night)
  const detail = meant === null ? reason : `${reason} ${meant}`
  return { ...night, fault: faultOf('minimum', 'implausible', detail), meant }
}

/** What was issued for a night at a point, as the owner of a sensor there sees it, or at the nearest recorded one. */
export type IssueLookup = (
  at: { readonly point: RecordedPoint; readonly owner?: string },
  date: string
) => Promise<IssuedNight | null>

const maxPoints = 1000

interface IssuesAsked {
  readonly synthetic: boolean
  readonly now: number
  /** The sensors whose points' record may be used alongside that of named places; default: none. */
  readonly counts?: (sensor: Sensor, asked: RecordedPoint) => boolean
}

/** Reads each point once. One for each request or import, so that its data stay fresh. */
export function createIssueLookup(
  points: RecordedPoints,
  { synthetic, now, counts = () => false }: IssuesAsked
): IssueLookup {
  const known = new BoundedMap<string, ReadonlyMap<string, IssuedNight>>(maxPoints)
  const since = sinceDate(now)
  return async ({ point, owner }, date) => {
    // Earlier nights were never issued by this installation, or are deleted.
    if (date < since) return null
    const key = `${point.pointKey} ${point.isOwn === true} ${owner}`
    const remembered = known.get(key)
    if (remembered !== undefined) return remembered.get(date) ?? null
    const site = owner === undefined ? point : await siteOf(points.store, { owner, point })
    const { point: at, from } = await findRecord(points, site, (sensor) => counts(sensor, site))
    const issued = at === null ? [] : await points.store.issued(at.pointKey, synthetic, since, from)
    const issues = issuesToLearnFrom(issued)
    known.set(key, issues)
    return issues.get(date) ?? null
  }
}

/** At the point of a sensor its own forecasts may be used, by any owner. */
export function issuesAtSensors(points: RecordedPoints, synthetic: boolean, now: number): IssueLookup {
  const counts = ({ point }: Sensor, { pointKey }: RecordedPoint) => point.pointKey === pointKey
  return createIssueLookup(points, { synthetic, now, counts })
}
