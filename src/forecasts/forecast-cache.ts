/** Points in memory as packed series with their most needed parts, bounded by bytes; least recently used go first. */

import { BoundedMap } from '../common/bounded-map.ts'
import { recentlyUsed } from '../common/recently-used.ts'
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

export interface ForecastCache {
  readonly get: (pointKey: string) => SnapshotMeta | null
  /** The forecast of a point, or null; the caller may keep a reference to it. */
  readonly open: (pointKey: string) => ForecastSnapshot | null
  /** Valid even when the point is refreshed or dropped meanwhile; null for an unknown point. */
  readonly handle: (pointKey: string) => {
    readonly meta: SnapshotMeta
    readonly open: () => ForecastSnapshot
    /** `use` must keep no reference: the next read reuses its memory, because garbage costs more than an answer. */
    readonly read: <Answer>(use: (forecast: ForecastSnapshot) => Answer) => Answer
  } | null
  readonly set: (pointKey: string, meta: SnapshotMeta, packed: Uint8Array) => void
  /** Replaces the metadata; the series stays. Does nothing for an unknown point. */
  readonly amend: (pointKey: string, meta: SnapshotMeta) => void
  readonly dropSynthetic: () => void
  readonly size: () => number
  readonly learnedAt: LearnedAt
}

/** Size of a cached point without its series: days, windows, scores, map entry [bytes, measured]. */
const overheadBytes = 8_000
/** Unpacked series are larger, but a point that was requested is often requested again at once. */
const maxUnpacked = 32

/** @param learnedAt Called each time a point is opened. */
export function createForecastCache(maxBytes: number, learnedAt: LearnedAt = () => null): ForecastCache {
  const points = createSweepProofCache<CachedForecast>(
    maxBytes,
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

/** Unpacks series into memory of their own, cached for a while, or into memory that the next read reuses. */
function createOpening(learnedAt: LearnedAt): {
  readonly open: (cached: CachedForecast) => ForecastSnapshot
  readonly read: <Answer>(cached: CachedForecast, use: (forecast: ForecastSnapshot) => Answer) => Answer
} {
  const unpacked = recentlyUsed<ForecastSnapshot, CachedForecast>(maxUnpacked)
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
        // Unset while it is in use, so that a nested read gets separate memory.
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

/*
 * A cache that a sweep does not empty: what is asked for once, as by a client that goes over a map or a refresh of all
 * watched places, takes a quarter and pushes out nothing that is asked for again. Johnson and Shasha, "2Q: A low
 * overhead high performance buffer management replacement algorithm" (VLDB 1994).
 */

export interface SweepProofCache<Value extends object> {
  readonly get: (key: string) => Value | undefined
  /** The value; the look does not count as a use. */
  readonly peek: (key: string) => Value | undefined
  readonly set: (key: string, value: Value) => void
  readonly delete: (key: string) => void
  readonly entries: () => Iterable<[string, Value]>
  readonly size: () => number
}

interface Newcomer<Value> {
  readonly value: Value
  /** How many entries had come before this one. */
  readonly number: number
}

/** The share of all bytes for what has been asked for once. */
const newcomersShare = 1 / 4
/** Questions that may come while another question asks for its entry several times. */
const questionsMeanwhile = 100
/** Bytes of the cache for each remembered key of an entry that was dropped before it was asked for again. */
const bytesPerDropped = 8000

/** @param sizeOf [bytes] @throws {RangeError} where a quarter of `maxBytes` is less than a byte. */
export function createSweepProofCache<Value extends object>(
  maxBytes: number,
  sizeOf: (value: Value) => number
): SweepProofCache<Value> {
  const dropped = new BoundedMap<string, true>(Math.max(1, Math.floor(maxBytes / bytesPerDropped)))
  const newcomersBytes = Math.floor(maxBytes * newcomersShare)
  const newcomers = recentlyUsed<Newcomer<Value>>(newcomersBytes, {
    sizeOf: ({ value }) => sizeOf(value),
    dropped: (key) => dropped.set(key, true)
  })
  const regulars = recentlyUsed<Value>(maxBytes - newcomersBytes, { sizeOf })
  let came = 0
  return {
    get(key) {
      const regular = regulars.get(key)
      if (regular !== undefined) return regular
      const newcomer = newcomers.get(key)
      if (newcomer === undefined) return undefined
      if (came - newcomer.number > questionsMeanwhile) {
        newcomers.delete(key)
        regulars.set(key, newcomer.value)
      }
      return newcomer.value
    },
    peek: (key) => regulars.peek(key) ?? newcomers.peek(key)?.value,
    set(key, value) {
      if (regulars.has(key) || dropped.delete(key)) regulars.set(key, value)
      else newcomers.set(key, { value, number: newcomers.peek(key)?.number ?? came++ })
    },
    delete(key) {
      newcomers.delete(key)
      regulars.delete(key)
    },
    *entries() {
      for (const [key, { value }] of newcomers.entries()) yield [key, value]
      yield* regulars.entries()
    },
    size: () => newcomers.size + regulars.size
  }
}
