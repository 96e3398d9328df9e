/** How a new run stands once everything else that is known has been asked. */
import type { Source } from '../../sources/source.ts'
import type { ForecastsDeps } from '../deps.ts'
import type { SnapshotMeta } from '../snapshot.ts'
import type { StoredRows } from '../stored-rows.ts'
import { besideSeries } from './beside-run.ts'
import { type Contradiction, contradictionOf, decisionOf, type Evidence } from './evidence.ts'
import type { Overruling } from './finding.ts'
import { type NewRun, type Standing, standingOf } from './held-run.ts'
import { knownMinima } from './known-minima.ts'
import { secondedRun, secondSource } from './second-source.ts'

export interface Settling {
  readonly source: Source
  readonly grid: SnapshotMeta['grid']
  readonly rows: StoredRows
  readonly watched: boolean
  /** Where the source's answer is what is stored already: how that stood. */
  readonly same: Standing | null
}

export interface Settled extends Standing {
  /** What speaks against the run; absent: nothing. */
  readonly contradicted?: Contradiction
  /** The run before is wrong: nothing of it is taken along. */
  readonly isDecided?: true
  /** The run before is right, and this one is not: which evidence says so. */
  readonly overruledBy?: Overruling
}

/** As `standingOf`; a dispute is decided where a thermometer, the sun, the climate or another source can. */
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
  { source, grid, rows, standing }: Settling & { readonly standing: Standing }
): Promise<Evidence> {
  const { evening = [] } = deps.cache.learnedAt({ point, grid, source: source.credit }) ?? {}
  // Thirty years are read where it matters alone.
  const isOpen = standing.check !== 'agrees' || row?.meta.contradicted !== undefined
  return {
    lon: point.lon,
    now,
    stations: evening,
    minima: isOpen && !rows.isAway() ? await knownMinima(deps, source, point) : null
  }
}

interface Disputed {
  readonly run: NewRun
  readonly settling: Settling
  readonly evidence: Evidence
  readonly earlier: NewRun['own']
}

async function decided(
  deps: ForecastsDeps,
  { run, settling, evidence, earlier }: Disputed
): Promise<{ readonly for: 'fresh' | 'earlier'; readonly by: Overruling } | null> {
  const { own, point, now } = run
  const runs = { fresh: own, earlier }
  const decision = decisionOf(runs, evidence)
  if (decision !== null || !settling.watched) return decision
  const third = await secondSource(deps, { source: settling.source, point, rows: settling.rows })
  const seconded = third === null ? null : secondedRun(runs, third, { point, now })
  return seconded === null ? null : { for: seconded, by: 'source' }
}
