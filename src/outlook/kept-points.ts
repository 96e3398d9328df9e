/** The points in memory: packed series with what answers need again and again, bounded by bytes, least recently used out first. */
import { LRUCache } from 'lru-cache'
import type { HourlySeries } from '../forecast/series.ts'
import { type Derived, derivedPoint, nothingDerived } from './derived-point.ts'
import type { OpenPoint } from './open-point.ts'
import { unpackSeries } from './packed-series.ts'
import type { LearnedAt, LearnedSite } from './ports.ts'
import type { SnapshotMeta } from './snapshot.ts'

export type { OpenPoint } from './open-point.ts'

interface KeptPoint {
  readonly meta: SnapshotMeta
  readonly packed: Uint8Array
  readonly derived: Derived
}

/** One point's forecast as it was when the handle was taken. */
export interface PointHandle {
  readonly meta: SnapshotMeta
  readonly open: () => OpenPoint
  /**
   * Hands the forecast to a function that must not keep it: its numbers lie in memory that the next reading uses again.
   * Making an answer allocates so much less that collecting garbage no longer costs more than the answer.
   */
  readonly read: <Answer>(use: (point: OpenPoint) => Answer) => Answer
}

export interface KeptPoints {
  readonly get: (pointKey: string) => SnapshotMeta | null
  /** The forecast of a point, or null; it may be kept and read as long as anybody likes. */
  readonly open: (pointKey: string) => OpenPoint | null
  /** A way to the forecast of a point that stays open though the point be renewed or forgotten meanwhile; null for an unknown one. */
  readonly handle: (pointKey: string) => PointHandle | null
  readonly set: (pointKey: string, meta: SnapshotMeta, packed: Uint8Array) => void
  /** Changes what is known about a point's series, which itself stays; does nothing for an unknown point. */
  readonly amend: (pointKey: string, meta: SnapshotMeta) => void
  /** Forgets every point that holds made-up data. */
  readonly dropSynthetic: () => void
  readonly size: () => number
}

/** What a kept point costs beyond its packed series: its frames of nights, its credits, its place in two maps [bytes, measured]. */
const overheadBytes = 6_000
/** Unpacked series are larger, but a point that is asked for now is often asked for again at once. */
const mostUnpacked = 32

/** @param learnedAt What was learned at a point; asked each time one is opened. */
export function createKeptPoints(mostBytes: number, learnedAt: LearnedAt = () => null): KeptPoints {
  const points = new LRUCache<string, KeptPoint>({
    maxSize: mostBytes,
    sizeCalculation: ({ packed }) => packed.byteLength + overheadBytes
  })
  const unpacked = new LRUCache<KeptPoint, OpenPoint>({ max: mostUnpacked })
  let scratch: Float32Array | null = null

  const openKept = (kept: KeptPoint): OpenPoint => {
    const learned = learnedAt(kept.meta.point, kept.meta.grid)
    const known = unpacked.get(kept)
    if (known?.learned === learned) return known
    const point = openWith(kept, () => known?.series ?? unpackSeries(kept.packed), learned)
    unpacked.set(kept, point)
    return point
  }
  const readKept = <Answer>(kept: KeptPoint, use: (point: OpenPoint) => Answer): Answer => {
    if (unpacked.has(kept)) return use(openKept(kept))
    let taken: HourlySeries | null = null
    const unpack = (): HourlySeries => {
      taken = unpackSeries(kept.packed, scratch)
      // Taken away while it is in use: a reading inside a reading then gets memory of its own.
      scratch = null
      return taken
    }
    try {
      return use(openWith(kept, unpack, learnedAt(kept.meta.point, kept.meta.grid)))
    } finally {
      if (taken !== null) scratch = (taken as HourlySeries).values
    }
  }

  return {
    size: () => points.size,
    get: (key) => points.peek(key)?.meta ?? null,
    set(key, meta, packed) {
      points.set(key, { meta, packed, derived: nothingDerived() })
    },
    amend(key, meta) {
      const kept = points.peek(key)
      if (kept === undefined) return
      // The series stays, and what follows from it alone; the scores may hang on what has changed.
      points.set(key, { ...kept, meta, derived: { ...kept.derived, scores: null } })
    },
    dropSynthetic() {
      for (const [key, one] of [...points.entries()]) if (one.meta.synthetic) points.delete(key)
    },
    open(key) {
      const kept = points.get(key)
      return kept === undefined ? null : openKept(kept)
    },
    handle(key) {
      const kept = points.get(key)
      if (kept === undefined) return null
      return { meta: kept.meta, open: () => openKept(kept), read: (use) => readKept(kept, use) }
    }
  }
}

function openWith(
  { meta, derived }: KeptPoint,
  unpack: () => HourlySeries,
  learned: LearnedSite | null
): OpenPoint {
  return derivedPoint(meta, { unpack, learned, derived })
}
