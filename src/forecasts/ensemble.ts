import { ensembleSpread } from '../frost/spread.ts'
import type { Source } from '../sources/source.ts'
import type { Point } from '../weather/point.ts'
import { ensembleAccount, ensembleId } from './budget-accounts.ts'
import { asSourceError, horizonDays, queueMs } from './chain.ts'
import type { ForecastsDeps } from './deps.ts'
import { storedSpread } from './open-spread.ts'
import type { StoredSpread } from './snapshot.ts'
import type { RequesterCircuits } from './source-circuits.ts'

/** The values of the operator's setting. */
type EnsembleSetting = 'auto' | 'yes' | 'no'

/** The server for members, by default only a private one: at a public one members would cost most of the budget. */
export function ensembleChoice(setting: EnsembleSetting): (source: Source, watched: boolean) => boolean {
  if (setting === 'no') return () => false
  if (setting === 'yes') return (_source, watched) => watched
  return (source, watched) => watched && source.ensembleLimits?.isPublic === false
}

/* Ensemble members: their spread at each hour enters the spread of a night's minimum. */

const ensembleMs = 5000
const minMembers = 5

/** Fetches the spread; null where the source has no members, may not be asked, or fails: the usual spread is used. */
export async function fetchSpread(
  deps: ForecastsDeps,
  source: Source,
  point: Point,
  watched: boolean
): Promise<StoredSpread | null> {
  if (source.fetchEnsemble === undefined || !deps.wantsEnsemble(source, watched)) return null
  const id = ensembleId(source)
  const { key } = point
  const requester = watched ? 'watched' : 'visitor'
  const circuits = deps.circuits.by(requester)
  if (circuits.pausedUntil(id, key) !== null) return null
  const pass = await deps.gates.of(id, requester).enter(deps.abortAfter(queueMs))
  if (pass === null) return null
  try {
    // Checked again: the circuit may have opened while this waited for its turn.
    return circuits.pausedUntil(id, key) === null
      ? await askMembers(deps, { source, point, circuits, watched })
      : null
  } finally {
    pass()
  }
}

/** The cost of a forecast, and of its ensemble where the same budget pays for it, in the source's units. */
export function watchedCost(
  { wantsEnsemble }: Pick<ForecastsDeps, 'wantsEnsemble'>,
  source: Source,
  point: Point
): number {
  const request = { point, days: horizonDays, previous: null }
  const account = wantsEnsemble(source, true) ? ensembleAccount(source) : null
  const isShared = account?.credit.id === source.credit.id
  return source.limits.costOf(request) + (isShared ? account.limits.costOf(request) : 0)
}

async function askMembers(
  deps: ForecastsDeps,
  {
    source,
    point,
    circuits,
    watched
  }: {
    readonly source: Source
    readonly point: Point
    readonly circuits: RequesterCircuits
    readonly watched: boolean
  }
): Promise<StoredSpread | null> {
  const account = ensembleAccount(source)
  if (source.fetchEnsemble === undefined || account === null) return null
  const id = ensembleId(source)
  const { key } = point
  circuits.started(id)
  const request = { point, days: horizonDays, previous: null }
  if (!(await deps.budget.take(account, account.limits.costOf(request), watched))) {
    circuits.notAsked(id)
    return null
  }
  try {
    const members = await source.fetchEnsemble(request, deps.abortAfter(ensembleMs))
    circuits.succeeded(id, key)
    return members.members < minMembers ? null : storedSpread(ensembleSpread(members))
  } catch (error) {
    circuits.failed(id, [key], asSourceError(error))
    deps.report('ensemble_failed', { source: source.credit.id, message: String(error), err: error })
    return null
  }
}
