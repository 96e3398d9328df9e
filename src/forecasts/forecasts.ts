/** From a point to its forecast: memory, disk, then the sources, each asked once however many wait. */
import type { Point } from '../weather/point.ts'
import { createDemoMode, type DemoMode } from './demo-mode.ts'
import type { ForecastsDeps } from './deps.ts'
import { currentFor, type ForecastResult, type ReadySnapshot, usable } from './forecast-result.ts'
import type { ForecastSnapshot } from './forecast-snapshot.ts'
import type { RequesterKind } from './gate.ts'
import { load } from './load.ts'
import { type RefreshResult, refresh } from './refresh.ts'
import { createRefreshWatched, type RefreshWatched } from './refresh-watched.ts'
import type { Requester } from './requester.ts'
import { createSeasons, type Seasons } from './seasons.ts'
import { createSingleFlight, retryMs, type SingleFlight } from './single-flight.ts'
import { freshnessOf, isUsable, type SnapshotMeta } from './snapshot.ts'
import { storedRows } from './stored-rows.ts'

export interface Forecasts {
  /** The forecast for a point; never throws for a source's fault. */
  readonly get: (point: Point, requester: Requester) => Promise<ForecastResult>
  /**
   * Has the forecasts of watched places renewed where they are due, in as few upstream requests as the first source allows; ends
   * when each has been asked for, or, once `stopping`, with what is under way. Never throws for a source's fault.
   */
  readonly refreshWatched: RefreshWatched
  /** What a client's question would be given at once, without a promise; null where somebody has to be asked or nothing may be shown. */
  readonly ready: (point: Point) => ReadySnapshot | null
  /** What is kept for a point in memory or on disk and may still be shown, without asking anybody; null where nothing is. */
  readonly peek: (point: Point) => Promise<ForecastSnapshot | null>
  /** As `peek`; where it is due, what another process may have renewed is looked for on disk as well. */
  readonly latest: (point: Point) => Promise<ForecastSnapshot | null>
  /** Whether made-up weather is shown because no source has ever answered. */
  readonly isDemo: () => boolean
  /**
   * While in demo: asks every real source for a point, past all pauses; at the first answer demo is left for good.
   * Answers whether the service is (still) in demo. To be called at the start and every 30 s.
   */
  readonly probe: (point: Point) => Promise<boolean>
  /** The temperatures of the season gone by, for the stage of a crop. */
  readonly seasons: Seasons
}

interface Service {
  readonly deps: ForecastsDeps
  readonly demo: DemoMode
  /** Questions of visitors, and of the service itself: a watched place never waits behind a crowd of visitors. */
  readonly singleFlight: Readonly<Record<RequesterKind, SingleFlight<RefreshResult>>>
}

export function createForecasts(deps: ForecastsDeps): Forecasts {
  const demo = createDemoMode(deps)
  const afterFault = (error: unknown): RefreshResult => {
    deps.report('renewal_failed', { message: error instanceof Error ? error.message : String(error) })
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
    latest: (point) => storedAt(service, point, (meta) => meta === null || meta.askAgainAt <= deps.clock()),
    isDemo: demo.isOn,
    probe: demo.probe,
    seasons: createSeasons(deps, demo.isOn)
  }
}

async function get(
  { deps, demo, singleFlight }: Service,
  point: Point,
  requester: Requester
): Promise<ForecastResult> {
  const { key } = point
  const cache = currentFor(deps, key, requester)
  if (cache !== null) return cache
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
  if (meta === null && requester.kind === 'client' && !underWay.isUnderWay(point)) {
    const wait = deps.allowance.take(requester.key)
    if (wait !== null) return { kind: 'too_many_points', retryAfterSeconds: wait }
  }
  const running = underWay.run(point, () =>
    refresh(deps, point, { watched: requester.kind === 'watch', rows })
  )
  // Nobody waits for a renewal of data that are still good: the next one to ask gets the new ones.
  if (meta !== null && requester.kind === 'client' && !isWorthWaiting(deps, meta, at)) {
    return usable(deps, key, at + retryMs)
  }
  return usable(deps, key, (await running).retryAt)
}

/** Data that may not be shown are waited for; stale ones only where nobody else has to wait first. */
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
