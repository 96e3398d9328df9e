/** A new run against those before: an impossible one is refused; a different one stands beside until one agrees. */
import { hourMs, hourSeconds, minuteMs } from '../../common/time.ts'
import { type FetchedForecast, type NotModified, type Source, SourceError } from '../../sources/source.ts'
import { withoutAbsurdHours } from '../../weather/absurd-hours.ts'
import type { Point } from '../../weather/point.ts'
import type { HourlySeries } from '../../weather/series.ts'
import type { ForecastsDeps } from '../deps.ts'
import { unpackSeries } from '../packed-series.ts'
import { isUsable, type SnapshotMeta } from '../snapshot.ts'
import { type StoredRow, type StoredRows, store } from '../stored-rows.ts'
import { besideSeries, storedBeside } from './beside-run.ts'
import type { Finding, Shape } from './finding.ts'
import { changesIn, impossibleAlone, isColderRun, shapesIn } from './verdict.ts'

/** Before this time the same answer would come again [s]. */
const retryAfterSeconds = 0.25 * hourSeconds
/** Two runs that agree were asked for so far apart [ms]: one fault lasts for a while. */
const apartMs = 50 * minuteMs
/** Colder runs that are set aside for longer than this are shown with the run before [ms]. */
const lastingMs = 2 * hourMs
/** How long the run stored with a newer one is compared [ms]. */
const besideMs = 30 * hourMs

/** @throws {SourceError} `unusable` where its forecast cannot be: the run before stays, and says so */
export async function withPlausibleRun<Answer extends FetchedForecast | NotModified>(
  deps: ForecastsDeps,
  { source, rows }: { source: Source; rows: StoredRows },
  fetched: Answer
): Promise<Answer> {
  if (fetched.kind !== 'forecast' || source.synthetic) return fetched
  const now = deps.clock()
  const row = usableRow(await rows.of(source.credit.id), now)
  // Where only some hours are absurd, these alone are left out.
  const shape = impossibleShape(withoutAbsurdHours(fetched.series).series, row, now)
  if (shape === null) return fetched
  if (row !== null) {
    const meta: SnapshotMeta = { ...row.meta, setAside: { at: row.meta.setAside?.at ?? now, shape } }
    await store(deps, { meta, packed: row.body, over: row })
  }
  throw new SourceError('unusable', `the run cannot be and is set aside: ${shape}`, retryAfterSeconds)
}

function impossibleShape(fresh: HourlySeries, row: StoredRow | null, now: number): Shape | null {
  const nowHour = Math.floor(now / hourMs)
  const alone = impossibleAlone(fresh, nowHour)
  if (alone !== null || row === null) return alone
  const { check, beside = null, contradicted = null, setAside = null, point } = row.meta
  // Of two runs that nothing confirms, or of which something contradicts the older, either may be wrong: both stand.
  if (check === 'unchecked' || contradicted !== null) return null
  const others = [besideSeries(beside), unpackSeries(row.body)].filter((one) => one !== null)
  const shapes = others.map(
    (earlier) => shapesIn({ fresh, earlier }, nowHour).find(({ isCertain }) => isCertain)?.shape
  )
  const [shape] = shapes
  if (shape === undefined || shapes.includes(undefined)) return null
  // What stays colder is shown after a while, whatever it looks like: the runs before may have been the wrong ones.
  const isLasting = setAside !== null && now - setAside.at >= lastingMs
  const isColder = others.every((earlier) => isColderRun({ fresh, earlier }, { point, now }))
  return isLasting && isColder ? null : shape
}

function usableRow(row: StoredRow | null, now: number): StoredRow | null {
  return row !== null && isUsable(row.meta, now) ? row : null
}

export type Standing = Pick<SnapshotMeta, 'check' | 'beside'>

export interface NewRun {
  readonly point: Point
  /** The series of the source, and the series as it is stored. */
  readonly own: HourlySeries
  readonly series: HourlySeries
  readonly isSameBlend: boolean
  /** What is stored; null: nothing. */
  readonly row: StoredRow | null
  /** [ms since epoch] */
  readonly now: number
}

/** How far another blend may move a minimum [°C]. */
const otherBlendC = 1.5

export function standingOf(run: NewRun): Standing {
  const { now } = run
  const row = usableRow(run.row, now)
  if (row === null) return { check: 'unchecked' }
  const before = unpackSeries(row.body)
  const known = row.meta.beside ?? null
  const beside = besideSeries(known)
  const last = findingsBeside(run, before)
  if (known === null || beside === null || now - known.confirmedAt > besideMs) {
    if (last.length > 0) return besides(row.meta, before, { now, findings: last })
    // A doubtful run that came again and again confirms nothing: next to it the next one is not impossible.
    return { check: known?.isOdd === true ? 'unchecked' : 'agrees' }
  }
  const first = findingsBeside(run, beside)
  // What looks like a fault against the last run is not confirmed by the one before that.
  if (first.length === 0)
    return last.some(isOdd) ? besides(row.meta, before, { now, findings: last }) : { check: 'agrees' }
  const isApart = now - row.meta.issuedAt >= apartMs
  if (last.length === 0 && isApart && !known.isOdd && !first.some(isOdd)) return { check: 'agrees' }
  return besides(known, beside, { now, findings: first })
}

function findingsBeside(
  { own, series, point, now, isSameBlend }: NewRun,
  earlier: HourlySeries
): readonly Finding[] {
  const doubtful = shapesIn({ fresh: own, earlier }, Math.floor(now / hourMs))
  const moreC = isSameBlend ? 0 : otherBlendC
  const changes = changesIn({ fresh: series, earlier }, { point, now, moreC, doubtful })
  return changes.length === 0 ? doubtful.filter(({ isCertain }) => isCertain) : [...changes, ...doubtful]
}

function besides(
  meta: Pick<SnapshotMeta, 'run' | 'issuedAt' | 'confirmedAt'>,
  series: HourlySeries,
  { now, findings }: { now: number; findings: readonly Finding[] }
): Standing {
  return { check: 'disagrees', beside: storedBeside(meta, series, { now, isOdd: findings.some(isOdd) }) }
}

/** A later run with the same fault does not make it right. */
function isOdd({ shape, isCertain }: Finding): boolean {
  return isCertain || shape === 'constant' || shape === 'sign'
}
