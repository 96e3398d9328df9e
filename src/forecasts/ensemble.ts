/** Ensemble members: their spread at each hour enters the spread of a night's minimum. */

import { ensembleSpread } from '../frost/spread.ts'
import type { Source } from '../sources/source.ts'
import type { Point } from '../weather/point.ts'
import { asSourceError, horizonDays, queueMs } from './chain.ts'
import type { ForecastsDeps } from './deps.ts'
import { storedSpread } from './open-spread.ts'
import { ensembleId } from './request-kinds.ts'
import type { StoredSpread } from './snapshot.ts'
import type { RequesterCircuits } from './source-circuits.ts'

const ensembleMs = 5000
const leastMembers = 5

interface MembersQuestion {
  readonly source: Source
  readonly point: Point
  readonly circuits: RequesterCircuits
  readonly watched: boolean
}

/**
 * Requests the spread of a source's members. Null where it has none, may not be asked, or fails: then the
 * usual spread is used.
 */
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

async function askMembers(
  deps: ForecastsDeps,
  { source, point, circuits, watched }: MembersQuestion
): Promise<StoredSpread | null> {
  if (source.fetchEnsemble === undefined) return null
  const id = ensembleId(source)
  const { key } = point
  circuits.started(id)
  const request = { point, days: horizonDays, previous: null }
  // Members are charged like several calls: every tenth member counts as one more.
  if (!(await deps.budget.take(source, source.limits.costOf(request) * 4, watched))) return null
  try {
    const members = await source.fetchEnsemble(request, deps.abortAfter(ensembleMs))
    circuits.succeeded(id, key)
    return members.members < leastMembers ? null : storedSpread(ensembleSpread(members))
  } catch (error) {
    circuits.failed(id, [key], asSourceError(error))
    deps.report('ensemble_failed', { source: source.credit.id, message: String(error) })
    return null
  }
}
