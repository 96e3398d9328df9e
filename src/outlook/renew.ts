/** Asking the sources again for a point, and keeping what they say in memory and on disk. */
import { hourMs, type Point, pointKey } from '../forecast/point.ts'
import { endHour } from '../forecast/series.ts'
import type { FetchedForecast, NotModified, Source } from '../sources/source.ts'
import { askChain } from './chain.ts'
import { fetchSpread } from './ensemble.ts'
import { fromKept, toKept } from './kept-meta.ts'
import { mergePast } from './merge-past.ts'
import { hashBytes, isPackedSeries, packSeries, unpackSeries } from './packed-series.ts'
import type { OutlookParts } from './parts.ts'
import type { KeptForecast } from './ports.ts'
import type { SnapshotMeta } from './snapshot.ts'

/** What came of a renewal for those who waited. */
export interface Renewal {
  /** When it may be tried again, where nobody answered [ms since epoch]. */
  readonly retryAt: number
}

/** Asks the chain for a point; what was kept stays where nobody answers. Never throws for a source's fault. */
export async function renew(
  parts: OutlookParts,
  point: Point,
  { watched, periodSeconds = 0 }: Pick<Fetched, 'watched' | 'periodSeconds'>
): Promise<Renewal> {
  const key = pointKey(point)
  // Only what is on disk, and written as we write it, may be confirmed by a 304: its series is then there to be confirmed.
  const keptFrom = async (sourceId: string): Promise<SnapshotMeta | null> => {
    const row = await readRow(parts, sourceId, key)
    return row === null || !isPackedSeries(row.body) ? null : fromKept(row, point)
  }
  const answer = await askChain(parts, { point, watched, keptFrom })
  if (answer.kind === 'none') {
    const stale = parts.kept.get(key)
    if (stale !== null) rest(parts, stale, { retryAt: answer.retryAt, watched })
    return { retryAt: answer.retryAt }
  }
  const { source, fetched, isFallback } = answer
  await keep(parts, { point, source, fetched, watched, isFallback, periodSeconds })
  return { retryAt: parts.clock() }
}

/** What is on disk; nothing where the store cannot be read, for a source that answers is worth more than what it is compared with. */
async function readRow(parts: OutlookParts, sourceId: string, key: string): Promise<KeptForecast | null> {
  try {
    return await parts.store.read(sourceId, key)
  } catch (error) {
    parts.report('store_failed', { message: error instanceof Error ? error.message : String(error) })
    return null
  }
}

/** After a failure the kept data stand until somebody may be asked again; what visitors wait for is their affair alone. */
function rest(
  parts: OutlookParts,
  meta: SnapshotMeta,
  { retryAt, watched }: { readonly retryAt: number; readonly watched: boolean }
): void {
  const until = Math.max(retryAt, parts.clock() + 1000)
  const changed = watched ? { askAgainAt: until } : { strangersWaitUntil: until }
  parts.kept.amend(pointKey(meta.point), { ...meta, ...changed })
}

/** One answer of one source, to be kept. */
export interface Fetched {
  readonly point: Point
  readonly source: Source
  readonly fetched: FetchedForecast | NotModified
  readonly watched: boolean
  /** See `SnapshotMeta`. */
  readonly isFallback: boolean
  /** How often the point is asked for [s], where that is less often than the source renews its forecast. */
  readonly periodSeconds?: number
}

/** Keeps an answer: a new run, the same run again, or the confirmation of what is on disk. */
export async function keep(
  parts: OutlookParts,
  { point, source, fetched, watched, isFallback, periodSeconds = 0 }: Fetched
): Promise<void> {
  const key = pointKey(point)
  const row = await readRow(parts, source.credit.id, key)
  const earlier = row === null || !isPackedSeries(row.body) ? null : fromKept(row, point)
  const earlierSeries = row !== null && earlier !== null ? unpackSeries(row.body) : null
  const at = parts.clock()
  const updatePeriodSeconds = Math.max(source.limits.updatePeriodSeconds, periodSeconds)
  if (fetched.kind === 'forecast' && fetched.warning !== undefined) {
    parts.report('source_warning', { source: source.credit.id, message: fetched.warning })
  }
  if (fetched.kind === 'not_modified') {
    if (row === null || earlier === null) return
    const next = {
      ...earlier,
      isFallback,
      confirmedAt: at,
      updatePeriodSeconds,
      askAgainAt: askAgainAt(parts, source, fetched)
    }
    await store(parts, next, row.body)
    return
  }
  const merged = mergePast(earlierSeries, fetched.series, Math.floor(at / hourMs))
  const packed = packSeries(merged)
  // The run is told by the source's own hours alone: hours kept from before do not make a new run.
  const run = hashBytes(packSeries(fetched.series))
  const same = earlier?.run === run ? earlier : null
  const meta: SnapshotMeta = {
    source: source.credit,
    synthetic: source.synthetic,
    run,
    issuedAt: fetched.issuedAt ?? same?.issuedAt ?? at,
    confirmedAt: at,
    askAgainAt: askAgainAt(parts, source, fetched),
    updatePeriodSeconds,
    isFallback,
    validators: fetched.validators,
    grid: fetched.grid,
    model: fetched.model,
    ensemble: same?.ensemble ?? (await fetchSpread(parts, source, point, watched)),
    point
  }
  if (endHour(merged) * hourMs <= at) return
  await store(parts, meta, packed)
  if (same === null && !meta.synthetic) parts.onRun(meta)
}

async function store(parts: OutlookParts, meta: SnapshotMeta, packed: Uint8Array): Promise<void> {
  parts.kept.set(pointKey(meta.point), meta, packed)
  // Made-up data are never kept: a store that holds anything has seen a real source.
  if (meta.synthetic) return
  try {
    await parts.store.write(toKept(meta, packed))
  } catch (error) {
    // A full disk must not take the answer away; what is lost is the last good answer after a restart.
    parts.report('forecast_not_kept', { source: meta.source.id, message: String(error) })
  }
}

/** Never before the source says; else after one update period, spread by a tenth so that points do not come in step. */
function askAgainAt(parts: OutlookParts, source: Source, fetched: FetchedForecast | NotModified): number {
  const periodMs = source.limits.updatePeriodSeconds * 1000
  const jitter = parts.random() * 0.1 * periodMs
  const wanted = parts.clock() + periodMs * 0.9 + jitter
  return fetched.expiresAt === null
    ? wanted
    : Math.max(fetched.expiresAt + jitter * 0.2, parts.clock() + 60_000)
}
