/** What a source forecast for past hours, run by run: one request a cell, of the budget's rest. */
import { recentlyUsed } from '../common/recently-used.ts'
import { dayMs, hourMs } from '../common/time.ts'
import type { EarlierRun } from '../frost/earlier-runs.ts'
import { frostColumns } from '../frost/frost-columns.ts'
import { airMinimum } from '../frost/night-shift.ts'
import { nightWindows } from '../frost/night-window.ts'
import type { EarlierRuns, EarlierRunsCapability, Source } from '../sources/source.ts'
import type { Point } from '../weather/point.ts'
import { raisedTemperatures } from '../weather/raised.ts'
import type { HourlySeries } from '../weather/series.ts'
import { askAside } from './ask-aside.ts'
import { earlierRunsAccount, earlierRunsId } from './budget-accounts.ts'
import type { ForecastsDeps } from './deps.ts'
import { type SiteInCell, storedSite } from './shared-cells.ts'
import type { SnapshotMeta } from './snapshot.ts'

/** A long answer: nine weeks at eight leads. */
const answerMs = 20_000

export type EarlierAnswer =
  | { readonly kind: 'runs'; readonly source: Source; readonly runs: EarlierRuns }
  | { readonly kind: 'none' }
  /** Not before `askAgainAt` [ms since epoch]. */
  | { readonly kind: 'later'; readonly because: 'budget' | 'no_answer'; readonly askAgainAt: number }

interface Capable extends Source {
  readonly earlierRuns: EarlierRunsCapability
}

interface CellRuns extends Pick<SiteInCell, 'heightM'> {
  readonly runs: EarlierRuns
  /** [ms since epoch] */
  readonly at: number
}

/** Cells in memory, about 50 kB each. */
const maxCells = 100
/** How long an answer serves the other points of its cell: the nights that came since are recorded as they come. */
const sharedMs = dayMs

/** Asks the first source that has them, once for the points of a cell; never throws for a source's fault. */
export function createEarlierRuns(deps: ForecastsDeps): (point: Point) => Promise<EarlierAnswer> {
  const cells = recentlyUsed<CellRuns>(maxCells)
  return async (point) => {
    const source = deps.sources.find((one): one is Capable => one.earlierRuns !== undefined)
    if (source === undefined) return { kind: 'none' }
    const site = await storedSite(deps, source, point)
    const now = deps.clock()
    const known = site === null ? undefined : cells.get(site.cell)
    if (site !== null && known !== undefined && now >= known.at && now < known.at + sharedMs)
      return { kind: 'runs', source, runs: atHeight(known, site.heightM) }
    const answer = await askInTurn(deps, source, point)
    const fromM = answer.kind === 'runs' ? answer.runs.grid.elevation : null
    if (site !== null && answer.kind === 'runs' && fromM !== null)
      cells.set(site.cell, { heightM: fromM, runs: answer.runs, at: now })
    return answer
  }
}

function atHeight({ runs, heightM: fromM }: CellRuns, heightM: number): EarlierRuns {
  const raisedM = heightM - fromM
  return {
    ...runs,
    temperaturesC: runs.temperaturesC.map((one) => raisedTemperatures(one, raisedM)),
    grid: { ...runs.grid, elevation: heightM, raisedM }
  }
}

async function askInTurn(deps: ForecastsDeps, source: Capable, point: Point): Promise<EarlierAnswer> {
  const { costUnits, fetch } = source.earlierRuns
  const asked = await askAside(deps, {
    id: earlierRunsId(source),
    point,
    requester: 'watched',
    pay: () => deps.budget.takeForBackfill(earlierRunsAccount(source), costUnits),
    fetch: () => fetch(point, deps.abortAfter(answerMs))
  })
  return 'answer' in asked ? { kind: 'runs', source, runs: asked.answer } : { kind: 'later', ...asked }
}

/** Runs are taken along at this distance, and until they are too old to be looked for [ms]. */
const apartMs = 6 * hourMs
const oldestMs = 27 * hourMs
/** How far ahead changes are compared [h]. */
const reachHours = 108

/** Those the run before knew, and that run where six hours newer; newest first. @param before Null: none. */
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
