/** Ensemble members: how far apart they are at each hour enters the spread of a night's minimum. */
import { type Point, pointKey } from '../forecast/point.ts'
import { ensembleSpread } from '../frost/spread.ts'
import type { Source } from '../sources/source.ts'
import type { RequesterAttempts } from './attempts.ts'
import { asSourceError, horizonDays, queueMs } from './chain.ts'
import { keptSpread } from './open-spread.ts'
import type { OutlookParts } from './parts.ts'
import { ensembleId } from './side-questions.ts'
import type { KeptSpread } from './snapshot.ts'

const ensembleMs = 5000
const leastMembers = 5

interface MembersQuestion {
  readonly source: Source
  readonly point: Point
  readonly attempts: RequesterAttempts
  readonly watched: boolean
}

/** Asks a source for its members' spread; null where it has none, may not be asked, or fails: the usual spread then holds. */
export async function fetchSpread(
  parts: OutlookParts,
  source: Source,
  point: Point,
  watched: boolean
): Promise<KeptSpread | null> {
  if (source.fetchEnsemble === undefined || !parts.wantsEnsemble(source, watched)) return null
  const id = ensembleId(source)
  const key = pointKey(point)
  const requester = watched ? 'watched' : 'visitor'
  const attempts = parts.attempts.by(requester)
  if (attempts.pausedUntil(id, key) !== null) return null
  const pass = await parts.gates.of(id, requester).enter(parts.abortAfter(queueMs))
  if (pass === null) return null
  try {
    // Looked at again: the circuit may have opened while this waited for its turn.
    return attempts.pausedUntil(id, key) === null
      ? await askMembers(parts, { source, point, attempts, watched })
      : null
  } finally {
    pass()
  }
}

async function askMembers(
  parts: OutlookParts,
  { source, point, attempts, watched }: MembersQuestion
): Promise<KeptSpread | null> {
  if (source.fetchEnsemble === undefined) return null
  const id = ensembleId(source)
  const key = pointKey(point)
  attempts.begun(id)
  const request = { point, days: horizonDays, previous: null }
  // Members are charged like several calls: every tenth member counts as one more.
  if (!(await parts.budget.take(source, source.limits.costOf(request) * 4, watched))) return null
  try {
    const members = await source.fetchEnsemble(request, parts.abortAfter(ensembleMs))
    attempts.succeeded(id, key)
    return members.members < leastMembers ? null : keptSpread(ensembleSpread(members))
  } catch (error) {
    attempts.failed(id, [key], asSourceError(error))
    parts.report('ensemble_failed', { source: source.credit.id, message: String(error) })
    return null
  }
}
