import { reportedError } from '../../common/reported-error.ts'
import { dayMs, hourMs } from '../../common/time.ts'
import type { Source } from '../../sources/source.ts'
import { type Point, recordKey } from '../../weather/point.ts'
import type { HourlySeries } from '../../weather/series.ts'
import { cellOf, joinYears } from '../archive/archives.ts'
import { opinionOf } from '../chain.ts'
import type { ForecastsDeps } from '../deps.ts'
import { unpackSeries } from '../packed-series.ts'
import type { SnapshotMeta } from '../snapshot.ts'
import type { StoredRows } from '../stored-rows.ts'
import { besideSeries } from './beside-run.ts'
import { type Contradiction, contradictionOf, decisionOf, type Evidence } from './evidence.ts'
import type { Overruling } from './finding.ts'
import { type NewRun, type Standing, standingOf } from './held-run.ts'
import type { TwoRuns } from './overlap.ts'
import { minimaOfNights } from './verdict.ts'

interface Settling {
  readonly source: Source
  readonly grid: SnapshotMeta['grid']
  readonly rows: StoredRows
  readonly watched: boolean
  /** The standing of the stored run, where the source's answer is the same; else null. */
  readonly same: Standing | null
}

interface Settled extends Standing {
  /** What speaks against the run; absent: nothing. */
  readonly contradicted?: Contradiction
  /** The run before is wrong: nothing of it is taken along. */
  readonly isDecided?: true
  /** The run before is right, and this one is not: which evidence says so. */
  readonly overruledBy?: Overruling
}

/**
 * The standing of a run (`standingOf`); a dispute is decided where a thermometer, the sun, the climate or another
 * source can.
 */
export async function settledStanding(
  deps: ForecastsDeps,
  run: NewRun,
  settling: Settling
): Promise<Settled> {
  const { same } = settling
  const standing = same ?? standingOf(run)
  const evidence = await evidenceAt(deps, run, { ...settling, standing })
  const contradicted = contradictionOf(run.own, evidence)
  const marked = { ...standing, ...(contradicted !== null && { contradicted }) }
  const earlier = besideSeries(standing.beside ?? null)
  if (standing.check !== 'disagrees' || earlier === null) return marked
  const decision = await decided(deps, { run, settling, evidence, earlier })
  if (decision === null) return marked
  if (decision.for === 'fresh')
    return { check: 'agrees', isDecided: true, ...(contradicted !== null && { contradicted }) }
  // Of three runs the one that is right is not stored whole: both stand on.
  const isOfRow = same === null && run.row !== null && standing.beside?.run === run.row.meta.run
  return isOfRow ? { ...marked, overruledBy: decision.by } : marked
}

async function evidenceAt(
  deps: ForecastsDeps,
  { point, row, now }: NewRun,
  { source, grid, rows, standing }: Settling & { standing: Standing }
): Promise<Evidence> {
  const { evening = [] } = deps.cache.learnedAt({ point, grid, source: source.credit }) ?? {}
  // Thirty years are read only where they matter.
  const isOpen = standing.check !== 'agrees' || row?.meta.contradicted !== undefined
  return {
    lon: point.lon,
    now,
    stations: evening,
    minima: isOpen && !rows.isAway() ? await knownMinima(deps, source, point) : null
  }
}

async function decided(
  deps: ForecastsDeps,
  {
    run,
    settling,
    evidence,
    earlier
  }: { run: NewRun; settling: Settling; evidence: Evidence; earlier: NewRun['own'] }
): Promise<{ readonly for: 'fresh' | 'earlier'; readonly by: Overruling } | null> {
  const { own, point, now } = run
  const runs = { fresh: own, earlier }
  const decision = decisionOf(runs, evidence)
  if (decision !== null || !settling.watched) return decision
  const third = await secondSource(deps, { source: settling.source, point, rows: settling.rows })
  const seconded = third === null ? null : secondedRun(runs, third, { point, now })
  return seconded === null ? null : { for: seconded, by: 'source' }
}

const minYears = 10
const daysAround = 20
const yearDays = 365.25

async function knownMinima(
  { archive, clock, report }: Pick<ForecastsDeps, 'archive' | 'clock' | 'report'>,
  source: Source,
  point: Point
): Promise<Evidence['minima']> {
  if (archive === undefined || source.archive === undefined) return null
  const cells = [...new Set([recordKey(point), point.key])].map((key) => cellOf(source, { ...point, key }))
  const stored = await Promise.all(cells.map((cell) => archive.years(cell))).catch((error: unknown) => {
    // A run is stored anyway: it is only not held against the climate.
    report('store_failed', reportedError(error))
    return []
  })
  const years = stored.find(({ length }) => length >= minYears)
  if (years === undefined) return null
  const { startDay, minimaC } = joinYears(years, point.elevation)
  const today = clock() / dayMs
  const near = minimaC.filter((value, index) => {
    const apart = Math.abs(today - startDay - index) % yearDays
    return !Number.isNaN(value) && Math.min(apart, yearDays - apart) <= daysAround
  })
  return near.length === 0 ? null : [Math.min(...near), Math.max(...near)]
}

/** How long a stored forecast of the other source counts as new [ms]. */
const newMs = 3 * hourMs
/** Largest difference between two sources [°C], and by how much the other run must exceed it. */
const nearC = 3
const clearlyC = 1.5

/** The forecast of the next source, stored or asked for; null where there is none. */
async function secondSource(
  deps: ForecastsDeps,
  { source, point, rows }: { source: Source; point: Point; rows: StoredRows }
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

/** The run that another source supports on every night on which the two differ; null: undecided. */
function secondedRun(
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
