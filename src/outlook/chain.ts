/** The sources in their order: the first that answers, one source per answer, within one span of time. */
import { type Point, pointKey } from '../forecast/point.ts'
import {
  type FetchedForecast,
  type NotModified,
  type Source,
  SourceError,
  type Validators
} from '../sources/source.ts'
import type { Attempts } from './attempts.ts'
import type { Budget } from './budget.ts'
import type { AbortAfter, Clock, Report } from './ports.ts'
import type { SnapshotMeta } from './snapshot.ts'

/** The whole chain within 8 s: who waits for a page longer than that has gone. */
const chainMs = 8000
/** A whole answer of one source within 5 s. */
export const sourceMs = 5000
/** Every request asks for all a source has: one fetch then serves every horizon. */
export const horizonDays = 16

export interface ChainParts {
  readonly sources: readonly Source[]
  readonly attempts: Attempts
  readonly budget: Budget
  readonly clock: Clock
  readonly abortAfter: AbortAfter
  readonly report: Report
}

export interface ChainQuestion {
  readonly point: Point
  /** Watched places may use the part of the budget that is kept for them. */
  readonly watched: boolean
  /** What was kept from a source for this point, for a conditional request. */
  readonly keptFrom: (sourceId: string) => Promise<SnapshotMeta | null>
}

export type ChainAnswer =
  | {
      readonly kind: 'answer'
      readonly source: Source
      readonly fetched: FetchedForecast | NotModified
      /** Sources before it gave nothing. */
      readonly isFallback: boolean
    }
  /**
   * Nobody answered; `retryAt` [ms since epoch] is when the first of them may be asked again. `isShareSpent`: somebody could
   * have been asked for a watched place.
   */
  | { readonly kind: 'none'; readonly retryAt: number; readonly isShareSpent: boolean }

/** Asks one source after the other until one gives a forecast. */
export async function askChain(parts: ChainParts, question: ChainQuestion): Promise<ChainAnswer> {
  const key = pointKey(question.point)
  const startedAt = parts.clock()
  const overall = parts.abortAfter(chainMs)
  let isShareSpent = false
  for (const source of parts.sources) {
    const id = source.credit.id
    if (overall.aborted || parts.clock() - startedAt >= chainMs) break
    if (parts.attempts.pausedUntil(id, key) !== null) continue
    parts.attempts.begun(id)
    const previous = validatorsOf(await question.keptFrom(id))
    const request = { point: question.point, days: horizonDays, previous }
    if (!(await parts.budget.take(source, source.limits.costOf(request), question.watched))) {
      parts.report('budget_spent', { source: id, watched: question.watched })
      isShareSpent ||= !question.watched
      continue
    }
    try {
      const signal = AbortSignal.any([overall, parts.abortAfter(sourceMs)])
      const fetched = await source.fetchForecast(request, signal)
      parts.attempts.succeeded(id, key)
      return { kind: 'answer', source, fetched, isFallback: source !== parts.sources[0] }
    } catch (error) {
      const failure = asSourceError(error)
      parts.attempts.failed(id, [key], failure)
      parts.report('source_failed', { source: id, kind: failure.kind, message: failure.message })
    }
  }
  return { kind: 'none', retryAt: firstRetry(parts, key), isShareSpent }
}

// Without a validator nothing is conditional: a 304 would then confirm what nobody asked about.
function validatorsOf(kept: SnapshotMeta | null): Validators | null {
  const { etag = null, lastModified = null } = kept?.validators ?? {}
  return etag === null && lastModified === null ? null : { etag, lastModified }
}

function firstRetry(parts: ChainParts, key: string): number {
  const soonest = Math.min(
    ...parts.sources.map(
      (source) => parts.attempts.pausedUntil(source.credit.id, key) ?? Number.POSITIVE_INFINITY
    )
  )
  // No pause means that only the budget stood in the way: it may be free again at midnight, but another source sooner.
  return Number.isFinite(soonest) ? soonest : parts.clock() + 600_000
}

/** What a source threw; anything else is told as a source that could not be reached. */
export function asSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new SourceError('unreachable', message)
}
