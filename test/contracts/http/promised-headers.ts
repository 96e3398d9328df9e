/** The headers that every answer under the base path promises, and those that go with its status. */
import type { ReceivedAnswer } from './received-answer.ts'

/** How an answer came about, as far as its headers depend on it. */
export interface HeaderContext {
  readonly method: string
  /** Whether the limiter saw it: refusals of broken HTTP and uncounted operations carry no limit. */
  readonly isCounted: boolean
  /** `code` of a problem document, or null. */
  readonly problemCode: string | null
}

const exposed = ['ETag', 'Link', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id']
const policyPattern = /^"[a-z][a-z0-9-]*";q=\d+;w=\d+$/
const limitPattern = /^"[a-z][a-z0-9-]*";r=\d+;t=\d+$/
const cachePattern = /^public, max-age=(\d+), stale-while-revalidate=30, stale-if-error=300$/

/** What is wrong with the headers of an answer, each a sentence. */
export function headerFaults(answer: ReceivedAnswer, context: HeaderContext): readonly string[] {
  return [
    ...standingFaults(answer),
    ...limitFaults(answer, context),
    ...(context.problemCode === null ? cachingFaults(answer, context) : problemFaults(answer, context))
  ]
}

function standingFaults({ headers }: ReceivedAnswer): readonly string[] {
  const shown = (headers['access-control-expose-headers'] ?? '').split(/,\s*/)
  return [
    ...must(headers['access-control-allow-origin'] === '*', 'no Access-Control-Allow-Origin: *'),
    ...must(!('access-control-allow-credentials' in headers), 'credentials are allowed'),
    ...must(
      exposed.every((name) => shown.includes(name)),
      `exposes only ${shown.join(', ')}`
    ),
    ...must(/^[\w-]{4,64}$/.test(headers['x-request-id'] ?? ''), 'no X-Request-Id'),
    ...must(headers['x-content-type-options'] === 'nosniff', 'no nosniff'),
    ...must(headers['referrer-policy'] === 'no-referrer', 'no Referrer-Policy'),
    ...must('permissions-policy' in headers, 'no Permissions-Policy'),
    ...must(/\bAccept-Encoding\b/i.test(headers['vary'] ?? ''), 'no Vary: Accept-Encoding'),
    ...must(!('set-cookie' in headers), 'sets a cookie'),
    ...must(!('server' in headers) && !('x-powered-by' in headers), 'tells what it runs on')
  ]
}

function limitFaults({ headers }: ReceivedAnswer, { isCounted }: HeaderContext): readonly string[] {
  const [policy, limit] = [headers['ratelimit-policy'], headers['ratelimit']]
  if (!isCounted) return must(limit === undefined, 'an uncounted answer has a RateLimit')
  return [
    ...must(policyPattern.test(policy ?? ''), `RateLimit-Policy is ${policy}`),
    ...must(limitPattern.test(limit ?? ''), `RateLimit is ${limit}`),
    ...must(policy?.split(';')[0] === limit?.split(';')[0], 'RateLimit and its policy differ in name')
  ]
}

function cachingFaults({ headers, status }: ReceivedAnswer, { method }: HeaderContext): readonly string[] {
  const cache = headers['cache-control'] ?? ''
  if (status === 204) return []
  if (cache === 'private, no-store' || method !== 'GET') {
    return must(cache === 'private, no-store', `Cache-Control is ${cache}`)
  }
  const maxAge = Number(cachePattern.exec(cache)?.[1])
  return [
    ...must(maxAge >= 10 && maxAge <= 600, `Cache-Control is "${cache}"`),
    ...must(/^W\/"[\w-]{10,}"$/.test(headers['etag'] ?? ''), `ETag is ${headers['etag']}`)
  ]
}

function problemFaults(
  { headers, status }: ReceivedAnswer,
  { problemCode }: HeaderContext
): readonly string[] {
  const wait = Number(headers['retry-after'])
  const reset = Number(/;t=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1] ?? 0)
  const needsWait = status === 429 || status === 503
  return [
    ...must(/^(private, )?no-store$/.test(headers['cache-control'] ?? ''), 'an error may be kept'),
    ...must(!('etag' in headers), 'an error has an ETag'),
    ...must(!needsWait || (Number.isInteger(wait) && wait >= 1), `${problemCode} without Retry-After`),
    ...must(
      problemCode !== 'quota_exceeded' || wait >= reset,
      `Retry-After ${wait} is earlier than t=${reset}`
    ),
    ...must(
      problemCode !== 'token_required' || headers['www-authenticate'] === 'Bearer',
      `WWW-Authenticate is ${headers['www-authenticate']}`
    ),
    ...must(status !== 405 || /\bOPTIONS\b/.test(headers['allow'] ?? ''), `Allow is ${headers['allow']}`)
  ]
}

function must(holds: boolean, sentence: string): readonly string[] {
  return holds ? [] : [sentence]
}
