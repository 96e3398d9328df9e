/** The points in memory: packed series with what answers need again and again, bounded by bytes, least recently used out first. */
import { endHour, type HourlySeries } from '../forecast/series.ts'
import type { NightWindow } from '../frost/frost-night.ts'
import { nightWindows } from '../frost/night-window.ts'
import type { EnsembleSpread } from '../frost/spread.ts'
import { openSpread } from './ensemble.ts'
import { unpackSeries } from './packed-series.ts'
import type { Snapshot, SnapshotMeta } from './snapshot.ts'

interface KeptPoint {
  readonly meta: SnapshotMeta
  readonly packed: Uint8Array
  windows: readonly NightWindow[] | null
}

/** A snapshot with its nights' frames, ready to be answered from. */
export interface OpenPoint extends Snapshot {
  readonly windows: readonly NightWindow[]
  readonly spread: EnsembleSpread | null
}

export interface KeptPoints {
  readonly get: (pointKey: string) => SnapshotMeta | null
  readonly open: (pointKey: string) => OpenPoint | null
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

export function createKeptPoints(mostBytes: number): KeptPoints {
  const points = new Map<string, KeptPoint>()
  const unpacked = new Map<string, { readonly from: KeptPoint; readonly point: OpenPoint }>()
  let bytes = 0

  const drop = (key: string): void => {
    const one = points.get(key)
    if (one === undefined) return
    points.delete(key)
    unpacked.delete(key)
    bytes -= one.packed.byteLength + overheadBytes
  }

  return {
    size: () => points.size,
    get(key) {
      return points.get(key)?.meta ?? null
    },
    set(key, meta, packed) {
      drop(key)
      points.set(key, { meta, packed, windows: null })
      bytes += packed.byteLength + overheadBytes
      for (const oldest of points.keys()) {
        if (bytes <= mostBytes || oldest === key) break
        drop(oldest)
      }
    },
    amend(key, meta) {
      const kept = points.get(key)
      if (kept === undefined) return
      unpacked.delete(key)
      points.set(key, { ...kept, meta })
    },
    dropSynthetic() {
      for (const [key, one] of [...points]) if (one.meta.synthetic) drop(key)
    },
    open(key) {
      const kept = points.get(key)
      if (kept === undefined) return null
      points.delete(key)
      points.set(key, kept)
      const known = unpacked.get(key)
      if (known !== undefined && known.from === kept) return known.point
      const series = unpackSeries(kept.packed)
      kept.windows ??= windowsOf(kept.meta, series)
      const point: OpenPoint = {
        ...kept.meta,
        series,
        windows: kept.windows,
        spread: openSpread(kept.meta.ensemble)
      }
      unpacked.delete(key)
      unpacked.set(key, { from: kept, point })
      if (unpacked.size > mostUnpacked) unpacked.delete(unpacked.keys().next().value ?? key)
      return point
    }
  }
}

function windowsOf(meta: SnapshotMeta, series: HourlySeries): readonly NightWindow[] {
  return nightWindows(meta.point, series.startHour, endHour(series))
}
