/** The way of a hot answer: limiter, key, look-up, `If-None-Match`, write; before any framework machinery. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AdmissionParts, admitByAddress, quotaProblem } from './admission.ts'
import { type Exchange, writeKept, writeProblem } from './exchange.ts'
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts'

export interface FastPathParts {
  readonly admission: AdmissionParts
  readonly answers: KeptAnswers
  /** The meta of the snapshot that is now in memory for a point, or null. */
  readonly sourceOf: (pointKey: string) => object | null
  readonly basePath: string
  readonly siteUrl: string
  readonly clock: () => number
  readonly random: () => number
  readonly nextRequestId: () => string
  readonly count: (operation: string, status: number) => void
}

/** Answers a request if its answer is kept and still good; false = the long way has to be gone. */
export function createFastPath(
  parts: FastPathParts
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const { method, url, headers } = request
    if (url === undefined || (method !== 'GET' && method !== 'HEAD')) return false
    const key = parts.answers.keyOf(url)
    if (key === null || headers['x-api-key'] !== undefined || headers.expect !== undefined) return false
    if (headers.host === undefined) return false
    const nowAt = parts.clock()
    const answer = parts.answers.get(key)
    if (answer === null || !isGood(parts, answer, nowAt)) return false
    const { tier, verdict } = admitByAddress(parts.admission, request, nowAt)
    const exchange: Exchange = {
      request,
      response,
      requestId: parts.nextRequestId(),
      verdict: { tier, verdict },
      nowAt,
      random: parts.random
    }
    const status = verdict.allowed
      ? writeKept(exchange, parts.answers, answer)
      : writeProblem(exchange, quotaProblem({ tier, verdict }), parts.siteUrl)
    parts.count(operationOf(key), status)
    return true
  }
}

/** Whether a kept answer may still be given: its step goes on and its snapshot is the one in memory. */
export function isGood(parts: Pick<FastPathParts, 'sourceOf'>, answer: KeptAnswer, nowAt: number): boolean {
  return (
    answer.goodUntil > nowAt && (answer.source === null || parts.sourceOf(answer.pointKey) === answer.source)
  )
}

/** Keys begin with the operation's id and a space. */
export function operationOf(key: string): string {
  return key.slice(0, key.indexOf(' '))
}
