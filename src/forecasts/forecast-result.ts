/** What is in memory for a point, if it may be shown. */

import type { Point } from '../weather/point.ts'
import type { ForecastsDeps } from './deps.ts'
import type { ForecastCache } from './forecast-cache.ts'
import type { ForecastSnapshot } from './forecast-snapshot.ts'
import type { Requester } from './point-allowance.ts'
import { dueAt, isUsable } from './snapshot.ts'
import { type StoredRows, storedRows } from './stored-rows.ts'

export type ReadySnapshot = { readonly kind: 'snapshot'; readonly snapshot: ForecastSnapshot } & Pick<
  NonNullable<ReturnType<ForecastCache['handle']>>,
  'meta' | 'read'
>

export type ForecastResult =
  | ReadySnapshot
  /** `lastDataAt` [ms since epoch]: when the last data were confirmed, if there were any. */
  | { readonly kind: 'unavailable'; readonly lastDataAt: number | null; readonly retryAt: number }
  /** This client has used up its number of new points for today. */
  | { readonly kind: 'too_many_points'; readonly retryAfterSeconds: number }

/** The forecast without asking a source; null where a refresh is due, or nothing is known. */
export function currentFor(deps: ForecastsDeps, key: string, requester: Requester): ForecastResult | null {
  const meta = deps.cache.get(key)
  if (meta === null) return null
  const now = deps.clock()
  // Data from a clock that was ahead would otherwise not be due for as long as it was ahead.
  const due = meta.confirmedAt > now ? now : requester.kind === 'client' ? dueAt(meta) : meta.askAgainAt
  return due > now ? usable(deps, key, due) : null
}

/** The forecast, however old, if it may still be shown; else `unavailable` with `retryAt` [ms since epoch]. */
export function usable(deps: ForecastsDeps, key: string, retryAt: number): ForecastResult {
  const handle = deps.cache.handle(key)
  if (handle === null || !isUsable(handle.meta, deps.clock())) {
    return { kind: 'unavailable', lastDataAt: handle?.meta.confirmedAt ?? null, retryAt }
  }
  return {
    kind: 'snapshot',
    meta: handle.meta,
    read: handle.read,
    get snapshot() {
      return handle.open()
    }
  }
}

/** The stored forecast into memory, where newer. Gives the rows it read for a refresh; none without a database. */
export async function load(deps: ForecastsDeps, point: Point): Promise<StoredRows> {
  const rows = storedRows(deps, point)
  for (const { credit } of deps.sources) {
    const before = deps.cache.get(point.key)
    const row = await (before === null ? rows.of(credit.id) : rows.newer(credit.id, before.confirmedAt))
    const known = deps.cache.get(point.key)
    // A row from a clock that was ahead would stay the newest for as long as it was ahead.
    if (row === null || row.meta.confirmedAt > deps.clock()) continue
    if (known === null || known.confirmedAt < row.meta.confirmedAt) {
      deps.cache.set(point.key, row.meta, row.body)
    }
  }
  return rows
}
