/** The points in memory: packed series with what answers need again and again, bounded by bytes, least recently used out first. */
import { LRUCache } from 'lru-cache'
import type { HourlySeries } from '../weather/series.ts'
import { type Derived, derivedPoint, nothingDerived } from './derived-snapshot.ts'
import type { ForecastSnapshot } from './forecast-snapshot.ts'
import { unpackSeries } from './packed-series.ts'
import type { LearnedAt } from './ports.ts'
import type { SnapshotMeta } from './snapshot.ts'

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
   * Hands the forecast to a function that must not keep it: its numbers lie in memory that the next reading uses again.
   * Making an answer allocates so much less that collecting garbage no longer costs more than the answer.
   */
  readonly read: <Answer>(use: (point: ForecastSnapshot) => Answer) => Answer
}

export interface ForecastCache {
  readonly get: (pointKey: string) => SnapshotMeta | null
  /** The forecast of a point, or null; it may be kept and read as long as anybody likes. */
  readonly open: (pointKey: string) => ForecastSnapshot | null
  /** A way to the forecast of a point that stays open though the point be renewed or forgotten meanwhile; null for an unknown one. */
  readonly handle: (pointKey: string) => ForecastHandle | null
  readonly set: (pointKey: string, meta: SnapshotMeta, packed: Uint8Array) => void
  /** Changes what is known about a point's series, which itself stays; does nothing for an unknown point. */
  readonly amend: (pointKey: string, meta: SnapshotMeta) => void
  /** Forgets every point that holds made-up data. */
  readonly dropSynthetic: () => void
  readonly size: () => number
}

/** What a kept point costs beyond its packed series: its days, its nights' frames and scores, its place in the map [bytes, measured]. */
const overheadBytes = 8_000
/** Unpacked series are larger, but a point that is asked for now is often asked for again at once. */
const mostUnpacked = 32

/** @param learnedAt What was learned at a point; asked each time one is opened. */
export function createForecastCache(mostBytes: number, learnedAt: LearnedAt = () => null): ForecastCache {
  const points = new LRUCache<string, CachedForecast>({
    maxSize: mostBytes,
    sizeCalculation: ({ packed }) => packed.byteLength + overheadBytes
  })
  const { open, read } = createOpening(learnedAt)
  return {
    size: () => points.size,
    get: (key) => points.peek(key)?.meta ?? null,
    set(key, meta, packed) {
      points.set(key, { meta, packed, derived: nothingDerived() })
    },
    amend(key, meta) {
      const cache = points.peek(key)
      if (cache === undefined) return
      // The series stays, and what follows from it alone; the scores may hang on what has changed.
      points.set(key, { ...cache, meta, derived: { ...cache.derived, scores: null } })
    },
    dropSynthetic() {
      for (const [key, one] of [...points.entries()]) if (one.meta.synthetic) points.delete(key)
    },
    open(key) {
      const cache = points.get(key)
      return cache === undefined ? null : open(cache)
    },
    handle(key) {
      const cache = points.get(key)
      if (cache === undefined) return null
      return { meta: cache.meta, open: () => open(cache), read: (use) => read(cache, use) }
    }
  }
}

/** The two ways to a kept point's numbers: in memory of their own, kept for a while, or in memory that the next reading uses again. */
function createOpening(learnedAt: LearnedAt): {
  readonly open: (cache: CachedForecast) => ForecastSnapshot
  readonly read: <Answer>(cache: CachedForecast, use: (point: ForecastSnapshot) => Answer) => Answer
} {
  const unpacked = new LRUCache<CachedForecast, ForecastSnapshot>({ max: mostUnpacked })
  let scratch: Float32Array | null = null
  const opened = ({ meta, derived }: CachedForecast, unpack: () => HourlySeries): ForecastSnapshot =>
    derivedPoint(meta, { unpack, learned: learnedAt(meta.point, meta.grid), derived })
  const open = (cache: CachedForecast): ForecastSnapshot => {
    const known = unpacked.get(cache)
    const point = opened(cache, () => known?.series ?? unpackSeries(cache.packed))
    if (known?.learned === point.learned) return known
    unpacked.set(cache, point)
    return point
  }
  return {
    open,
    read(cache, use) {
      if (unpacked.has(cache)) return use(open(cache))
      let taken: HourlySeries | null = null
      const unpack = (): HourlySeries => {
        taken = unpackSeries(cache.packed, scratch)
        // Taken away while it is in use: a reading inside a reading then gets memory of its own.
        scratch = null
        return taken
      }
      try {
        return use(opened(cache, unpack))
      } finally {
        if (taken !== null) scratch = (taken as HourlySeries).values
      }
    }
  }
}
