/** Due forecasts of watched places, together where the first source allows it, else one by one. */
import { secondMs } from '../common/time.ts'
import type { Point } from '../weather/point.ts'
import { limitConcurrency, retryMs, type SingleFlight } from './concurrency.ts'
import type { DemoMode } from './demo-mode.ts'
import type { ForecastsDeps } from './deps.ts'
import { currentFor, load } from './forecast-result.ts'
import { type RefreshResult, refresh, type WatchedTerms } from './refresh.ts'
import { refreshBatch } from './refresh-batch.ts'
import { type DuePoint, sharedCell } from './shared-cells.ts'
import type { SnapshotMeta } from './snapshot.ts'

const singlesAtATime = 8
/** How many are read from disk at a time: fewer than the least memory has room for. */
const lookedUpAtATime = 8

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
  const inTurn = limitConcurrency(lookedUpAtATime)
  return async (points, stopping, terms = {}) => {
    if (demo.isOn()) await Promise.all(points.map(demo.showAt))
    if (demo.isOn()) return
    const looked = await Promise.all(points.map((point) => inTurn(() => lookUp(deps, point, terms))))
    const due = looked.flatMap(({ point, rows, isDue }) => (isDue && rows !== null ? [{ point, rows }] : []))
    const companions = await companionsOf(deps, looked)
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

interface LookedUp {
  readonly point: Point
  readonly rows: DuePoint['rows'] | null
  readonly meta: SnapshotMeta | null
  readonly isDue: boolean
}

/** Another process may have renewed it. Due or not is seen at once: memory may lack room for all. */
async function lookUp(
  deps: ForecastsDeps,
  point: Point,
  { ended }: Pick<WatchedTerms, 'ended'>
): Promise<LookedUp> {
  const isDue = (): boolean => currentFor(deps, point.key, { kind: 'watch' }) === null
  if (!isDue()) return { point, rows: null, meta: deps.cache.get(point.key), isDue: false }
  const rows = await load(deps, point)
  const looked = { point, rows, meta: deps.cache.get(point.key), isDue: isDue() }
  if (!looked.isDue) ended?.(point)
  return looked
}

/** Due soon in a cell that is asked for now: their answer costs nothing, and they are due together from then on. */
async function companionsOf(deps: ForecastsDeps, looked: readonly LookedUp[]): Promise<readonly DuePoint[]> {
  const asked = new Set<string>()
  for (const { meta, isDue } of looked) {
    const cell = isDue && meta !== null ? sharedCell(meta) : null
    if (cell !== null) asked.add(cell)
  }
  const found = looked.filter(({ meta, isDue }) => {
    if (isDue || meta === null || !asked.has(sharedCell(meta) ?? '')) return false
    return meta.askAgainAt <= deps.clock() + meta.updatePeriodSeconds * secondMs * soonShare
  })
  return Promise.all(
    found.map(async ({ point, rows }) => ({ point, rows: rows ?? (await load(deps, point)) }))
  )
}
