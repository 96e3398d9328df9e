/** Loads forecasts from disk into memory. */
import { type Point, pointKey } from '../weather/point.ts'
import type { ForecastsDeps } from './deps.ts'
import { isPackedSeries } from './packed-series.ts'
import { fromStored } from './stored-meta.ts'

/**
 * Loads the latest stored forecast of a point into memory, also where another process has stored a newer one
 * than is there. Where the database is unavailable, nothing is loaded.
 */
export async function load(deps: ForecastsDeps, point: Point): Promise<void> {
  try {
    await loadFromStore(deps, point)
  } catch (error) {
    deps.report('recall_failed', { message: error instanceof Error ? error.message : String(error) })
  }
}

async function loadFromStore(deps: ForecastsDeps, point: Point): Promise<void> {
  const key = pointKey(point)
  for (const source of deps.sources) {
    const row = await deps.store.read(source.credit.id, key, deps.cache.get(key)?.confirmedAt)
    const meta = row === null ? null : fromStored(row, point)
    const known = deps.cache.get(key)
    if (row === null || meta === null || !isPackedSeries(row.body)) continue
    // Data from a clock that was ahead would otherwise stay for as long as it was ahead.
    if (meta.confirmedAt > deps.clock()) continue
    if (known === null || known.confirmedAt < meta.confirmedAt) deps.cache.set(key, meta, row.body)
  }
}
