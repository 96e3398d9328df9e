/**
 * Has the forecasts of watched places renewed: those that are due, together where the first source allows it, else one
 * by one.
 */
import { secondMs } from '../common/time.ts'
import type { Point } from '../weather/point.ts'
import { limitConcurrency } from './concurrency-limit.ts'
import type { DemoMode } from './demo-mode.ts'
import type { ForecastsDeps } from './deps.ts'
import { currentFor } from './forecast-result.ts'
import { load } from './load.ts'
import { type RefreshResult, refresh, type WatchedTerms } from './refresh.ts'
import { refreshBatch } from './refresh-batch.ts'
import { type DuePoint, sharedCell } from './shared-cells.ts'
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
    const companions = await companionsOf(deps, points, due)
    const batched = terms.skipsFirst ? [] : due.filter(({ point }) => !singleFlight.isUnderWay(point))
    const together = refreshBatch(deps, [...batched, ...companions], terms)
    const alone = async ({ point, rows }: DuePoint): Promise<RefreshResult> =>
      stopping?.aborted
        ? { retryAt: deps.clock() + retryMs }
        : refresh(deps, point, { ...terms, watched: true, rows })
    const ask = async (one: DuePoint): Promise<RefreshResult> => {
      const saving = (await together).get(one.point.key)
      if (saving === undefined) return oneByOne(() => alone(one))
      await saving
      return { retryAt: deps.clock() }
    }
    const takeAlong = async ({ point }: DuePoint): Promise<void> => (await together).get(point.key)
    const ended = async ({ point }: DuePoint, request: Promise<unknown>): Promise<void> => {
      await request
      terms.ended?.(point)
    }
    await Promise.all([
      ...due.map((one) =>
        ended(
          one,
          singleFlight.run(one.point, () => ask(one))
        )
      ),
      ...companions.map((one) => ended(one, takeAlong(one)))
    ])
  }
}

/** A point goes along with its cell when its own turn is nearer than this part of the period. */
const soonShare = 0.5

/**
 * Those of the points that are not due yet, but will be soon, and whose cell is asked for now anyway: their answer
 * costs nothing, and from then on they are due together.
 */
async function companionsOf(
  deps: ForecastsDeps,
  points: readonly Point[],
  due: readonly DuePoint[]
): Promise<readonly DuePoint[]> {
  const stored = ({ key }: Point) => deps.cache.get(key)
  const cellOf = (point: Point): string | null => {
    const meta = stored(point)
    return meta === null ? null : sharedCell(meta)
  }
  const asked = new Set(due.flatMap(({ point }) => cellOf(point) ?? []))
  const isAsked = new Set(due.map(({ point }) => point.key))
  const found = points.filter((point) => {
    const [meta, cell] = [stored(point), cellOf(point)]
    if (meta === null || cell === null || isAsked.has(point.key) || !asked.has(cell)) return false
    return meta.askAgainAt <= deps.clock() + meta.updatePeriodSeconds * secondMs * soonShare
  })
  return Promise.all(found.map(async (point) => ({ point, rows: await load(deps, point) })))
}
