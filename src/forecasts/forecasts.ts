/** From a point to its forecast: memory, disk, then the sources, each asked once however many wait. */
import { reportedError } from '../common/reported-error.ts'
import type { Source } from '../sources/source.ts'
import { isOwn, type Point } from '../weather/point.ts'
import { createSingleFlight, retryMs, type SingleFlight } from './concurrency.ts'
import { createDemoMode } from './demo-mode.ts'
import type { ForecastsDeps } from './deps.ts'
import { createEarlierRuns, type EarlierAnswer } from './earlier-runs.ts'
import { watchedCost } from './ensemble.ts'
import { createForecastCache } from './forecast-cache.ts'
import { currentFor, type ForecastResult, load, type ReadySnapshot, usable } from './forecast-result.ts'
import type { ForecastSnapshot } from './forecast-snapshot.ts'
import type { RequesterKind } from './gate.ts'
import type { Requester } from './point-allowance.ts'
import type { Neighbours, PointPause } from './ports.ts'
import { type RefreshResult, refresh } from './refresh.ts'
import { createRefreshWatched } from './refresh-watched.ts'
import { createSeasons, type Seasons } from './seasons.ts'
import { freshnessOf, isUsable, type SnapshotMeta } from './snapshot.ts'
import { type StoredRows, storedRows } from './stored-rows.ts'

export interface Forecasts {
  /** Never throws for a source's fault. */
  readonly get: (point: Point, requester: Requester) => Promise<ForecastResult>
  /**
   * Uses as few requests as the first source allows. Ends when each due place has been requested or, after `stopping`,
   * the running requests have ended. Never throws for a source's fault.
   */
  readonly refreshWatched: ReturnType<typeof createRefreshWatched>
  /** What a client would get at once; null where a source must be asked or nothing may be shown. */
  readonly ready: (point: Point) => ReadySnapshot | null
  /** The forecast in memory or on disk that may still be shown, without asking a source; else null. */
  readonly peek: (point: Point) => Promise<ForecastSnapshot | null>
  /** The forecast of a point that was never asked for before; nothing is stored. Null where no source answers. */
  readonly asNew: (point: Point, requester: Requester) => Promise<ForecastSnapshot | null>
  /** As `peek`. Where it is due, the disk is read too, because another process may have refreshed it. */
  readonly latest: (point: Point) => Promise<ForecastSnapshot | null>
  /** Whether synthetic weather is shown because no source has ever answered. */
  readonly isDemo: () => boolean
  /** In demo mode, every 30 s: asks every real source, whatever its pause. True: no answer, the demo continues. */
  readonly probe: (point: Point) => Promise<boolean>
  readonly watchedCost: (source: Source, point: Point) => number
  readonly seasons: Seasons
  readonly neighbours: Neighbours
  /** What was forecast for the past weeks of a watched place; never throws for a source's fault. */
  readonly earlierRuns: (point: Point) => Promise<EarlierAnswer>
}

interface Service {
  readonly deps: ForecastsDeps
  readonly demo: ReturnType<typeof createDemoMode>
  /** Visitors and watched places have separate flights: a watched place never waits behind many visitors. */
  readonly singleFlight: Readonly<Record<RequesterKind, SingleFlight<RefreshResult>>>
}

export function createForecasts(deps: ForecastsDeps): Forecasts {
  const demo = createDemoMode(deps)
  const afterFault = (error: unknown): RefreshResult => {
    deps.report('renewal_failed', reportedError(error))
    return { retryAt: deps.clock() + retryMs }
  }
  const singleFlight = { visitor: createSingleFlight(afterFault), watched: createSingleFlight(afterFault) }
  const service = { deps, demo, singleFlight }
  return {
    get: (point, requester) => get(service, point, requester),
    refreshWatched: createRefreshWatched(deps, demo, singleFlight.watched),
    ready(point) {
      const found = currentFor(deps, point.key, { kind: 'client', key: '' })
      return found?.kind === 'snapshot' ? found : null
    },
    peek: (point) => storedAt(service, point, (meta) => meta === null),
    asNew: (point, requester) => asNew(deps, point, requester),
    latest: (point) => storedAt(service, point, (meta) => meta === null || meta.askAgainAt <= deps.clock()),
    isDemo: demo.isOn,
    probe: demo.probe,
    watchedCost: (source, point) => watchedCost(deps, source, point),
    seasons: createSeasons(deps, demo.isOn),
    neighbours: {
      atOtherHeight: deps.atOtherHeight ?? (() => null),
      isBlended: (id) => deps.sources.some(({ credit, models }) => credit.id === id && models !== undefined)
    },
    earlierRuns: createEarlierRuns(deps)
  }
}

async function get(service: Service, point: Point, requester: Requester): Promise<ForecastResult> {
  const { deps, demo, singleFlight } = service
  const { key } = point
  const current = currentFor(deps, key, requester)
  if (current !== null) return current
  if (demo.isOn()) {
    await demo.showAt(point)
    if (demo.isOn()) return usable(deps, key, deps.clock() + retryMs)
  }
  const rows = deps.cache.get(key) === null ? await load(deps, point) : storedRows(deps, point)
  const loaded = currentFor(deps, key, requester)
  if (loaded !== null) return loaded
  const meta = deps.cache.get(key)
  const at = deps.clock()
  const isWatching = requester.kind === 'watch' || singleFlight.watched.isUnderWay(point)
  const underWay = singleFlight[isWatching ? 'watched' : 'visitor']
  const running = underWay.run(point, async () => {
    // A client that waits for another client's request pays nothing.
    const refusal = meta === null && !isOwn(point) ? await refusalOf(deps, requester) : null
    return refusal === null ? refreshOnce(deps, { point, requester, rows }) : { retryAt: at, refusal }
  })
  // No one waits for a renewal of data that are still good: the next one to ask gets the new ones.
  if (meta !== null && requester.kind === 'client' && !isWorthWaiting(deps, meta, at)) {
    return usable(deps, key, at + retryMs)
  }
  const { retryAt, refusal } = await running
  if (refusal === undefined) return usable(deps, key, retryAt)
  return requester.kind === 'client' && requester.key === refusal.client
    ? { kind: 'too_many_points', retryAfterSeconds: refusal.retryAfterSeconds }
    : get(service, point, requester)
}

async function asNew(
  deps: ForecastsDeps,
  point: Point,
  requester: Requester
): Promise<ForecastSnapshot | null> {
  if ((await refusalOf(deps, requester)) !== null) return null
  const apart = {
    ...deps,
    cache: createForecastCache(onePointBytes, deps.cache.learnedAt),
    store: { ...deps.store, read: async () => null, write: async () => true },
    onRun: () => undefined
  }
  await refresh(apart, point, { watched: false, rows: storedRows(apart, point) })
  return apart.cache.open(point.key)
}

const onePointBytes = 1_000_000

/** Counts a new point for a client; null: it may be opened. */
async function refusalOf(
  { allowance }: ForecastsDeps,
  requester: Requester
): Promise<NonNullable<RefreshResult['refusal']> | null> {
  if (requester.kind !== 'client') return null
  const retryAfterSeconds = await allowance.take(requester.key)
  return retryAfterSeconds === null ? null : { client: requester.key, retryAfterSeconds }
}

/** Waits where the data may not be shown; stale ones only without a queue. */
function isWorthWaiting({ sources, gates }: ForecastsDeps, meta: SnapshotMeta, at: number): boolean {
  if (!isUsable(meta, at)) return true
  const isCrowded = sources.some(({ credit }) => gates.of(credit.id, 'visitor').isCrowded())
  return freshnessOf(meta, at) === 'stale' && !isCrowded
}

async function storedAt(
  { deps, demo }: Service,
  point: Point,
  looksOnDisk: (meta: SnapshotMeta | null) => boolean
): Promise<ForecastSnapshot | null> {
  const { key } = point
  if (looksOnDisk(deps.cache.get(key)) && !demo.isOn()) await load(deps, point)
  const meta = deps.cache.get(key)
  return meta !== null && isUsable(meta, deps.clock()) ? deps.cache.open(key) : null
}

/** Longer than a chain of sources takes: only a process that ended leaves a lease behind. */
const leaseMs = 30_000
const lookEveryMs = 200
/** A second process would have refreshed it by then, or no source answers. */
const giveUpMs = 2 * leaseMs

/** Refreshes a point, or takes what the refreshing process stores, or its pause. Without the database: by itself. */
async function refreshOnce(
  deps: ForecastsDeps,
  { point, requester, rows }: { point: Point; requester: Requester; rows: StoredRows }
): Promise<RefreshResult> {
  const watched = requester.kind === 'watch'
  if (deps.leases === null) return refresh(deps, point, { watched, rows })
  const giveUpAt = deps.clock() + giveUpMs
  for (;;) {
    const release = await takeLease(deps, point)
    const isOurs = release !== null || deps.clock() >= giveUpAt
    try {
      // Another process may have stored a newer forecast since this one looked.
      const stored = await load(deps, point)
      if (currentFor(deps, point.key, requester) !== null) return { retryAt: deps.clock() }
      if (isOurs) {
        const shared = await takeOverPauses(deps, point)
        const result = await refresh(deps, point, { watched, rows: stored })
        await sharePauses(deps, point, shared)
        return result
      }
    } finally {
      await release?.()
    }
    await deps.leases.pause(lookEveryMs)
  }
}

/** How to release it; null while another process has it. */
async function takeLease(
  { leases, report }: ForecastsDeps,
  point: Point
): Promise<(() => Promise<void>) | null> {
  const failed = (error: unknown): void => {
    report('store_failed', reportedError(error))
  }
  try {
    const release = await leases?.take(point.key, leaseMs)
    return release == null ? null : () => release().catch(failed)
  } catch (error) {
    failed(error)
    return async () => undefined
  }
}

type SharedPauses = ReadonlyMap<string, PointPause>

/** Takes over what others shared of a point, and gives it; nothing without the database. */
async function takeOverPauses(
  { leases, sources, circuits, report }: ForecastsDeps,
  { key }: Point
): Promise<SharedPauses> {
  try {
    const ids = sources.map(({ credit }) => credit.id)
    const shared = (await leases?.sharedPauses(key, ids)) ?? new Map<string, PointPause>()
    for (const id of ids) circuits.takeOver(id, key, shared.get(id) ?? null)
    return shared
  } catch (error) {
    report('store_failed', { message: error instanceof Error ? error.message : String(error) })
    return new Map()
  }
}

async function sharePauses(
  { leases, sources, circuits, clock, report }: ForecastsDeps,
  { key }: Point,
  shared: SharedPauses
): Promise<void> {
  try {
    for (const { credit } of sources) {
      const before = shared.get(credit.id)
      const pause = circuits.pauseOf(credit.id, key)
      if (pause === null && before !== undefined) await leases?.deletePause(credit.id, key, before)
      if (pause !== null && pause.until > clock() && pause.until !== before?.until) {
        await leases?.sharePause(credit.id, key, pause)
      }
    }
  } catch (error) {
    report('store_failed', { message: error instanceof Error ? error.message : String(error) })
  }
}
