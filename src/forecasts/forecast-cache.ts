/**
 * The points in memory: packed series with the parts that answers need most, bounded by bytes; the least
 * recently used goes first, of those asked for once before the others.
 */
import { recentlyUsed } from '../common/recently-used.ts'
import type { HourlySeries } from '../weather/series.ts'
import { type Derived, derivedPoint, nothingDerived } from './derived-snapshot.ts'
import type { ForecastSnapshot } from './forecast-snapshot.ts'
import { unpackSeries } from './packed-series.ts'
import type { LearnedAt } from './ports.ts'
import type { SnapshotMeta } from './snapshot.ts'
import { createSweepProofCache } from './sweep-proof-cache.ts'

interface CachedForecast {
  readonly meta: SnapshotMeta
  readonly packed: Uint8Array
  readonly derived: Derived
}

/** One point's forecast as it was when the handle was taken. */
export interface ForecastHandle {
  readonly meta: SnapshotMeta
  readonly open: () => ForecastSnapshot
  /**
   * Passes the forecast to a function that must not keep a reference to it: the next read reuses its memory.
   * Without that reuse, collecting the garbage of an answer cost more than computing it.
   */
  readonly read: <Answer>(use: (forecast: ForecastSnapshot) => Answer) => Answer
}

export interface ForecastCache {
  readonly get: (pointKey: string) => SnapshotMeta | null
  /** The forecast of a point, or null; the caller may keep a reference to it. */
  readonly open: (pointKey: string) => ForecastSnapshot | null
  /**
   * A handle on the forecast of a point that remains valid when the point is refreshed or dropped meanwhile;
   * null for an unknown point.
   */
  readonly handle: (pointKey: string) => ForecastHandle | null
  readonly set: (pointKey: string, meta: SnapshotMeta, packed: Uint8Array) => void
  /** Changes the metadata of a point; its series stays. Does nothing for an unknown point. */
  readonly amend: (pointKey: string, meta: SnapshotMeta) => void
  /** Drops every point with synthetic data. */
  readonly dropSynthetic: () => void
  readonly size: () => number
  readonly learnedAt: LearnedAt
}

/**
 * Memory of a cached point besides its packed series: its days, its nights' windows and scores, its map entry
 * [bytes, measured].
 */
const overheadBytes = 8_000
/** Unpacked series are larger, but a point that was requested is often requested again at once. */
const mostUnpacked = 32

/** @param learnedAt What was learned at a point; called each time one is opened. */
export function createForecastCache(mostBytes: number, learnedAt: LearnedAt = () => null): ForecastCache {
  const points = createSweepProofCache<CachedForecast>(
    mostBytes,
    ({ packed }) => packed.byteLength + overheadBytes
  )
  const { open, read } = createOpening(learnedAt)
  return {
    size: points.size,
    learnedAt,
    get: (key) => points.peek(key)?.meta ?? null,
    set(key, meta, packed) {
      points.set(key, { meta, packed, derived: nothingDerived() })
    },
    amend(key, meta) {
      const cached = points.peek(key)
      if (cached === undefined) return
      // The series and what depends on it alone stay; the scores may depend on what has changed.
      points.set(key, { ...cached, meta, derived: { ...cached.derived, scores: null } })
    },
    dropSynthetic() {
      for (const [key, one] of [...points.entries()]) if (one.meta.synthetic) points.delete(key)
    },
    open(key) {
      const cached = points.get(key)
      return cached === undefined ? null : open(cached)
    },
    handle(key) {
      const cached = points.get(key)
      if (cached === undefined) return null
      return { meta: cached.meta, open: () => open(cached), read: (use) => read(cached, use) }
    }
  }
}

/**
 * The two ways to read a cached point: into memory of its own, cached for a while, or into memory that the
 * next read reuses.
 */
function createOpening(learnedAt: LearnedAt): {
  readonly open: (cached: CachedForecast) => ForecastSnapshot
  readonly read: <Answer>(cached: CachedForecast, use: (forecast: ForecastSnapshot) => Answer) => Answer
} {
  const unpacked = recentlyUsed<ForecastSnapshot, CachedForecast>(mostUnpacked)
  let scratch: Float32Array | null = null
  const opened = ({ meta, derived }: CachedForecast, unpack: () => HourlySeries): ForecastSnapshot =>
    derivedPoint(meta, { unpack, learned: learnedAt(meta), derived })
  const open = (cached: CachedForecast): ForecastSnapshot => {
    const known = unpacked.get(cached)
    const forecast = opened(cached, () => known?.series ?? unpackSeries(cached.packed))
    if (known?.learned === forecast.learned) return known
    unpacked.set(cached, forecast)
    return forecast
  }
  return {
    open,
    read(cached, use) {
      if (unpacked.has(cached)) return use(open(cached))
      let taken: HourlySeries | null = null
      const unpack = (): HourlySeries => {
        taken = unpackSeries(cached.packed, scratch)
        // Unset while it is in use, so that a nested read gets memory of its own.
        scratch = null
        return taken
      }
      try {
        return use(opened(cached, unpack))
      } finally {
        if (taken !== null) scratch = (taken as HourlySeries).values
      }
    }
  }
}
