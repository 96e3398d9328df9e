/** What earlier runs said of the nights of a point, taken along from run to run. */
import { hourMs } from '../common/time.ts'
import type { EarlierRun } from '../frost/earlier-runs.ts'
import { frostColumns } from '../frost/frost-columns.ts'
import { airMinimum } from '../frost/night-shift.ts'
import { nightWindows } from '../frost/night-window.ts'
import type { HourlySeries } from '../weather/series.ts'
import type { SnapshotMeta } from './snapshot.ts'

/** Runs are taken along at this distance, and until they are too old to be looked for [ms]. */
const apartMs = 6 * hourMs
const oldestMs = 27 * hourMs
/** Changes are not looked at further ahead [h]. */
const reachHours = 108

/**
 * The earlier runs of a new one, newest first: those that the run before it knew, and that run itself where it is six
 * hours newer.
 * @param before The last run of the same source; null: there was none.
 */
export function earlierRuns(
  before: { readonly meta: SnapshotMeta; readonly series: HourlySeries } | null,
  issuedAt: number
): readonly EarlierRun[] {
  if (before === null || before.meta.issuedAt >= issuedAt) return []
  const { earlierRuns: known = [], issuedAt: beforeAt } = before.meta
  const newest = known[0]?.issuedAt ?? Number.NEGATIVE_INFINITY
  const own = beforeAt - newest < apartMs ? null : runOf(before.meta, before.series)
  const all = own === null ? known : [own, ...known]
  return all.filter((run) => issuedAt - run.issuedAt <= oldestMs)
}

/** Null where no night is coming. */
function runOf({ point, issuedAt }: SnapshotMeta, series: HourlySeries): EarlierRun | null {
  const hour = Math.floor(issuedAt / hourMs)
  const windows = nightWindows(point, hour, hour + reachHours)
  const [first] = windows
  if (first === undefined) return null
  const columns = frostColumns(series)
  const hundredthsC = windows.map((window) => {
    const lowest = airMinimum(columns, window)
    return lowest === null ? null : Math.round(lowest.airC * 100)
  })
  return { issuedAt, lastHour: first.lastHour, hundredthsC }
}
