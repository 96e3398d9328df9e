/** Forecasts of points that are measured, whether or not somebody asks for them: nights are compared with them. */
import { BoundedMap } from '../common/bounded-map.ts'
import { dayMs, hourMs, secondMs } from '../common/time.ts'
import type { ForecastResult } from '../forecasts/forecast-result.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import type { Forecasts } from '../forecasts/forecasts.ts'
import type { Point } from '../weather/point.ts'
import type { ReadingStore } from './reading-ports.ts'

export interface NightForecastDeps {
  readonly forecasts: Pick<Forecasts, 'get'>
  readonly recordRun: (snapshot: ForecastSnapshot) => void
  readonly clock: () => number
}

/** Two runs a day give a night a forecast a day ahead and one in the evening. */
const everyMs = 12 * hourMs
const retryMs = hourMs
const mostRemembered = 50_000

/** What came of it; null: it was not due. Asked for as a visitor's: nothing that watched places need. */
type AskForNights = (point: Point, client: string) => Promise<ForecastResult['kind'] | null>

export function createNightForecasts({ forecasts, recordRun, clock }: NightForecastDeps): AskForNights {
  const dueAt = new BoundedMap<string, number>(mostRemembered)
  return async (point, client) => {
    const now = clock()
    const due = dueAt.get(point.key)
    if (due !== undefined && now < due && due - now <= everyMs) return null
    // Should it throw, the others go on with the next round.
    dueAt.set(point.key, now + retryMs)
    const found = await forecasts.get(point, { kind: 'client', key: client })
    if (found.kind === 'snapshot') {
      recordRun(found.snapshot)
      dueAt.set(point.key, now + everyMs)
    }
    return found.kind
  }
}

/** Of a round, which comes once a minute. */
const most = { asked: 20, ms: 10 * secondMs }

/** Of thermometers that were read in the last day, on their owners' accounts, until a source does not answer. */
export function createSensorForecasts(
  deps: NightForecastDeps & {
    readonly store: Pick<ReadingStore, 'readSince'>
    readonly clientOf: (owner: string) => string
  }
): (signal: AbortSignal) => Promise<void> {
  const ask = createNightForecasts(deps)
  return async (signal) => {
    const until = deps.clock() + most.ms
    const spent = new Set<string>()
    let asked = 0
    for (const { owner, revokedAt, point } of await deps.store.readSince(deps.clock() - dayMs)) {
      if (signal.aborted || asked === most.asked || deps.clock() > until) return
      if (revokedAt !== null || spent.has(owner)) continue
      const { pointKey: key, ...position } = point
      const outcome = await ask({ ...position, key }, deps.clientOf(owner))
      if (outcome === 'too_many_points') spent.add(owner)
      else if (outcome === 'snapshot') asked += 1
      else if (outcome !== null) return
    }
  }
}
