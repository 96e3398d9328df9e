/** From disk into memory. */
import { type Point, pointKey } from '../forecast/point.ts'
import { fromKept } from './kept-meta.ts'
import { isPackedSeries } from './packed-series.ts'
import type { OutlookParts } from './parts.ts'

/**
 * Brings the latest that was kept on disk for a point into memory, also where another process has kept something newer than what is there; a
 * database that is away has nothing to tell.
 */
export async function recall(parts: OutlookParts, point: Point): Promise<void> {
  try {
    await recallFromDisk(parts, point)
  } catch (error) {
    parts.report('recall_failed', { message: error instanceof Error ? error.message : String(error) })
  }
}

async function recallFromDisk(parts: OutlookParts, point: Point): Promise<void> {
  const key = pointKey(point)
  for (const source of parts.sources) {
    const row = await parts.store.read(source.credit.id, key, parts.kept.get(key)?.confirmedAt)
    const meta = row === null ? null : fromKept(row, point)
    const known = parts.kept.get(key)
    if (row === null || meta === null || !isPackedSeries(row.body)) continue
    // What a clock that was ahead has left would stand for as long as it was ahead.
    if (meta.confirmedAt > parts.clock()) continue
    if (known === null || known.confirmedAt < meta.confirmedAt) parts.kept.set(key, meta, row.body)
  }
}
