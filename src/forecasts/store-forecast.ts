/** Stores a forecast in memory and on disk, unless another request has stored a newer one meanwhile. */
import type { ForecastsDeps } from './deps.ts'
import type { SnapshotMeta } from './snapshot.ts'
import { toStored } from './stored-meta.ts'
import { readable, type StoredRow } from './stored-rows.ts'

interface NewForecast {
  readonly meta: SnapshotMeta
  readonly packed: Uint8Array
  /** What was on disk when it was made; null: nothing that can be read. */
  readonly over: StoredRow | null
}

/** False where a newer one was there, which is then in memory, too. */
export async function store(deps: ForecastsDeps, forecast: NewForecast): Promise<boolean> {
  const { meta, packed } = forecast
  // Synthetic data are never stored: a store that holds anything has seen a real source.
  const newer = meta.synthetic ? null : await write(deps, forecast)
  const { meta: current, body } = newer ?? { meta, body: packed }
  deps.cache.set(meta.point.key, current, body)
  return newer === null
}

/** Null where it was written; else the newer one, which stays. */
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
 * Of two forecasts that replace the same stored one: by the runs of the models that are blended in, which only watched
 * places ask for, then by that of the source. What a clock that was ahead has left is not newer.
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
