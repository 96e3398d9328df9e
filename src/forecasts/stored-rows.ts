import { reportedError } from '../common/reported-error.ts'
import type { Point } from '../weather/point.ts'
import type { ForecastsDeps } from './deps.ts'
import { isPackedSeries } from './packed-series.ts'
import type { StoredForecast } from './ports.ts'
import type { SnapshotMeta } from './snapshot.ts'

export interface StoredRow {
  readonly meta: SnapshotMeta
  readonly body: Uint8Array
  readonly stored: StoredForecast
}

/** Short-lived: for one load and the refresh that follows. */
export interface StoredRows {
  /** The row of a source; null where there is none, it cannot be read, or another version wrote it. Never throws. */
  readonly of: (sourceId: string) => Promise<StoredRow | null>
  /** The row of a source, if it was confirmed after an instant [ms since epoch]. */
  readonly newer: (sourceId: string, than: number) => Promise<StoredRow | null>
  /** Whether the store did not answer: what else it has is not waited for. */
  readonly isAway: () => boolean
}

export function storedRows(deps: Pick<ForecastsDeps, 'store' | 'report'>, point: Point): StoredRows {
  const known = new Map<string, StoredRow | null>()
  let isAway = false
  const read = async (sourceId: string, newerThan?: number): Promise<StoredRow | null> => {
    try {
      const row = readable(await deps.store.read(sourceId, point.key, newerThan), point)
      // No newer row says nothing of an older one.
      if (row !== null || newerThan === undefined) known.set(sourceId, row)
      return row
    } catch (error) {
      // A source that answers is worth more than what its answer is compared with. The next question tries again.
      deps.report('store_failed', reportedError(error))
      isAway = true
      return null
    }
  }
  return {
    of: async (sourceId) => known.get(sourceId) ?? (known.has(sourceId) ? null : read(sourceId)),
    newer: read,
    isAway: () => isAway
  }
}

function readable(row: StoredForecast | null, point: Point): StoredRow | null {
  const meta = row === null || !isPackedSeries(row.body) ? null : fromStored(row, point)
  return row === null || meta === null ? null : { meta, body: row.body, stored: row }
}

/* A snapshot as it is stored on disk: everything but the series as JSON, read back only if it has the right shape. */

function toStored(meta: SnapshotMeta, packed: Uint8Array): StoredForecast {
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

interface NewForecast {
  readonly meta: SnapshotMeta
  readonly packed: Uint8Array
  /** The row on disk that the forecast replaces; null: nothing that can be read. */
  readonly over: StoredRow | null
}

/** False where a newer forecast was stored, which is then in memory too. */
export async function store(deps: ForecastsDeps, forecast: NewForecast): Promise<boolean> {
  const { meta, packed } = forecast
  // Synthetic data are never stored: a store that holds anything has seen a real source.
  const newer = meta.synthetic ? null : await write(deps, forecast)
  const { meta: current, body } = newer ?? { meta, body: packed }
  deps.cache.set(meta.point.key, current, body)
  return newer === null
}

async function write(deps: ForecastsDeps, { meta, packed, over }: NewForecast): Promise<StoredRow | null> {
  const { source, point } = meta
  try {
    let before = over?.stored ?? null
    while ((await deps.store.write(toStored(meta, packed), before)) === false) {
      before = await deps.store.read(source.id, point.key)
      const found = readable(before, point)
      if (found !== null && isNewer(found.meta, meta, deps.clock())) return found
    }
  } catch (error) {
    // With a full disk the answer is still returned; only the last good answer after a restart is lost.
    deps.report('forecast_not_kept', { source: source.id, message: String(error), err: error })
  }
  return null
}

/**
 * Of two that replace the same one: by runs of the blended models, which only watched places ask for, then the
 * source's. What a clock ahead left is not newer.
 */
function isNewer(found: SnapshotMeta, meta: SnapshotMeta, now: number): boolean {
  if (found.confirmedAt > now) return false
  const times = (one: SnapshotMeta) => [one.models?.fetchedAt ?? 0, one.issuedAt, one.confirmedAt]
  const own = times(meta)
  const [first] = times(found).flatMap((time, index) =>
    time === own[index] ? [] : [time - (own[index] ?? 0)]
  )
  return (first ?? 0) > 0
}
