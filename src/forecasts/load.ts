/** From disk into memory. */
import type { Point } from '../weather/point.ts'
import type { ForecastsDeps } from './deps.ts'
import { type StoredRows, storedRows } from './stored-rows.ts'

/**
 * Brings the latest forecast stored for a point into memory, also where another process has stored a newer one than
 * memory holds. Gives the rows it read, for the refresh that may follow; a database that is away has none.
 */
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
