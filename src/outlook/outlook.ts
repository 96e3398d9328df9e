/** From a point to its forecast: memory, disk, then the sources, each asked once however many wait. */
import { hourMs, type Point, pointKey } from '../forecast/point.ts'
import { endHour } from '../forecast/series.ts'
import type { FetchedForecast, NotModified, Source } from '../sources/source.ts'
import { askChain } from './chain.ts'
import { createDemoMode } from './demo-mode.ts'
import { fromKept, toKept } from './kept-meta.ts'
import type { OpenPoint } from './kept-points.ts'
import { mergePast } from './merge-past.ts'
import { hashBytes, packSeries, unpackSeries } from './packed-series.ts'
import type { OutlookParts } from './parts.ts'
import { freshnessOf, isUsable, type SnapshotMeta } from './snapshot.ts'

/** Who asks: a client with a key of the limiter's, or the house itself for a place that somebody watches. */
export type Asker = { readonly kind: 'client'; readonly key: string } | { readonly kind: 'watch' }

export type Obtained =
  | { readonly kind: 'snapshot'; readonly snapshot: OpenPoint }
  /** Nothing that may be shown; `lastDataAt` [ms since epoch] tells the age of what was kept, if anything was. */
  | { readonly kind: 'unavailable'; readonly lastDataAt: number | null; readonly retryAt: number }
  /** This client has opened its share of new points for today. */
  | { readonly kind: 'too_many_points'; readonly retryAfterSeconds: number }

export interface Outlook {
  /** The forecast for a point; never throws for a source's fault. */
  readonly obtain: (point: Point, asker: Asker) => Promise<Obtained>
  /** The forecast in memory if it need not be renewed yet: the way of a hot request, without a promise. */
  readonly current: (point: Pick<Point, 'lat' | 'lon'>) => OpenPoint | null
  /** What is kept for a point in memory or on disk and may still be shown, without asking anybody; null where nothing is. */
  readonly kept: (point: Point) => Promise<OpenPoint | null>
  /** Whether made-up weather is shown because no source has ever answered. */
  readonly isDemo: () => boolean
  /**
   * While in demo: asks every real source for a point, past all pauses; at the first answer demo is left for good.
   * Answers whether the service is (still) in demo. To be called at the start and every 30 s.
   */
  readonly probe: (point: Point) => Promise<boolean>
}

export function createOutlook(parts: OutlookParts): Outlook {
  const flights = new Map<string, Promise<FlightEnd>>()
  const demo = createDemoMode(parts, (point, source, fetched) => keep(parts, point, source, fetched))

  const current = (point: Pick<Point, 'lat' | 'lon'>): OpenPoint | null => {
    const key = pointKey(point)
    const meta = parts.kept.get(key)
    const now = parts.clock()
    return meta !== null && meta.askAgainAt > now && isUsable(meta, now) ? parts.kept.open(key) : null
  }
  const fly = (point: Point, watched: boolean): Promise<FlightEnd> => {
    const key = pointKey(point)
    const underWay = flights.get(key)
    if (underWay !== undefined) return underWay
    const flight = renew(parts, point, watched).finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }
  const obtain = async (point: Point, asker: Asker): Promise<Obtained> => {
    const key = pointKey(point)
    const kept = current(point)
    if (kept !== null) return { kind: 'snapshot', snapshot: kept }
    if (demo.isOn()) {
      await demo.showAt(point)
      if (demo.isOn()) return usable(parts, key, parts.clock() + 30_000)
    }
    if (parts.kept.get(key) === null) await recall(parts, point)
    const meta = parts.kept.get(key)
    const at = parts.clock()
    if (meta !== null && meta.askAgainAt > at) return usable(parts, key, meta.askAgainAt)
    if (meta === null && asker.kind === 'client' && !flights.has(key)) {
      const wait = parts.allowance.take(asker.key)
      if (wait !== null) return { kind: 'too_many_points', retryAfterSeconds: wait }
    }
    const flight = fly(point, asker.kind === 'watch')
    // Nobody waits for a renewal of data that are still good: the next one to ask gets the new ones.
    if (meta !== null && asker.kind === 'client' && freshnessOf(meta, at) !== 'stale') {
      return usable(parts, key, at + 30_000)
    }
    return usable(parts, key, (await flight).retryAt)
  }
  const kept = async (point: Point): Promise<OpenPoint | null> => {
    const key = pointKey(point)
    if (parts.kept.get(key) === null && !demo.isOn()) await recall(parts, point)
    const meta = parts.kept.get(key)
    return meta !== null && isUsable(meta, parts.clock()) ? parts.kept.open(key) : null
  }
  return { obtain, current, kept, isDemo: demo.isOn, probe: demo.probe }
}

function usable(parts: OutlookParts, key: string, retryAt: number): Obtained {
  const meta = parts.kept.get(key)
  const snapshot = meta !== null && isUsable(meta, parts.clock()) ? parts.kept.open(key) : null
  return snapshot === null
    ? { kind: 'unavailable', lastDataAt: meta?.confirmedAt ?? null, retryAt }
    : { kind: 'snapshot', snapshot }
}

interface FlightEnd {
  readonly retryAt: number
}

/** Brings the latest that was kept on disk for a point into memory. */
async function recall(parts: OutlookParts, point: Point): Promise<void> {
  const key = pointKey(point)
  for (const source of parts.sources) {
    const row = await parts.store.read(source.credit.id, key)
    const meta = row === null ? null : fromKept(row, point)
    const known = parts.kept.get(key)
    if (row === null || meta === null || !isWhole(row.body)) continue
    if (known === null || known.confirmedAt < meta.confirmedAt) parts.kept.set(key, meta, row.body)
  }
}

function isWhole(packed: Uint8Array): boolean {
  try {
    return unpackSeries(packed).hours > 0
  } catch {
    return false
  }
}

async function renew(parts: OutlookParts, point: Point, watched: boolean): Promise<FlightEnd> {
  const key = pointKey(point)
  const keptFrom = async (sourceId: string): Promise<SnapshotMeta | null> => {
    const inMemory = parts.kept.get(key)
    if (inMemory?.source.id === sourceId) return inMemory
    const row = await parts.store.read(sourceId, key)
    return row === null ? null : fromKept(row, point)
  }
  const answer = await askChain(parts, { point, watched, keptFrom })
  if (answer.kind === 'none') {
    const stale = parts.kept.get(key)
    if (stale !== null) rest(parts, stale, answer.retryAt)
    return { retryAt: answer.retryAt }
  }
  await keep(parts, point, answer.source, answer.fetched)
  return { retryAt: parts.clock() }
}

/** After a failure the kept data stand until somebody may be asked again. */
function rest(parts: OutlookParts, meta: SnapshotMeta, retryAt: number): void {
  const key = pointKey(meta.point)
  parts.kept.amend(key, { ...meta, askAgainAt: Math.max(retryAt, parts.clock() + 1000) })
}

async function keep(
  parts: OutlookParts,
  point: Point,
  source: Source,
  fetched: FetchedForecast | NotModified
): Promise<void> {
  const key = pointKey(point)
  const row = await parts.store.read(source.credit.id, key)
  const earlier = row === null || !isWhole(row.body) ? null : fromKept(row, point)
  const earlierSeries = row !== null && earlier !== null ? unpackSeries(row.body) : null
  const at = parts.clock()
  if (fetched.kind === 'not_modified') {
    if (row === null || earlier === null) return
    await store(
      parts,
      { ...earlier, confirmedAt: at, askAgainAt: askAgainAt(parts, source, fetched) },
      row.body
    )
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
    updatePeriodSeconds: source.limits.updatePeriodSeconds,
    validators: fetched.validators,
    grid: fetched.grid,
    model: fetched.model,
    point
  }
  if (endHour(merged) * hourMs > at) await store(parts, meta, packed)
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
