/** Writes answers under the base path: every header that api.md promises, from prepared pieces. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { readHttpDate } from '../common/http-date.ts'
import { daySeconds, secondMs } from '../common/time.ts'
import { headerLines, setHead } from './head-text.ts'
import type { Tier, Verdict } from './limiter.ts'
import type { OperationAnswer } from './operation.ts'
import { type Problem, problemDocument, problemStatus } from './problem.ts'
import { challengeOf } from './problem-catalogue.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'
import {
  type ByteText,
  byteText,
  compressedForm,
  jsonType,
  minToCompress,
  serializedBody
} from './serialized-body.ts'
import type { Trace } from './trace.ts'

/** On every answer of the API: name, value, name, value …; built once. */
export const fixedHeaders: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'Allow, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  'Permissions-Policy',
  'interest-cohort=()',
  'Vary',
  'Accept-Encoding'
]
const fixedLines = headerLines(fixedHeaders)

const shortestMaxAge = 10
const longestMaxAge = 600

export interface Exchange extends Trace {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Null for requests that are not counted. */
  readonly verdict: { readonly tier: Tier; readonly verdict: Verdict } | null
  readonly nowAt: number
  /** 0 ≤ x < 1: spreads `max-age` downwards. */
  readonly random: () => number
}

/** 304 where the client has it, gzip where it accepts it. Returns the status. */
export function writeCached(exchange: Exchange, answers: ResponseCache, answer: CachedResponse): number {
  const { request, response } = exchange
  const cacheable = cacheControl(answer.goodUntil - exchange.nowAt, exchange.random())
  const own = [...ownHeaders(exchange), 'Cache-Control', cacheable]
  if (isKnown(request, answer))
    return end(exchange, 304, [...fixedHeaders, ...own, ...validators(answer)], null)
  const form = sentForm(answers, answer, acceptsGzip(request))
  if (!setHead(response, form.lines + headerLines(own)))
    response.writeHead(200, [...fixedHeaders, ...form.headers, ...own])
  endWith(exchange, form.body)
  return 200
}

/** The parts of an answer that do not change between sendings, made once. */
function sentForm(
  answers: ResponseCache,
  answer: CachedResponse,
  mayBeCompressed: boolean
): CachedResponse['sent'][number] {
  const gzip = mayBeCompressed ? answers.compressed(answer) : null
  const body = gzip ?? answer.body
  const known = answer.sent.find((form) => form.body === body)
  if (known !== undefined) return known
  const headers = [...validators(answer), 'Content-Type', answer.contentType]
  if (gzip !== null) headers.push('Content-Encoding', 'gzip')
  headers.push('Content-Length', String(body.length))
  const form = { headers, lines: fixedLines + headerLines(headers), body }
  answer.sent.push(form)
  return form
}

function validators({ etag, lastModified, extraHeaders }: CachedResponse): readonly string[] {
  return ['ETag', etag, 'Last-Modified', lastModified, ...extraHeaders]
}

/** A fresh JSON answer; `maxAgeSeconds` null: `private, no-store`, and then without a validator. */
export function writeJson(
  exchange: Exchange,
  {
    status = 200,
    body,
    headers: own = {},
    maxAgeSeconds = null
  }: Extract<OperationAnswer, { readonly kind: 'fresh' }>
): number {
  const headers = baseHeaders(exchange)
  const { request } = exchange
  headers.push(
    'Cache-Control',
    maxAgeSeconds === null ? 'private, no-store' : cacheControl(maxAgeSeconds * secondMs, exchange.random())
  )
  for (const [name, value] of Object.entries(own)) headers.push(name, value)
  const written = serializedBody(body)
  if (maxAgeSeconds !== null) {
    headers.push('ETag', written.etag)
    if (matchesEtag(request.headers['if-none-match'], written.etag)) return end(exchange, 304, headers, null)
  }
  headers.push('Content-Type', jsonType)
  const gzip = acceptsGzip(request) ? compressedForm(written) : null
  if (gzip !== null) headers.push('Content-Encoding', 'gzip')
  return end(exchange, status, headers, gzip ?? written.body)
}

/** Another form than JSON: `private, no-store`, without a validator. */
export function writeText(
  exchange: Exchange,
  { body, contentType, headers: own = {} }: Extract<OperationAnswer, { readonly kind: 'text' }>
): number {
  const headers = baseHeaders(exchange)
  headers.push('Cache-Control', 'private, no-store', 'Content-Type', contentType)
  for (const [name, value] of Object.entries(own)) headers.push(name, value)
  if (!acceptsGzip(exchange.request) || body.length < minToCompress)
    return end(exchange, 200, headers, byteText(Buffer.from(body)))
  headers.push('Content-Encoding', 'gzip')
  return end(exchange, 200, headers, byteText(gzipSync(body)))
}

export function writeProblem(exchange: Exchange, problem: Problem, siteUrl: string): number {
  const headers = baseHeaders(exchange)
  headers.push('Cache-Control', 'no-store', 'Content-Type', 'application/problem+json')
  const status = problemStatus(problem)
  const challenge = challengeOf(problem.code)
  if (challenge !== null) headers.push('WWW-Authenticate', challenge)
  for (const [name, value] of Object.entries(problem.headers ?? {})) {
    headers.push(name, status === 429 && name === 'Retry-After' ? notBeforeReset(exchange, value) : value)
  }
  return end(exchange, status, headers, byteText(problemDocument(problem, siteUrl)))
}

/** `Retry-After` is never earlier than the limiter's own `t`: then there must be quota left. */
function notBeforeReset({ verdict }: Exchange, seconds: string): string {
  return verdict === null ? seconds : String(Math.max(Number(seconds), verdict.verdict.resetSeconds))
}

/** For old browsers, which do not know the star: headers of browsers, `fetch` wrappers and tracers. */
const allowedHeaders =
  '*, Content-Type, Authorization, X-API-Key, Idempotency-Key, If-None-Match, If-Modified-Since, Last-Event-ID, ' +
  'Cache-Control, Pragma, X-Requested-With, traceparent, tracestate, baggage, sentry-trace'

export function writePreflight(exchange: Exchange): number {
  const headers = baseHeaders(exchange)
  headers.push(
    'Access-Control-Allow-Methods',
    'GET, HEAD, POST, PATCH, DELETE',
    'Access-Control-Allow-Headers',
    allowedHeaders,
    'Access-Control-Max-Age',
    String(daySeconds)
  )
  return end(exchange, 204, headers, null)
}

/** Outside the base, other sites' pages may read these alone: a stream that continues, a feed that has changed. */
const readElsewhere = /^\/(?:streams|feeds)\//

export function writeMethods({ request, response }: Exchange, methods: readonly string[]): number {
  response.writeHead(204, {
    Allow: [...methods, 'OPTIONS'].join(', '),
    'X-Content-Type-Options': 'nosniff',
    ...(readElsewhere.test(request.url ?? '') && {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': 'Last-Event-ID, If-None-Match, *',
      'Access-Control-Max-Age': String(daySeconds)
    })
  })
  response.end()
  return 204
}

export function baseHeaders(exchange: Exchange): string[] {
  return [...fixedHeaders, ...ownHeaders(exchange)]
}

function ownHeaders({ requestId, verdict: counted }: Exchange): readonly string[] {
  if (counted === null) return ['X-Request-Id', requestId]
  const { tier, verdict } = counted
  return [
    'X-Request-Id',
    requestId,
    'RateLimit-Policy',
    `"${tier.name}";q=${tier.quota};w=${tier.windowSeconds}`,
    'RateLimit',
    `"${tier.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`
  ]
}

function end(exchange: Exchange, status: number, headers: string[], body: ByteText | null): number {
  if (body !== null) headers.push('Content-Length', String(body.length))
  exchange.response.writeHead(status, headers)
  endWith(exchange, body)
  return status
}

function endWith({ request, response }: Exchange, body: ByteText | null): void {
  if (body === null || request.method === 'HEAD') response.end()
  else response.end(body, 'latin1')
}

// Spread downwards by up to a fifth, so that clients of the same step do not come back all at once.
function cacheControl(goodForMs: number, random: number): string {
  const seconds = Math.min(longestMaxAge, Math.max(shortestMaxAge, Math.floor(goodForMs / secondMs)))
  const maxAge = Math.max(shortestMaxAge, Math.floor(seconds * (1 - 0.2 * random)))
  return `public, max-age=${maxAge}, stale-while-revalidate=30, stale-if-error=300`
}

/** Whether the client has this answer; a date is looked at where there is no `If-None-Match` (RFC 9110 § 13.2.2). */
function isKnown({ headers }: IncomingMessage, { etag, lastModified, isUndated }: CachedResponse): boolean {
  const { 'if-none-match': tags, 'if-modified-since': date } = headers
  if (tags !== undefined || date === undefined) return matchesEtag(tags, etag)
  const since = readHttpDate(date)
  return !isUndated && since !== null && Date.parse(lastModified) <= since
}

/** `If-None-Match` by weak comparison (RFC 9110 § 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque)
}

/** Whether gzip may be sent (RFC 9110 § 12.5.3): the star stands for what is not named. */
export function acceptsGzip(request: IncomingMessage): boolean {
  const header = request.headers['accept-encoding']
  if (header === undefined) return false
  const parts = String(header).toLowerCase().split(',')
  return weightOf('gzip', parts) ?? weightOf('*', parts) ?? false
}

/** Whether a coding has a weight above 0; null where it is not named. */
function weightOf(coding: string, parts: readonly string[]): boolean | null {
  for (const part of parts) {
    const [name = '', weight = 'q=1'] = part.split(';').map((one) => one.trim())
    if (name === coding) return weight.startsWith('q=') && Number(weight.slice(2)) > 0
  }
  return null
}

/** Whether a browser requests a page, rather than a program. */
export function isForPerson({ headers }: IncomingMessage): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '')
}
