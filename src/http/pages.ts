/** Serves the site's pages: their request limit, validators, gzip, and headers. */
import { gzipSync } from 'node:zlib'
import { BoundedMap } from '../common/bounded-map.ts'
import { secondMs } from '../common/time.ts'
import { languageOf } from '../language/language.ts'
import { type BodyReader, fileLimits, foreignForm, readsFile, readsUsual } from './bodies.ts'
import type { ClientKeys } from './client-key.ts'
import type { Limiter, Tier } from './limiter.ts'
import type { Page, PageAnswer, PageProblem, PageRequest } from './page.ts'
import { type Problem, problemDocument, problemStatus, quotaExceeded } from './problem.ts'
import { acceptsGzip, isForPerson, matchesEtag } from './response-writer.ts'
import type { Routed, Router } from './router.ts'
import { etagOf } from './serialized-body.ts'
import type { CountAnswer } from './trace.ts'

const named: ReadonlySet<string | symbol> = new Set(['get', 'getAll', 'has'])

interface NotedQuery {
  readonly query: URLSearchParams
  /** The names that were read so far; null once the query was read as a whole. */
  readonly read: () => ReadonlySet<string> | null
}

function notedQuery(asked: URLSearchParams): NotedQuery {
  const names = new Set<string>()
  let isWhole = false
  const query = new Proxy(asked, {
    get(params, member) {
      const value: unknown = Reflect.get(params, member, params)
      if (typeof value !== 'function') return value
      if (!named.has(member)) isWhole = true
      return (...given: readonly unknown[]): unknown => {
        names.add(String(given[0]))
        return Reflect.apply(value, params, given)
      }
    }
  })
  return { query, read: () => (isWhole ? null : names) }
}

export interface PagesDeps {
  readonly pages: readonly Page[]
  readonly limiter: Limiter
  readonly clients: ClientKeys
  /** Pages have their own quota, so that a school behind one address is not cut off. */
  readonly tier: Tier
  readonly siteUrl: string
  /** The query without what does not change the answer. */
  readonly understood: (query: URLSearchParams) => URLSearchParams
  /** For a person, with the seconds to wait; programs get a problem document. */
  readonly tooManyPage: (request: PageRequest, waitSeconds: number) => PageAnswer
  /** Who may frame a frameable page: `*`, or origins. */
  readonly frameAncestors: string
  readonly clock: () => number
  readonly count: CountAnswer
}

export type PageServing = Omit<PagesDeps, 'pages'>

type ServedPage = Pick<Page, 'method' | 'isUncounted' | 'isCostly' | 'render'>

interface CachedPage {
  readonly answer: PageAnswer
  readonly body: Buffer
  readonly etag: string
  readonly until: number
  gzip: Buffer | null
}

const maxStored = 500
const minToCompress = 600

export function registerPages(router: Router, deps: PagesDeps, reads: BodyReader = readsUsual): void {
  const answers = new BoundedMap<string, CachedPage>(maxStored)
  for (const page of deps.pages) {
    const cached = { answers, names: new Set<string>() }
    router.add({
      methods: page.method === 'GET' ? ['GET', 'HEAD'] : ['POST'],
      path: page.path,
      ...(page.takesFile === true ? { ...fileLimits, reads: readsFile } : { reads }),
      handle: (asked) => serve(deps, cached, page, asked)
    })
  }
}

export function pageResponder(deps: PageServing, page: ServedPage): (asked: Routed) => Promise<void> {
  const cached = { answers: new BoundedMap<string, CachedPage>(maxStored), names: new Set<string>() }
  return (asked) => serve(deps, cached, page, asked)
}

async function serve(
  deps: PageServing,
  cached: { readonly answers: Map<string, CachedPage>; readonly names: Set<string> },
  page: ServedPage,
  asked: Routed
): Promise<void> {
  const { request, nowAt } = asked
  const client = deps.clients.of(request)
  const wait = page.isUncounted === true ? null : await pageWait(deps, client, nowAt)
  if (wait !== null && isForPerson(request)) {
    const answer = deps.tooManyPage(pageRequest(deps, asked, client), wait)
    return write(deps, asked, save(cached.answers, null, answer, nowAt))
  }
  if (wait !== null) return refuse(deps, asked, { problem: pageProblem(deps.tier, wait) })
  const foreign = page.method === 'POST' ? foreignForm(request.headers, deps.siteUrl) : null
  if (foreign !== null) return refuse(deps, asked, { problem: foreign })
  const question = pageRequest(deps, asked, client)
  const known = page.method === 'GET' ? cached.answers.get(keyOf(asked, question, cached.names)) : undefined
  if (known !== undefined && isGood(known, nowAt)) return write(deps, asked, known)
  const more = page.isCostly === true ? await pageWait(deps, client, nowAt) : null
  if (more !== null) return refuse(deps, asked, { problem: pageProblem(deps.tier, more) })
  const { query, read } = notedQuery(question.query)
  const answer = await page.render({ ...question, query })
  if ('problem' in answer) return refuse(deps, asked, answer)
  const names = page.method === 'GET' ? read() : null
  for (const name of names ?? []) cached.names.add(name)
  const key = names === null ? null : keyOf(asked, question, cached.names)
  write(deps, asked, save(cached.answers, key, answer, nowAt))
}

/** What answers of pages depend on: the path, the language, and the parameters that have been read so far. */
function keyOf(
  asked: Routed,
  { path, query, acceptLanguage }: PageRequest,
  names: ReadonlySet<string>
): string {
  const values = [...query]
    .filter(([name]) => names.has(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const where = asked.route === null ? path : [asked.route.path, asked.params]
  return JSON.stringify([where, languageOf(acceptLanguage), values])
}

/** Whether a cached page is valid; more time left than its lifetime means that the clock was set back. */
function isGood({ until, answer }: CachedPage, nowAt: number): boolean {
  return until > nowAt && until - nowAt <= (answer.maxAgeSeconds ?? 0) * secondMs
}

/** A file's bytes are shared, not copied for each URL. */
function bytesOf(body: PageAnswer['body']): Buffer {
  if (typeof body === 'string') return Buffer.from(body)
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

function save(
  cached: Map<string, CachedPage>,
  key: string | null,
  answer: PageAnswer,
  nowAt: number
): CachedPage {
  const body = bytesOf(answer.body)
  const one: CachedPage = {
    answer,
    body,
    etag: etagOf(body),
    until: nowAt + (answer.maxAgeSeconds ?? 0) * secondMs,
    gzip: null
  }
  if (key !== null && answer.status === 200 && answer.maxAgeSeconds !== null && key.length < 400) {
    cached.delete(key)
    cached.set(key, one)
  }
  return one
}

function write(deps: PageServing, asked: Routed, cached: CachedPage): void {
  const { request, response, nowAt } = asked
  const { answer, etag } = cached
  const headers: Record<string, string | number> = {
    ...fixedHeaders,
    'X-Request-Id': asked.requestId,
    ...answer.headers,
    'Content-Security-Policy': policyOf(deps, answer),
    'Cache-Control': cacheControl(cached, nowAt),
    Vary: 'Accept-Encoding, Accept-Language'
  }
  if (answer.status === 200 && answer.maxAgeSeconds !== null) {
    headers['ETag'] = etag
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      response.writeHead(304, headers).end()
      deps.count('page', 304, asked)
      return
    }
  }
  headers['Content-Type'] = answer.contentType
  const gzip = acceptsGzip(request) ? compressed(cached) : null
  if (gzip !== null) headers['Content-Encoding'] = 'gzip'
  const body = gzip ?? cached.body
  headers['Content-Length'] = body.length
  response.writeHead(answer.status, headers)
  response.end(request.method === 'HEAD' ? undefined : body)
  deps.count('page', answer.status, asked)
}

const fixedHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'geolocation=(), camera=(), microphone=(), interest-cohort=()'
} as const

/** The policy. `*` is network schemes only: local files may frame pages without `frame-ancestors` (CSP 3 § 6.4.2.1). */
function policyOf({ frameAncestors }: PageServing, answer: PageAnswer): string {
  if (answer.frameable === true && frameAncestors === '*') return answer.contentSecurityPolicy
  const ancestors = answer.frameable === true ? frameAncestors : "'none'"
  return `${answer.contentSecurityPolicy}; frame-ancestors ${ancestors}`
}

function cacheControl({ answer, until }: CachedPage, nowAt: number): string {
  if (answer.maxAgeSeconds === null) return 'private, no-store'
  return `public, max-age=${Math.max(0, Math.floor((until - nowAt) / secondMs))}`
}

function compressed(cached: CachedPage): Buffer | null {
  if (cached.body.length < minToCompress || cached.answer.contentType.startsWith('image/png')) return null
  cached.gzip ??= gzipSync(cached.body)
  return cached.gzip
}

export async function pageQuota(
  { limiter, tier }: Pick<PageServing, 'limiter' | 'tier'>,
  client: string,
  nowAt: number
): Promise<Problem | null> {
  const wait = await pageWait({ limiter, tier }, client, nowAt)
  return wait === null ? null : pageProblem(tier, wait)
}

/** Counts a request; returns how long the client of a refused one must wait [s]. */
async function pageWait(
  { limiter, tier }: Pick<PageServing, 'limiter' | 'tier'>,
  client: string,
  nowAt: number
): Promise<number | null> {
  const verdict = await limiter.take(`page ${client}`, tier, nowAt)
  return verdict.allowed ? null : Math.max(1, verdict.resetSeconds)
}

function pageProblem({ name, quota, windowSeconds }: Tier, wait: number): Problem {
  return quotaExceeded(name, `More than ${quota} pages in ${windowSeconds} s. Try again in ${wait} s.`, wait)
}

function refuse(
  deps: Pick<PageServing, 'siteUrl' | 'count'>,
  { request, response, ...trace }: Routed,
  { problem, headers = {} }: PageProblem
): void {
  const body = problemDocument(problem, deps.siteUrl)
  const status = problemStatus(problem)
  response.writeHead(status, {
    ...fixedHeaders,
    'X-Request-Id': trace.requestId,
    ...headers,
    ...problem.headers,
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'Content-Length': body.length
  })
  response.end(request.method === 'HEAD' ? undefined : body)
  deps.count('page', status, trace)
}

function pageRequest(
  { understood }: Pick<PageServing, 'understood'>,
  { request, params, body, nowAt }: Routed,
  client: string
): PageRequest {
  const { url = '/', headers } = request
  const start = url.indexOf('?')
  return {
    path: start < 0 ? url : url.slice(0, start),
    params,
    query: understood(new URLSearchParams(start < 0 ? '' : url.slice(start + 1))),
    acceptLanguage: headers['accept-language'] ?? '',
    form: body instanceof URLSearchParams ? body : null,
    origin: String(headers.origin ?? ''),
    client,
    nowAt
  }
}
