/** Has the forecasts of watched places renewed: those that are due, together where the first source allows it, else one by one. */
import { type Point, pointKey } from '../forecast/point.ts'
import type { DemoMode } from './demo-mode.ts'
import { fewAtATime } from './few-at-a-time.ts'
import { type Flights, retryMs } from './flights.ts'
import { currentFor } from './obtained.ts'
import type { OutlookParts } from './parts.ts'
import { recall } from './recall.ts'
import { type Renewal, renew } from './renew.ts'
import { renewTogether } from './renew-together.ts'

/** Watched places that are asked for one by one at a time. */
const singlesAtATime = 8

/** See `Outlook.renewWatched`. */
export type RenewWatched = (
  points: readonly Point[],
  stopping?: AbortSignal,
  /** How often they are asked for, where that is less often than their source renews its forecast [s]: so long they count as fresh. */
  periodSeconds?: number
) => Promise<void>

export function createRenewWatched(
  parts: OutlookParts,
  demo: DemoMode,
  flights: Flights<Renewal>
): RenewWatched {
  const oneByOne = fewAtATime(singlesAtATime)
  return async (points, stopping, periodSeconds = 0) => {
    if (demo.isOn()) await Promise.all(points.map(demo.showAt))
    if (demo.isOn()) return
    const isDue = (point: Point): boolean => currentFor(parts, pointKey(point), { kind: 'watch' }) === null
    // What is new to this process, or old to it, another one may have kept or renewed.
    await Promise.all(points.filter(isDue).map((point) => recall(parts, point)))
    const due = points.filter(isDue)
    const together = renewTogether(
      parts,
      due.filter((point) => !flights.isUnderWay(point)),
      periodSeconds
    )
    const alone = async (point: Point): Promise<Renewal> =>
      stopping?.aborted
        ? { retryAt: parts.clock() + retryMs }
        : renew(parts, point, { watched: true, periodSeconds })
    const ask = async (point: Point): Promise<Renewal> => {
      const kept = (await together).get(pointKey(point))
      if (kept === undefined) return oneByOne(() => alone(point))
      await kept
      return { retryAt: parts.clock() }
    }
    await Promise.all(due.map((point) => flights.fly(point, () => ask(point))))
  }
}
