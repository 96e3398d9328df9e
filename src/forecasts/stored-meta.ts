/** A snapshot as it is kept on disk: everything but the series as JSON, read back only if it has the right shape. */
import type { Point } from '../weather/point.ts'
import type { StoredForecast } from './ports.ts'
import type { SnapshotMeta } from './snapshot.ts'

/** The row of a snapshot whose series was packed to `packed`. */
export function toStored(meta: SnapshotMeta, packed: Uint8Array): StoredForecast {
  return {
    sourceId: meta.source.id,
    pointKey: meta.point.key,
    confirmedAt: meta.confirmedAt,
    meta: JSON.stringify(meta),
    body: packed
  }
}

/** The snapshot of a row, with the present data of the point; null where another version wrote the row. */
export function fromStored(row: StoredForecast, point: Point): SnapshotMeta | null {
  try {
    const meta: unknown = JSON.parse(row.meta)
    // Rows of an earlier version do not say whether the source was a fallback.
    return isMeta(meta)
      ? { ...meta, isFallback: meta.isFallback === true, point, confirmedAt: row.confirmedAt }
      : null
  } catch {
    return null
  }
}

function isMeta(value: unknown): value is SnapshotMeta {
  if (typeof value !== 'object' || value === null) return false
  const meta = value as Partial<Record<keyof SnapshotMeta, unknown>>
  return (
    typeof meta.run === 'string' &&
    typeof meta.issuedAt === 'number' &&
    typeof meta.askAgainAt === 'number' &&
    typeof meta.updatePeriodSeconds === 'number' &&
    typeof meta.synthetic === 'boolean' &&
    typeof meta.source === 'object' &&
    meta.source !== null &&
    typeof meta.validators === 'object' &&
    typeof meta.grid === 'object'
  )
}
