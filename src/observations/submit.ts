/** Taking in measurements: each row is judged by itself, the good ones are kept in one transaction. */
import { BoundedMap } from '../common/bounded-map.ts'
import { type RecordedPoints, recordedPointFor, sinceDate } from './around.ts'
import { futureFault, type ObservationRow, type RowFault } from './observation-row.ts'
import { implausibility } from './plausibility.ts'
import type { IssuedNight, NewObservation, RecordedPoint, StoredObservation } from './ports.ts'
import type { FindSensorPlace } from './sensor-place.ts'
import { issuesToLearnFrom } from './sensor-record.ts'

export interface SubmitDeps {
  readonly store: RecordedPoints['store']
  readonly findPlace: FindSensorPlace
  readonly now: number
  /** What was issued around a point; built once for many submissions (`createIssueLookup`). */
  readonly issues: IssueLookup
}

/** The sender of the measurements. */
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

/** Stores what can be stored; the results have the order of the rows. */
export async function submitRows(
  deps: SubmitDeps,
  submitter: Submitter,
  rows: readonly ObservationRow[]
): Promise<readonly SubmittedRow[]> {
  const checked: (NewObservation | RowFault)[] = []
  for (const row of rows) checked.push(await checkRow(deps, submitter, row))
  const good = checked.filter((one): one is NewObservation => 'sensor' in one)
  const outcomes = await deps.store.save(good, deps.now)
  let next = 0
  return checked.map((one, index): SubmittedRow => {
    const row = rows[index]
    if (!('sensor' in one) || row === undefined) return { kind: 'refused', fault: one as RowFault }
    const outcome = outcomes[next++] ?? { status: 'unchanged', sensorSeq: Number.NaN }
    return { kind: 'kept', row, point: one.sensor.point, outcome }
  })
}

async function checkRow(
  deps: SubmitDeps,
  { owner, isOperator }: Submitter,
  row: ObservationRow
): Promise<NewObservation | RowFault> {
  const found = await deps.findPlace(row.place)
  if (found.kind === 'fault') return found.fault
  const { point } = found
  const future = futureFault(row.date, point.timezone, deps.now)
  if (future !== null) return future
  const issued = await deps.issues(point, row.date)
  const reason = implausibility(row, row.minimumC, issued)
  if (reason !== null) return { member: 'minimum', code: 'implausible', detail: reason }
  return {
    sensor: {
      owner,
      isOperators: isOperator,
      point,
      kind: row.kind,
      exposure: row.exposure,
      station: row.station
    },
    date: row.date,
    minimumC: row.minimumC
  }
}

/** What was issued for a night at a point, or at the nearest recorded one; null for nothing. */
export type IssueLookup = (point: RecordedPoint, date: string) => Promise<IssuedNight | null>

/** Points whose nights are remembered while rows come in. */
const mostPoints = 1000

/**
 * A look-up that reads each point once. Build a new one for every request, and one for an import, so that its
 * data do not become stale.
 */
export function createIssueLookup(points: RecordedPoints, synthetic: boolean, now: number): IssueLookup {
  const known = new BoundedMap<string, ReadonlyMap<string, IssuedNight>>(mostPoints)
  const since = sinceDate(now)
  return async (point, date) => {
    // Earlier nights were never issued by this installation, or are deleted.
    if (date < since) return null
    const remembered = known.get(point.pointKey)
    if (remembered !== undefined) return remembered.get(date) ?? null
    const recorded = await recordedPointFor(points, point)
    const issued = recorded === null ? [] : await points.store.issued(recorded.pointKey, synthetic, since)
    const issues = issuesToLearnFrom(issued)
    known.set(point.pointKey, issues)
    return issues.get(date) ?? null
  }
}
