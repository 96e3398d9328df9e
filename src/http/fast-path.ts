/** The path of a cached answer: limiter, key, look-up, `If-None-Match`, write; before any framework code. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Point } from '../weather/point.ts'
import {
  type AdmissionDeps,
  type Admitted,
  admitByAddress,
  admitByKnownKey,
  quotaProblem
} from './admission.ts'
import type { Problem } from './problem.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'
import { type Exchange, writeCached, writeProblem } from './response-writer.ts'
import type { CountAnswer } from './trace.ts'

export interface FastPathDeps {
  readonly admission: AdmissionDeps
  readonly answers: ResponseCache
  /** The metadata of the snapshot that is now in memory for a point, or null. */
  readonly sourceOf: (pointKey: string) => object | null
  readonly knowledgeVersion: (point: Point) => number
  readonly siteUrl: string
  readonly clock: () => number
  readonly random: () => number
  readonly nextRequestId: () => string
  readonly count: CountAnswer
  readonly reportFault: (error: unknown, requestId: string) => Problem
}

/** Answers what is cached and valid, or computed at once; false: the request takes the long path. */
export function createFastPath(
  deps: FastPathDeps
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const { method, url, headers } = request
    if (url === undefined || (method !== 'GET' && method !== 'HEAD')) return false
    const question = deps.answers.questionOf(url)
    if (question === null || headers.expect !== undefined || headers.host === undefined) return false
    // A token may show its subscriber more than everyone.
    if (headers.authorization !== undefined) return false
    const nowAt = deps.clock()
    const cached = deps.answers.get(question.key)
    const make = cached !== null && isGood(deps, cached, nowAt) ? () => cached : question.ready(nowAt)
    if (make === null) return false
    const key = headers['x-api-key']
    const admitted =
      key === undefined
        ? admitByAddress(deps.admission, request, nowAt)
        : admitByKnownKey(deps.admission, String(key), nowAt)
    if (admitted === null) return false
    const exchange = {
      request,
      response,
      nowAt,
      requestId: deps.nextRequestId(),
      startedAt: performance.now(),
      random: deps.random
    }
    const finish = ({ tier, verdict }: Admitted): void => {
      const counted: Exchange = { ...exchange, verdict: { tier, verdict } }
      const status = verdict.allowed
        ? give(deps, counted, make)
        : writeProblem(counted, quotaProblem({ tier, verdict }), deps.siteUrl)
      deps.count(question.operation, status, counted)
    }
    if (admitted instanceof Promise) void admitted.then(finish)
    else finish(admitted)
    return true
  }
}

/** An internal fault must not end the process here either. */
function give(deps: FastPathDeps, exchange: Exchange, make: () => CachedResponse | Problem): number {
  let answer: CachedResponse | Problem
  try {
    answer = make()
  } catch (error) {
    answer = deps.reportFault(error, exchange.requestId)
  }
  return 'code' in answer
    ? writeProblem(exchange, answer, deps.siteUrl)
    : writeCached(exchange, deps.answers, answer)
}

/** Whether an answer is still valid: its step continues, its snapshot is in memory, and nothing was learned since. */
export function isGood(
  deps: Pick<FastPathDeps, 'sourceOf' | 'knowledgeVersion'>,
  answer: CachedResponse,
  nowAt: number
): boolean {
  // A later instant: the clock has been set back since.
  const isOfNow = answer.modifiedAt <= nowAt && nowAt < answer.goodUntil
  if (!isOfNow || answer.source === null) return isOfNow
  const isOfSource = deps.sourceOf(answer.point.key) === answer.source
  return isOfSource && deps.knowledgeVersion(answer.point) === answer.knowledgeVersion
}
