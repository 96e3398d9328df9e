import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { type Admitted, admit, admitByAddress, countMore, holderOf, quotaProblem } from './admission.ts'
import { readsNeeded, readsRows, readsUsual } from './bodies.ts'
import type { FastPathDeps } from './fast-path.ts'
import {
  type Operation,
  type OperationAnswer,
  type OperationRequest,
  problemAnswer,
  type TokenOwners,
  tokenHolder
} from './operation.ts'
import type { Problem } from './problem.ts'
import { invalidParameters, readQuery } from './query.ts'
import type { RoutedOperations } from './request-problem.ts'
import {
  acceptsGzip,
  baseHeaders,
  type Exchange,
  writeCached,
  writeJson,
  writeProblem,
  writeText
} from './response-writer.ts'
import type { Routed, Router } from './router.ts'

/** Writes parts as they are made, few of them in memory. A slow client is waited for; one that is gone ends it. */
async function writePieces(
  exchange: Exchange,
  { pieces, contentType, headers: own = {} }: Extract<OperationAnswer, { readonly kind: 'pieces' }>
): Promise<number> {
  const { request, response } = exchange
  const isCompressed = acceptsGzip(request)
  const headers = [
    ...baseHeaders(exchange),
    'Cache-Control',
    'private, no-store',
    'Content-Type',
    contentType
  ]
  for (const [name, value] of Object.entries(own)) headers.push(name, value)
  if (isCompressed) headers.push('Content-Encoding', 'gzip')
  response.writeHead(200, headers)
  if (request.method === 'HEAD') {
    response.end()
    return 200
  }
  const source = Readable.from(joinShortTexts(pieces), { highWaterMark: 2 })
  try {
    await (isCompressed ? pipeline(source, createGzip(), response) : pipeline(source, response))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
  return 200
}

const maxLetters = 32_768
/** The longest time that a text waits for the next one [ms]. */
const maxMs = 50

/** Joins short texts, so that fewer are written. */
export async function* joinShortTexts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const iterator = texts[Symbol.asyncIterator]()
  let [held, late] = ['', Promise.resolve<null>(null)]
  try {
    for (let next = nextOf(iterator); ; ) {
      const text = await (held === '' ? next : Promise.race([next, late]))
      if (text?.done === true) break
      if (text !== null) {
        if (held === '') late = setTimeout(maxMs, null, { ref: false })
        held += text.value
        next = nextOf(iterator)
      }
      if (text !== null && held.length < maxLetters) continue
      yield held
      held = ''
    }
    if (held !== '') yield held
  } finally {
    await iterator.return?.()
  }
}

function nextOf(iterator: AsyncIterator<string>): Promise<IteratorResult<string>> {
  const next = iterator.next()
  // If the client disconnects meanwhile, nothing awaits the next part.
  next.catch(() => undefined)
  return next
}

export interface ApiDeps
  extends RoutedOperations,
    TokenOwners,
    Omit<FastPathDeps, 'sourceOf' | 'knowledgeVersion'> {
  readonly pageQuota: (request: IncomingMessage, nowAt: number) => Promise<Problem | null>
}

export function registerApi(router: Router, deps: ApiDeps): void {
  for (const operation of deps.operations) {
    const { method, bodyBytes, rows, body } = operation
    for (const path of writtenForms(operation.path, deps)) {
      router.add({
        methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
        path,
        reads: rows !== undefined ? readsRows : body === undefined ? readsUsual : readsNeeded,
        ...(bodyBytes !== undefined && { bodyBytes }),
        handle: async (asked) => deps.count(operation.id, await attempt(deps, operation, asked), asked)
      })
    }
  }
}

/** Paths with a slash at the end too, except where an identifier may follow: that is another operation's. */
function writtenForms(path: string, { operations, basePath }: ApiDeps): readonly string[] {
  const url = basePath + path.replace(/\{(\w+)\}/g, ':$1')
  if (path === '/') return [basePath, url]
  const takesMore = operations.some((one) => one.path.startsWith(`${path}/{`))
  return takesMore || path.includes('{') ? [url] : [url, `${url}/`]
}

async function attempt(deps: ApiDeps, operation: Operation, asked: Routed): Promise<number> {
  const { request, nowAt } = asked
  let counted: Exchange = asked
  try {
    if (operation.uncounted === true) {
      const spent = operation.countsAsPage === true ? await deps.pageQuota(request, nowAt) : null
      if (spent !== null) return writeProblem(asked, spent, deps.siteUrl)
      const found = await holderOf(deps.admission, request, nowAt)
      const requester = { client: '', apiKey: found.kind === 'looked_up' ? found.holder : null }
      const question = requestOf(deps, asked, { ...requester, countMore: async () => null })
      return await write(deps, asked, operation, await handled(operation, question))
    }
    const admitted = await admit(deps.admission, request, nowAt)
    counted = { ...asked, verdict: admitted }
    const refusal = refusalOf(admitted)
    if (refusal !== null) return writeProblem(counted, refusal, deps.siteUrl)
    const more = async (requests: number): Promise<Problem | null> => {
      const { verdict, problem } = await countMore(deps.admission, admitted, { requests, nowAt })
      counted = { ...asked, verdict: { tier: admitted.tier, verdict } }
      return problem
    }
    const question = requestOf(deps, asked, { ...admitted, countMore: more })
    const result = await handled(operation, question)
    return await write(deps, counted, operation, result)
  } catch (error) {
    const problem = deps.reportFault(error, asked.requestId)
    if (asked.response.headersSent) {
      asked.response.destroy()
      return 500
    }
    return refuseByAddress(deps, operation, counted, problem)
  }
}

/** Where an operation has no parameters, each given parameter is a fault; other operations read their own. */
async function handled(operation: Operation, request: OperationRequest): Promise<OperationAnswer> {
  if (operation.parameters !== undefined) return operation.handle(request)
  const { errors } = readQuery(request.query, [])
  return errors.length > 0 ? problemAnswer(invalidParameters(errors)) : operation.handle(request)
}

/** Counts for its address a request that was not counted yet. */
async function refuseByAddress(
  deps: ApiDeps,
  { uncounted }: Operation,
  exchange: Exchange,
  problem: Problem
): Promise<number> {
  if (uncounted === true || exchange.verdict !== null) return writeProblem(exchange, problem, deps.siteUrl)
  const admitted = await admitByAddress(deps.admission, exchange.request, exchange.nowAt)
  const reported = admitted.verdict.allowed ? problem : quotaProblem(admitted)
  return writeProblem({ ...exchange, verdict: admitted }, reported, deps.siteUrl)
}

function write(
  deps: ApiDeps,
  exchange: Exchange,
  operation: Operation,
  result: OperationAnswer
): number | Promise<number> {
  if (result.kind === 'problem') return writeProblem(exchange, result.problem, deps.siteUrl)
  if (result.kind === 'fresh') return writeJson(exchange, result)
  if (result.kind === 'text') return writeText(exchange, result)
  if (result.kind === 'pieces') return writePieces(exchange, result)
  if (operation.uncounted !== true) deps.answers.remember(exchange.request.url ?? '', result.question)
  return writeCached(exchange, deps.answers, result.answer)
}

/** Why an admitted request is still refused; null where it is not. */
export function refusalOf(admitted: Admitted & { readonly keyIsWrong: boolean }): Problem | null {
  if (!admitted.verdict.allowed) return quotaProblem(admitted)
  if (!admitted.keyIsWrong) return null
  return {
    code: 'invalid_api_key',
    detail:
      'This installation does not know the key in X-API-Key. Leave the header out for the free tier, or ask the ' +
      'operator for a key.'
  }
}

function requestOf(
  owners: TokenOwners,
  { request, params, body, nowAt }: Routed,
  { client, apiKey, countMore: more }: Pick<OperationRequest, 'client' | 'apiKey' | 'countMore'>
): OperationRequest {
  const { url = '', headers } = request
  const start = url.indexOf('?')
  const idempotencyKey = headers['idempotency-key']
  return {
    query: start < 0 ? '' : url.slice(start + 1),
    params,
    body,
    client,
    apiKey,
    ...tokenHolder(owners, request),
    idempotencyKey: idempotencyKey === undefined ? null : String(idempotencyKey),
    countMore: more,
    nowAt
  }
}
