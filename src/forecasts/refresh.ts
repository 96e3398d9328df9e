/** Asks the sources again for a point, and stores the answer in memory and on disk. */

import type { FetchedForecast, NotModified, Source } from '../sources/source.ts'
import { hourMs, type Point, pointKey } from '../weather/point.ts'
import { endHour } from '../weather/series.ts'
import { askChain } from './chain.ts'
import type { ForecastsDeps } from './deps.ts'
import { fetchSpread } from './ensemble.ts'
import { mergePast } from './merge-past.ts'
import { hashBytes, isPackedSeries, packSeries, unpackSeries } from './packed-series.ts'
import type { StoredForecast } from './ports.ts'
import type { SnapshotMeta } from './snapshot.ts'
import { fromStored, toStored } from './stored-meta.ts'

/** The outcome of a refresh, for the requests that waited for it. */
export interface RefreshResult {
  /** When it may be tried again, where no source answered [ms since epoch]. */
  readonly retryAt: number
}

/**
 * Asks the chain for a point; stored data stay where no source answers. Never throws for a source's fault.
 */
export async function refresh(
  deps: ForecastsDeps,
  point: Point,
  { watched, periodSeconds = 0 }: Pick<Fetched, 'watched' | 'periodSeconds'>
): Promise<RefreshResult> {
  const key = pointKey(point)
  // A 304 may confirm only what is on disk in the present format: only then is its series available.
  const storedFrom = async (sourceId: string): Promise<SnapshotMeta | null> => {
    const row = await readRow(deps, sourceId, key)
    return row === null || !isPackedSeries(row.body) ? null : fromStored(row, point)
  }
  const answer = await askChain(deps, { point, watched, storedFrom })
  if (answer.kind === 'none') {
    const stale = deps.cache.get(key)
    if (stale !== null) rest(deps, stale, { retryAt: answer.retryAt, watched })
    return { retryAt: answer.retryAt }
  }
  const { source, fetched, isFallback } = answer
  await save(deps, { point, source, fetched, watched, isFallback, periodSeconds })
  return { retryAt: deps.clock() }
}

/**
 * The row on disk. Null where the store cannot be read: the answer of a source matters more than the row it
 * is compared with.
 */
async function readRow(deps: ForecastsDeps, sourceId: string, key: string): Promise<StoredForecast | null> {
  try {
    return await deps.store.read(sourceId, key)
  } catch (error) {
    deps.report('store_failed', { message: error instanceof Error ? error.message : String(error) })
    return null
  }
}

/**
 * After a failure the stored data are used until a source may be asked again. A failure for visitors delays
 * only visitors.
 */
function rest(
  deps: ForecastsDeps,
  meta: SnapshotMeta,
  { retryAt, watched }: { readonly retryAt: number; readonly watched: boolean }
): void {
  const until = Math.max(retryAt, deps.clock() + 1000)
  const changed = watched ? { askAgainAt: until } : { visitorsWaitUntil: until }
  deps.cache.amend(pointKey(meta.point), { ...meta, ...changed })
}

/** One answer of one source, to be stored. */
export interface Fetched {
  readonly point: Point
  readonly source: Source
  readonly fetched: FetchedForecast | NotModified
  readonly watched: boolean
  /** See `SnapshotMeta`. */
  readonly isFallback: boolean
  /** How often the point is requested [s], where that is less often than the source updates its forecast. */
  readonly periodSeconds?: number
}

/** Stores an answer: a new run, the same run again, or the confirmation of what is on disk. */
export async function save(
  deps: ForecastsDeps,
  { point, source, fetched, watched, isFallback, periodSeconds = 0 }: Fetched
): Promise<void> {
  const key = pointKey(point)
  const row = await readRow(deps, source.credit.id, key)
  const earlier = row === null || !isPackedSeries(row.body) ? null : fromStored(row, point)
  const earlierSeries = row !== null && earlier !== null ? unpackSeries(row.body) : null
  const at = deps.clock()
  const updatePeriodSeconds = Math.max(source.limits.updatePeriodSeconds, periodSeconds)
  if (fetched.kind === 'forecast' && fetched.warning !== undefined) {
    deps.report('source_warning', { source: source.credit.id, message: fetched.warning })
  }
  if (fetched.kind === 'not_modified') {
    if (row === null || earlier === null) return
    const next = {
      ...earlier,
      isFallback,
      confirmedAt: at,
      updatePeriodSeconds,
      askAgainAt: askAgainAt(deps, source, fetched)
    }
    await store(deps, next, row.body)
    return
  }
  const merged = mergePast(earlierSeries, fetched.series, Math.floor(at / hourMs))
  const packed = packSeries(merged)
  // The source's own hours alone identify the run: hours merged from before do not make a new run.
  const run = hashBytes(packSeries(fetched.series))
  const same = earlier?.run === run ? earlier : null
  const meta: SnapshotMeta = {
    source: source.credit,
    synthetic: source.synthetic,
    run,
    issuedAt: fetched.issuedAt ?? same?.issuedAt ?? at,
    confirmedAt: at,
    askAgainAt: askAgainAt(deps, source, fetched),
    updatePeriodSeconds,
    isFallback,
    validators: fetched.validators,
    grid: fetched.grid,
    model: fetched.model,
    ensemble: same?.ensemble ?? (await fetchSpread(deps, source, point, watched)),
    point
  }
  if (endHour(merged) * hourMs <= at) return
  await store(deps, meta, packed)
  if (same === null && !meta.synthetic) deps.onRun(meta)
}

async function store(deps: ForecastsDeps, meta: SnapshotMeta, packed: Uint8Array): Promise<void> {
  deps.cache.set(pointKey(meta.point), meta, packed)
  // Synthetic data are never stored: a store that contains anything has had an answer of a real source.
  if (meta.synthetic) return
  try {
    await deps.store.write(toStored(meta, packed))
  } catch (error) {
    // With a full disk the answer is still returned; only the last good answer after a restart is lost.
    deps.report('forecast_not_kept', { source: meta.source.id, message: String(error) })
  }
}

/**
 * Never before the source says; else after one update period, with a jitter of a tenth so that points do not
 * come all at once.
 */
function askAgainAt(deps: ForecastsDeps, source: Source, fetched: FetchedForecast | NotModified): number {
  const periodMs = source.limits.updatePeriodSeconds * 1000
  const jitter = deps.random() * 0.1 * periodMs
  const wanted = deps.clock() + periodMs * 0.9 + jitter
  return fetched.expiresAt === null
    ? wanted
    : Math.max(fetched.expiresAt + jitter * 0.2, deps.clock() + 60_000)
}
