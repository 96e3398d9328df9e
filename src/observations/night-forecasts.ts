/** Forecasts of points that are measured, whether or not somebody asks for them: nights are compared with them. */
import { BoundedMap } from '../common/bounded-map.ts'
import { dayMs, hourMs } from '../common/time.ts'
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

/** Asked for as a visitor's: nothing that watched places need. Answers whether it was due. */
type AskForNights = (point: Point, client: string) => Promise<boolean>

export function createNightForecasts({ forecasts, recordRun, clock }: NightForecastDeps): AskForNights {
  const dueAt = new BoundedMap<string, number>(mostRemembered)
  return async (point, client) => {
    const now = clock()
    const due = dueAt.get(point.key)
    if (due !== undefined && now < due && due - now <= everyMs) return false
    const found = await forecasts.get(point, { kind: 'client', key: client })
    if (found.kind === 'snapshot') recordRun(found.snapshot)
    dueAt.set(point.key, now + (found.kind === 'snapshot' ? everyMs : retryMs))
    return true
  }
}

/** A round comes once a minute: alerts do not wait for these. */
const mostARound = 20

/** Of thermometers that were read in the last day, on their owners' accounts. */
export function createSensorForecasts(
  deps: NightForecastDeps & {
    readonly store: Pick<ReadingStore, 'readSince'>
    readonly clientOf: (owner: string) => string
  }
): (signal: AbortSignal) => Promise<void> {
  const ask = createNightForecasts(deps)
  return async (signal) => {
    let asked = 0
    for (const { owner, revokedAt, point } of await deps.store.readSince(deps.clock() - dayMs)) {
      if (signal.aborted || asked === mostARound) return
      const { pointKey: key, ...position } = point
      if (revokedAt === null && (await ask({ ...position, key }, deps.clientOf(owner)))) asked += 1
    }
  }
}
