/** The sources in order: the first that answers is used, one source for an answer, within one time limit. */

import { dayMs, hourMs } from '../common/time.ts'
import {
  type FetchedForecast,
  type NotModified,
  type Source,
  SourceError,
  type Validators
} from '../sources/source.ts'
import type { Point } from '../weather/point.ts'
import { endHour } from '../weather/series.ts'
import { type Budget, reportRefused } from './budget.ts'
import type { createGates, RequesterKind } from './gate.ts'
import { comingNights, lackOfAnswer, nightLacks } from './night-lacks.ts'
import type { Clock, Report } from './ports.ts'
import { lackOfComingNight, type SnapshotMeta } from './snapshot.ts'
import type { SourceCircuits } from './source-circuits.ts'

/** The whole chain gets 8 s from its first request: a reader who waits longer for a page leaves. */
const chainMs = 8000
/** How long a request may wait for its turn before it is sent. Such a wait is not a failure of the source. */
export const queueMs = 8000
/** When to retry where too many requests wait for their turn. */
export const busyRetryMs = 5000
/** Time limit for the whole answer of one source, from when the request is sent. */
export const sourceMs = 5000
/** Every request asks for all that a source has: one fetch then serves every horizon. */
export const horizonDays = 16

export interface ChainDeps {
  readonly sources: readonly Source[]
  readonly circuits: SourceCircuits
  readonly budget: Budget
  readonly gates: ReturnType<typeof createGates>
  readonly clock: Clock
  /** A signal that aborts after a time [ms]; real time in the service, controlled time in tests. */
  readonly abortAfter: (milliseconds: number) => AbortSignal
  readonly report: Report
}

export interface ChainQuestion {
  readonly point: Point
  /** Watched places may use the part of the budget that is reserved for them. */
  readonly watched: boolean
  /** The first source's budget is for other places: only those after it are asked. */
  readonly skipsFirst?: boolean | undefined
  /** What was stored from a source for this point, for a conditional request. */
  readonly storedFrom: (sourceId: string) => Promise<SnapshotMeta | null>
  /** The answer, if it is plausible; a rejection with a `SourceError` is a failure of the source. */
  readonly judged: (
    source: Source,
    answer: FetchedForecast | NotModified
  ) => Promise<FetchedForecast | NotModified>
  readonly answered?: FetchedForecast | NotModified
}

type ChainAnswer =
  | {
      readonly kind: 'answer'
      readonly source: Source
      readonly fetched: FetchedForecast | NotModified
      readonly isFallback: boolean
    }
  /** No source answered; `retryAt` [ms since epoch] is when the first of them may be tried again. */
  | { readonly kind: 'none'; readonly retryAt: number }

type Answer = Extract<ChainAnswer, { kind: 'answer' }> & { readonly lack: number }

/** The first forecast with the coming nights; where none has them, the one with the most of them. */
export async function askChain(deps: ChainDeps, question: ChainQuestion): Promise<ChainAnswer> {
  const key = question.point.key
  let best = await answeredBefore(deps, question)
  if (best?.lack === 0) return best
  const requester = question.watched ? 'watched' : 'visitor'
  const circuits = deps.circuits.by(requester)
  let overall: AbortSignal | null = null
  let startedAt = deps.clock()
  let isBusy = false
  for (const source of deps.sources.slice(question.skipsFirst || best !== null ? 1 : 0)) {
    const { id } = source.credit
    if (overall !== null && (overall.aborted || deps.clock() - startedAt >= chainMs)) break
    if (circuits.pausedUntil(id, key) !== null) continue
    const pass = await deps.gates.of(id, requester).enter(overall ?? deps.abortAfter(queueMs))
    if (pass === null) {
      isBusy = true
      continue
    }
    try {
      if (overall === null) startedAt = deps.clock()
      overall ??= deps.abortAfter(chainMs)
      const fetched = await askSource(deps, { ...question, source, overall })
      const answer = fetched === null ? null : await answerOf(deps, question, { source, fetched })
      if (answer !== null && answer.lack < (best?.lack ?? Number.POSITIVE_INFINITY)) best = answer
      if (best?.lack === 0) return best
    } finally {
      pass()
    }
  }
  if (best !== null) return best
  if (isBusy) deps.report('source_busy', { requester })
  const retryAt = firstRetry(deps, question.point, requester)
  return { kind: 'none', retryAt: isBusy ? Math.min(retryAt, deps.clock() + busyRetryMs) : retryAt }
}

/** What one source says about a watched point, to be compared and not to be shown; null where it has no answer. */
export async function opinionOf(
  deps: ChainDeps,
  { source, point }: { source: Source; point: Point }
): Promise<FetchedForecast | null> {
  const { id } = source.credit
  if (deps.circuits.by('watched').pausedUntil(id, point.key) !== null) return null
  const overall = deps.abortAfter(queueMs)
  const pass = await deps.gates.of(id, 'watched').enter(overall)
  if (pass === null) return null
  try {
    const asItIs: ChainQuestion['judged'] = async (_, answer) => answer
    const question = { point, watched: true, storedFrom: async () => null, judged: asItIs }
    const fetched = await askSource(deps, { ...question, source, overall })
    return fetched?.kind === 'forecast' ? fetched : null
  } finally {
    pass()
  }
}

async function answeredBefore(deps: ChainDeps, question: ChainQuestion): Promise<Answer | null> {
  const [source] = deps.sources
  const { answered: fetched } = question
  return source === undefined || fetched === undefined ? null : answerOf(deps, question, { source, fetched })
}

/** The answer with what it lacks of the coming nights; a 304 confirms what is stored, with what that lacked. */
async function answerOf(
  deps: ChainDeps,
  { point, storedFrom }: ChainQuestion,
  { source, fetched }: Pick<Answer, 'source' | 'fetched'>
): Promise<Answer> {
  const { id } = source.credit
  const now = deps.clock()
  const found = { kind: 'answer', source, fetched, isFallback: source !== deps.sources[0] } as const
  if (fetched.kind === 'not_modified')
    return { ...found, lack: Number(lackOfComingNight((await storedFrom(id)) ?? {}, now) !== null) }
  const nights = comingNights(point, now)
  const lacks = nightLacks(fetched.series, nights, now)
  const lack = lackOfAnswer(lacks)
  // The demo lacks some on purpose.
  if (lack > 0 && !source.synthetic)
    deps.report('nights_lacking', {
      source: id,
      nights: Object.fromEntries(nights.map(({ window }, index) => [window.date, lacks[index]])),
      message: 'The answer lacks columns of the nights to come: the next source is asked.'
    })
  return { ...found, lack }
}

/** Asks one source after its gate let it pass; null where it may not be asked or has no answer. */
async function askSource(
  deps: ChainDeps,
  question: ChainQuestion & { readonly source: Source; readonly overall: AbortSignal }
): Promise<FetchedForecast | NotModified | null> {
  const { source, point, watched, overall } = question
  const { id } = source.credit
  const { key } = point
  const circuits = deps.circuits.by(watched ? 'watched' : 'visitor')
  const previous = validatorsOf(await question.storedFrom(id))
  // Checked again: the circuit may have opened while this waited for its turn.
  if (circuits.pausedUntil(id, key) !== null) return null
  circuits.started(id)
  const request = { point, days: horizonDays, previous }
  const units = source.limits.costOf(request)
  if (!(await deps.budget.take(source, units, watched))) {
    circuits.notAsked(id)
    reportRefused(deps, { source, units, watched })
    return null
  }
  const own = deps.abortAfter(sourceMs)
  try {
    const fetched = withHoursAhead(
      await source.fetchForecast(request, AbortSignal.any([overall, own])),
      deps.clock()
    )
    const judged = await question.judged(source, fetched)
    circuits.succeeded(id, key)
    return judged
  } catch (error) {
    // The time of the chain was over before this source had its own: it has not failed.
    if (overall.aborted && !own.aborted) {
      circuits.notAsked(id)
      return null
    }
    const failure = asSourceError(error)
    circuits.failed(id, [key], failure)
    reportFailed(deps, failure, { source: id })
    return null
  }
}

/** @throws {SourceError} `unusable` where all its hours are past, or of another year */
export function withHoursAhead<Answer extends FetchedForecast | NotModified>(
  answer: Answer,
  now: number
): Answer {
  if (answer.kind === 'forecast' && endHour(answer.series) * hourMs <= now)
    throw new SourceError('unusable', 'all hours of the answer are past')
  if (answer.kind === 'forecast' && answer.series.startHour * hourMs > now + horizonDays * dayMs)
    throw new SourceError('unusable', 'all hours of the answer lie beyond the horizon')
  return answer
}

// Without a validator the request is unconditional: a 304 would then confirm data that were not asked about.
function validatorsOf(stored: SnapshotMeta | null): Validators | null {
  const { etag = null, lastModified = null } = stored?.validators ?? {}
  return etag === null && lastModified === null ? null : { etag, lastModified }
}

function firstRetry(
  { sources, circuits, budget, clock }: ChainDeps,
  point: Point,
  requester: RequesterKind
): number {
  const { key } = point
  const request = { point, days: horizonDays, previous: null }
  const pauses = sources.map((source) => {
    const pausedUntil = circuits.by(requester).pausedUntil(source.credit.id, key)
    const pacedUntil = budget.freeAt(source, source.limits.costOf(request), requester === 'watched')
    return pausedUntil ?? (pacedUntil > clock() ? pacedUntil : null)
  })
  const soonest = Math.min(...pauses.map((until) => until ?? Number.POSITIVE_INFINITY))
  // Only the budget was in the way: it may be free at midnight, another source sooner.
  return Number.isFinite(soonest) ? soonest : clock() + 600_000
}

/** Tells the operator of a failure; the fault behind it, if there is one, is for the log with its stack. */
export function reportFailed(
  { report }: Pick<ChainDeps, 'report'>,
  { kind, message, cause }: SourceError,
  details: { readonly source: string; readonly points?: number }
): void {
  report('source_failed', { ...details, kind, message, err: cause })
}

/** The error of a source; any other error counts as a source that cannot be reached, and becomes the `cause`. */
export function asSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  const message = error instanceof Error ? error.message : String(error)
  return Object.assign(new SourceError('unreachable', message), { cause: error })
}
