/**
 * Refreshes the forecasts of watched places that are due: together where the first source allows it, else one
 * by one.
 */
import { type Point, pointKey } from '../weather/point.ts'
import { limitConcurrency } from './concurrency-limit.ts'
import type { DemoMode } from './demo-mode.ts'
import type { ForecastsDeps } from './deps.ts'
import { currentFor } from './forecast-result.ts'
import { load } from './load.ts'
import { type RefreshResult, refresh } from './refresh.ts'
import { refreshBatch } from './refresh-batch.ts'
import { retryMs, type SingleFlight } from './single-flight.ts'

/** How many watched places are requested one by one at a time. */
const singlesAtATime = 8

export type RefreshWatched = (
  points: readonly Point[],
  stopping?: AbortSignal,
  /**
   * How often they are requested, where that is less often than their source updates [s]: they count as fresh
   * for that long.
   */
  periodSeconds?: number
) => Promise<void>

export function createRefreshWatched(
  deps: ForecastsDeps,
  demo: DemoMode,
  singleFlight: SingleFlight<RefreshResult>
): RefreshWatched {
  const oneByOne = limitConcurrency(singlesAtATime)
  return async (points, stopping, periodSeconds = 0) => {
    if (demo.isOn()) await Promise.all(points.map(demo.showAt))
    if (demo.isOn()) return
    const isDue = (point: Point): boolean => currentFor(deps, pointKey(point), { kind: 'watch' }) === null
    // Another process may have stored or refreshed what is unknown or old in this one.
    await Promise.all(points.filter(isDue).map((point) => load(deps, point)))
    const due = points.filter(isDue)
    const together = refreshBatch(
      deps,
      due.filter((point) => !singleFlight.isUnderWay(point)),
      periodSeconds
    )
    const alone = async (point: Point): Promise<RefreshResult> =>
      stopping?.aborted
        ? { retryAt: deps.clock() + retryMs }
        : refresh(deps, point, { watched: true, periodSeconds })
    const ask = async (point: Point): Promise<RefreshResult> => {
      const cache = (await together).get(pointKey(point))
      if (cache === undefined) return oneByOne(() => alone(point))
      await cache
      return { retryAt: deps.clock() }
    }
    await Promise.all(due.map((point) => singleFlight.run(point, () => ask(point))))
  }
}
