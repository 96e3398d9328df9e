/** What another source says where two runs of one disagree. */
import { hourMs } from '../../common/time.ts'
import type { Source } from '../../sources/source.ts'
import type { Point } from '../../weather/point.ts'
import type { HourlySeries } from '../../weather/series.ts'
import { opinionOf } from '../chain.ts'
import type { ForecastsDeps } from '../deps.ts'
import { unpackSeries } from '../packed-series.ts'
import type { StoredRows } from '../stored-rows.ts'
import type { TwoRuns } from './overlap.ts'
import { minimaOfNights } from './verdict.ts'

/** What is stored of it counts this long [ms]. */
const newMs = 3 * hourMs
/** Two sources may differ by so much [°C]; the other run by so much more. */
const nearC = 3
const clearlyC = 1.5

interface Asked {
  readonly source: Source
  readonly point: Point
  readonly rows: StoredRows
}

/** The forecast of the next source, stored or asked for; null where there is none. */
export async function secondSource(
  deps: ForecastsDeps,
  { source, point, rows }: Asked
): Promise<HourlySeries | null> {
  for (const other of deps.sources) {
    if (other === source || other.synthetic) continue
    const row = await rows.newer(other.credit.id, deps.clock() - newMs)
    if (row !== null) return unpackSeries(row.body)
    const answer = await opinionOf(deps, { source: other, point })
    if (answer !== null) return answer.series
  }
  return null
}

/** Which of two runs another source is for, by every night on which they differ; null: it does not say. */
export function secondedRun(
  { fresh, earlier }: TwoRuns,
  third: HourlySeries,
  at: { readonly point: Point; readonly now: number }
): keyof TwoRuns | null {
  const [ofFresh, ofEarlier, ofThird] = [fresh, earlier, third].map((series) => minimaOfNights(series, at))
  const votes = new Set<keyof TwoRuns | null>()
  for (const [date, thirdC] of ofThird ?? []) {
    const [freshC, earlierC] = [ofFresh?.get(date), ofEarlier?.get(date)]
    if (freshC === undefined || earlierC === undefined || Math.abs(freshC - earlierC) < clearlyC) continue
    const [toFresh, toEarlier] = [Math.abs(freshC - thirdC), Math.abs(earlierC - thirdC)]
    const isFor = (right: number, wrong: number): boolean => right <= nearC && wrong - right >= clearlyC
    votes.add(isFor(toFresh, toEarlier) ? 'fresh' : isFor(toEarlier, toFresh) ? 'earlier' : null)
  }
  const [vote = null] = votes
  return votes.size === 1 ? vote : null
}
