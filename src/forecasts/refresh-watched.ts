/** Has the forecasts of watched places renewed: those that are due, together where the first source allows it, else one by one. */
import type { Point } from '../weather/point.ts'
import { limitConcurrency } from './concurrency-limit.ts'
import type { DemoMode } from './demo-mode.ts'
import type { ForecastsDeps } from './deps.ts'
import { currentFor } from './forecast-result.ts'
import { load } from './load.ts'
import { type RefreshResult, refresh, type WatchedTerms } from './refresh.ts'
import { refreshBatch } from './refresh-batch.ts'
import type { DuePoint } from './shared-cells.ts'
import { retryMs, type SingleFlight } from './single-flight.ts'

/** How many watched places are requested one by one at a time. */
const singlesAtATime = 8

export type RefreshWatched = (
  points: readonly Point[],
  stopping?: AbortSignal,
  terms?: WatchedTerms
) => Promise<void>

export function createRefreshWatched(
  deps: ForecastsDeps,
  demo: DemoMode,
  singleFlight: SingleFlight<RefreshResult>
): RefreshWatched {
  const oneByOne = limitConcurrency(singlesAtATime)
  return async (points, stopping, terms = {}) => {
    if (demo.isOn()) await Promise.all(points.map(demo.showAt))
    if (demo.isOn()) return
    const isDue = (point: Point): boolean => currentFor(deps, point.key, { kind: 'watch' }) === null
    // What is new to this process, or old to it, another one may have kept or renewed.
    const loaded = await Promise.all(
      points.filter(isDue).map(async (point) => ({ point, rows: await load(deps, point) }))
    )
    const due = loaded.filter(({ point }) => isDue(point))
    const batched = terms.skipsFirst ? [] : due.filter(({ point }) => !singleFlight.isUnderWay(point))
    const together = refreshBatch(deps, batched, terms.periodSeconds ?? 0)
    const alone = async ({ point, rows }: DuePoint): Promise<RefreshResult> =>
      stopping?.aborted
        ? { retryAt: deps.clock() + retryMs }
        : refresh(deps, point, { ...terms, watched: true, rows })
    const ask = async (one: DuePoint): Promise<RefreshResult> => {
      const cache = (await together).get(one.point.key)
      if (cache === undefined) return oneByOne(() => alone(one))
      await cache
      return { retryAt: deps.clock() }
    }
    await Promise.all(due.map((one) => singleFlight.run(one.point, () => ask(one))))
  }
}
