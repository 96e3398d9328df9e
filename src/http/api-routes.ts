/** The operations as routes: every request is admitted, handled, and answered by the same few writers. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Point } from '../weather/point.ts'
import {
  type AdmissionDeps,
  type Admitted,
  admit,
  admitByAddress,
  admitRefused,
  countMore,
  holderOf,
  quotaProblem
} from './admission.ts'
import { type Operation, type OperationAnswer, type OperationRequest, problemAnswer } from './operation.ts'
import { writePieces } from './pieces-writer.ts'
import type { Problem } from './problem.ts'
import { readQuery } from './query.ts'
import type { ResponseCache } from './response-cache.ts'
import {
  type Exchange,
  writeCached,
  writeJson,
  writePreflight,
  writeProblem,
  writeText
} from './response-writer.ts'
import { methodNotAllowed, methodsOf, type RoutedOperations, routeNotFound } from './route-problems.ts'
import { type CountAnswer, traceOf, within } from './trace.ts'
import { invalidParameters } from './weather/invalid-parameters.ts'

export interface ApiDeps extends RoutedOperations {
  readonly admission: AdmissionDeps
  readonly answers: ResponseCache
  readonly siteUrl: string
  readonly clock: () => number
  readonly random: () => number
  readonly nextRequestId: () => string
  readonly count: CountAnswer
  /** Logs an internal fault with its request id; returns the problem to answer. */
  readonly reportFault: (error: unknown, requestId: string) => Problem
  /** The point of a field whose token this is; null where it is not. */
  readonly ownField: (token: string, point: Point) => Promise<Point | null>
  /** The id of the subscription that a token manages; null where it manages none. */
  readonly managedBy: (token: string) => Promise<string | null>
  /** Counts a request against the quota of the pages; returns the problem of a refused one. */
  readonly pageQuota: (request: IncomingMessage, nowAt: number) => Promise<Problem | null>
}

/** Registers every operation, the preflights, and the answers for all other paths under the base. */
export function registerApi(server: FastifyInstance, deps: ApiDeps): void {
  const byPath = Map.groupBy(deps.operations, (operation) => operation.path)
  for (const [path, operations] of byPath) {
    const url = deps.basePath + path.replace(/\{(\w+)\}/g, ':$1')
    for (const one of writtenForms(path, url, deps)) registerPath(server, deps, { url: one, operations })
  }
  const rest = { method: [...otherMethods, 'OPTIONS'], url: `${deps.basePath}/*` }
  refuseAlways(server, deps, rest, (request) => routeNotFound(request.url, deps))
}

/**
 * A path is written with a slash at its end too. Where an identifier may follow, the slash says that it got lost: the
 * path without it would be another operation.
 */
function writtenForms(path: string, url: string, { operations, basePath }: ApiDeps): readonly string[] {
  if (path === '/') return [basePath, url]
  const takesMore = operations.some((one) => one.path.startsWith(`${path}/{`))
  return takesMore || path.includes('{') ? [url] : [url, `${url}/`]
}

function registerPath(
  server: FastifyInstance,
  deps: ApiDeps,
  { url, operations }: { readonly url: string; readonly operations: readonly Operation[] }
): void {
  const methods = methodsOf(operations)
  for (const operation of operations) {
    const own = operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method]
    server.route({
      method: own,
      url,
      config: { takesBody: operation.body !== undefined, takesRows: operation.rows !== undefined },
      ...(operation.bodyBytes !== undefined && { bodyLimit: operation.bodyBytes }),
      ...(url.includes(':') && {
        onRequest: (request: FastifyRequest, reply: FastifyReply) => refuseGap(deps, request, reply)
      }),
      handler: (request, reply) => answer(deps, operation, request, reply)
    })
  }
  const others = otherMethods.filter((method) => !methods.includes(method))
  refuseAlways(server, deps, { method: others, url }, (request) =>
    hasGap(request) ? routeNotFound(request.url, deps) : methodNotAllowed(methods, request.method)
  )
  server.route({
    method: 'OPTIONS',
    url,
    onRequest: async (request, reply) => {
      await refuseGap(deps, request, reply)
      if (!reply.sent) await preflight(deps, request, reply)
    },
    handler: () => undefined
  })
}

/** The router matches `/locations/` as a place with an empty name. */
function hasGap({ params }: FastifyRequest): boolean {
  return Object.values(params as object).includes('')
}

async function refuseGap(deps: ApiDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (hasGap(request)) await refuse(deps, request, reply, routeNotFound(request.url, deps))
}

// In a hook before the body is read: an unknown path gets its problem whatever its body is.
function refuseAlways(
  server: FastifyInstance,
  deps: ApiDeps,
  route: { readonly method: string[]; readonly url: string },
  problemOf: (request: FastifyRequest) => Problem
): void {
  server.route({
    ...route,
    onRequest: (request, reply) => refuse(deps, request, reply, problemOf(request)),
    handler: () => undefined
  })
}

const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

async function answer(
  deps: ApiDeps,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply
): Promise<void> {
  reply.hijack()
  const exchange = exchangeOf(deps, request, reply)
  const status = await within(exchange, () => attempt(deps, operation, request, exchange))
  deps.count(operation.id, status, exchange)
}

async function attempt(
  deps: ApiDeps,
  operation: Operation,
  request: FastifyRequest,
  exchange: Exchange
): Promise<number> {
  let counted = exchange
  try {
    if (operation.uncounted === true) {
      const spent = operation.countsAsPage === true ? await deps.pageQuota(request.raw, exchange.nowAt) : null
      if (spent !== null) return writeProblem(exchange, spent, deps.siteUrl)
      const found = await holderOf(deps.admission, request.raw, exchange.nowAt)
      const requester = { client: '', apiKey: found.kind === 'looked_up' ? found.holder : null }
      const asked = requestOf(deps, request, { ...requester, exchange, countMore: async () => null })
      return await write(deps, exchange, operation, await handled(operation, asked), request)
    }
    const admitted = await admit(deps.admission, request.raw, exchange.nowAt)
    counted = { ...exchange, verdict: admitted }
    const refusal = refusalOf(admitted)
    if (refusal !== null) return writeProblem(counted, refusal, deps.siteUrl)
    const more = async (requests: number): Promise<Problem | null> => {
      const { verdict, problem } = await countMore(deps.admission, admitted, {
        requests,
        nowAt: exchange.nowAt
      })
      counted = { ...exchange, verdict: { tier: admitted.tier, verdict } }
      return problem
    }
    const asked = requestOf(deps, request, { ...admitted, exchange, countMore: more })
    const result = await handled(operation, asked)
    return await write(deps, counted, operation, result, request)
  } catch (error) {
    const problem = deps.reportFault(error, exchange.requestId)
    if (exchange.response.headersSent) {
      exchange.response.destroy()
      return 500
    }
    return refuseByAddress(deps, operation, counted, problem)
  }
}

/** Where an operation has no parameters, every one that is given is a fault; others read theirs themselves. */
async function handled(operation: Operation, request: OperationRequest): Promise<OperationAnswer> {
  if (operation.parameters.length > 0) return operation.handle(request)
  const { errors } = readQuery(request.query, [])
  return errors.length > 0 ? problemAnswer(invalidParameters(errors)) : operation.handle(request)
}

/**
 * Writes a problem. A request that was not counted yet, such as before its key could be looked up, counts for
 * its address.
 */
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
  result: OperationAnswer,
  request: FastifyRequest
): number | Promise<number> {
  if (result.kind === 'problem') return writeProblem(exchange, result.problem, deps.siteUrl)
  if (result.kind === 'fresh') return writeJson(exchange, result.status, result.body, result)
  if (result.kind === 'text') return writeText(exchange, result)
  if (result.kind === 'pieces') return writePieces(exchange, result)
  if (operation.uncounted !== true) deps.answers.remember(request.raw.url ?? '', result.question)
  return writeCached(exchange, deps.answers, result.answer)
}

function refusalOf(admitted: Admitted & { readonly keyIsWrong: boolean }): Problem | null {
  if (!admitted.verdict.allowed) return quotaProblem(admitted)
  if (!admitted.keyIsWrong) return null
  return {
    code: 'invalid_api_key',
    detail:
      'This installation does not know the key in X-API-Key. Leave the header out for the free tier, or ask the operator for a key.'
  }
}

/** Answers a request without an operation, counting it like any other. */
async function refuse(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem
): Promise<void> {
  reply.hijack()
  const exchange = exchangeOf(deps, request, reply)
  const admitted = await admitRefused(deps.admission, request.raw, exchange.nowAt)
  const counted: Exchange = { ...exchange, verdict: admitted }
  const status = writeProblem(
    counted,
    admitted.verdict.allowed ? problem : quotaProblem(admitted),
    deps.siteUrl
  )
  deps.count('none', status, exchange)
}

async function preflight(deps: ApiDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hijack()
  const exchange = exchangeOf(deps, request, reply)
  deps.count('preflight', writePreflight(exchange), exchange)
}

function exchangeOf(deps: ApiDeps, request: FastifyRequest, reply: FastifyReply): Exchange {
  return {
    request: request.raw,
    response: reply.raw,
    ...(traceOf(request.raw) ?? { requestId: deps.nextRequestId(), startedAt: performance.now() }),
    verdict: null,
    nowAt: deps.clock(),
    random: deps.random
  }
}

function requestOf(
  { ownField, managedBy }: Pick<ApiDeps, 'ownField' | 'managedBy'>,
  request: FastifyRequest,
  {
    client,
    apiKey,
    exchange,
    countMore: more
  }: Pick<Admitted, 'client' | 'apiKey'> &
    Pick<OperationRequest, 'countMore'> & { readonly exchange: Exchange }
): OperationRequest {
  const url = request.raw.url ?? ''
  const start = url.indexOf('?')
  const bearer = /^Bearer ([^\s]{1,200})$/i.exec(request.headers.authorization ?? '')
  const token = bearer?.[1] ?? null
  const idempotencyKey = request.headers['idempotency-key']
  return {
    query: start < 0 ? '' : url.slice(start + 1),
    params: request.params as Readonly<Record<string, string>>,
    body: request.body ?? null,
    client,
    apiKey,
    bearerToken: token,
    seen: async (point) => (token === null ? null : await ownField(token, point)) ?? point,
    managed: async () => (token === null ? null : managedBy(token)),
    idempotencyKey: idempotencyKey === undefined ? null : String(idempotencyKey),
    countMore: more,
    nowAt: exchange.nowAt
  }
}
