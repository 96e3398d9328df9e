/** What a source forecast for past hours, run by run: one request a point, out of what is left of the day's budget. */
import type { EarlierRuns, EarlierRunsCapability, Source } from '../sources/source.ts'
import type { Point } from '../weather/point.ts'
import { dayMs } from '../weather/time.ts'
import { asSourceError, queueMs } from './chain.ts'
import type { ForecastsDeps } from './deps.ts'
import { earlierRunsAccount, earlierRunsId } from './request-kinds.ts'

/** A long answer: nine weeks at eight leads. */
const answerMs = 20_000
const busyRetryMs = 60_000

export type EarlierAnswer =
  | { readonly kind: 'runs'; readonly source: Source; readonly runs: EarlierRuns }
  /** No source has them. */
  | { readonly kind: 'none' }
  /** Not before `askAgainAt` [ms since epoch]. */
  | { readonly kind: 'later'; readonly because: 'budget' | 'no_answer'; readonly askAgainAt: number }

interface Capable extends Source {
  readonly earlierRuns: EarlierRunsCapability
}

/** Asks the first source that has them; never throws for a source's fault. */
export async function fetchEarlierRuns(deps: ForecastsDeps, point: Point): Promise<EarlierAnswer> {
  const source = deps.sources.find((one): one is Capable => one.earlierRuns !== undefined)
  if (source === undefined) return { kind: 'none' }
  const id = earlierRunsId(source)
  const circuits = deps.circuits.by('watched')
  const pausedUntil = circuits.pausedUntil(id, point.key)
  if (pausedUntil !== null) return { kind: 'later', because: 'no_answer', askAgainAt: pausedUntil }
  const pass = await deps.gates.of(id, 'watched').enter(deps.abortAfter(queueMs))
  if (pass === null) return { kind: 'later', because: 'no_answer', askAgainAt: deps.clock() + busyRetryMs }
  try {
    return await ask(deps, source, point)
  } finally {
    pass()
  }
}

async function ask(deps: ForecastsDeps, source: Capable, point: Point): Promise<EarlierAnswer> {
  const { clock } = deps
  const id = earlierRunsId(source)
  const circuits = deps.circuits.by('watched')
  circuits.started(id)
  const { costUnits } = source.earlierRuns
  if (!(await deps.budget.takeForBackfill(earlierRunsAccount(source), costUnits))) {
    circuits.notAsked(id)
    const tomorrow = (Math.floor(clock() / dayMs) + 1) * dayMs
    return { kind: 'later', because: 'budget', askAgainAt: tomorrow }
  }
  try {
    const runs = await source.earlierRuns.fetch(point, deps.abortAfter(answerMs))
    circuits.succeeded(id, point.key)
    return { kind: 'runs', source, runs }
  } catch (error) {
    const failure = asSourceError(error)
    circuits.failed(id, [point.key], failure)
    deps.report('source_failed', { source: id, kind: failure.kind, message: failure.message })
    const askAgainAt = circuits.pausedUntil(id, point.key) ?? clock() + busyRetryMs
    return { kind: 'later', because: 'no_answer', askAgainAt }
  }
}
