/** What is on disk for one point, read once and handed from the load to the refresh and the save. */
import { reportedError } from '../common/reported-error.ts'
import type { Point } from '../weather/point.ts'
import type { ForecastsDeps } from './deps.ts'
import { isPackedSeries } from './packed-series.ts'
import type { StoredForecast } from './ports.ts'
import type { SnapshotMeta } from './snapshot.ts'
import { fromStored } from './stored-meta.ts'

/** A row this version can read. */
export interface StoredRow {
  readonly meta: SnapshotMeta
  /** The packed series. */
  readonly body: Uint8Array
  /** As it is stored. */
  readonly stored: StoredForecast
}

/** The rows of one point, by source. Short-lived: for one load and the refresh that follows. */
export interface StoredRows {
  /** The row of a source; null where there is none, it cannot be read, or another version wrote it. Never throws. */
  readonly of: (sourceId: string) => Promise<StoredRow | null>
  /** As `of`, but only a row that was confirmed after an instant [ms since epoch]. */
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

/** Null where there is none, or another version wrote it. */
export function readable(row: StoredForecast | null, point: Point): StoredRow | null {
  const meta = row === null || !isPackedSeries(row.body) ? null : fromStored(row, point)
  return row === null || meta === null ? null : { meta, body: row.body, stored: row }
}
