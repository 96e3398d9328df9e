/** Processes share for how long visitors do not ask a source for a point: a failure costs one call, not one each. */
import type { Point } from '../weather/point.ts'
import type { ForecastsDeps } from './deps.ts'
import type { PointPause } from './ports.ts'

/** By source. */
type SharedPauses = ReadonlyMap<string, PointPause>

/** Takes over what the others shared of a point, and gives it. Where the database is away, nothing was shared. */
export async function takeOverPauses(
  { leases, sources, circuits, report }: ForecastsDeps,
  { key }: Point
): Promise<SharedPauses> {
  try {
    const ids = sources.map(({ credit }) => credit.id)
    const shared = (await leases?.sharedPauses(key, ids)) ?? new Map<string, PointPause>()
    for (const id of ids) circuits.takeOver(id, key, shared.get(id) ?? null)
    return shared
  } catch (error) {
    report('store_failed', { message: error instanceof Error ? error.message : String(error) })
    return new Map()
  }
}

/** Shares what a refresh has changed since: a failure, or an answer after one. */
export async function sharePauses(
  { leases, sources, circuits, clock, report }: ForecastsDeps,
  { key }: Point,
  shared: SharedPauses
): Promise<void> {
  try {
    for (const { credit } of sources) {
      const before = shared.get(credit.id)
      const pause = circuits.pauseOf(credit.id, key)
      if (pause === null && before !== undefined) await leases?.deletePause(credit.id, key, before)
      if (pause !== null && pause.until > clock() && pause.until !== before?.until) {
        await leases?.sharePause(credit.id, key, pause)
      }
    }
  } catch (error) {
    report('store_failed', { message: error instanceof Error ? error.message : String(error) })
  }
}
