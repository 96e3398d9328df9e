/**
 * The one listener: limits on everything a client can send, problem documents instead of stack traces, and
 * the fast path first.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify
} from 'fastify'
import { hourSeconds } from '../common/time.ts'
import { admitByAddress, admitRefused, quotaProblem } from './admission.ts'
import { type ApiDeps, registerApi } from './api-routes.ts'
import { readBodiesAsJson } from './bodies.ts'
import { bareAnswer, createBrokenRequests } from './broken-request.ts'
import { type ConnectionLimits, limitConnections } from './connection-limits.ts'
import { createFastPath, type FastPathDeps } from './fast-path.ts'
import { frameworkProblem, isBadAddress } from './framework-problems.ts'
import { type Problem, problemStatus } from './problem.ts'
import { requestLimits as limits } from './request-limits.ts'
import {
  hasSecondHost,
  isUnderBase,
  type RequestChecks,
  readAbsoluteForm,
  requestProblem
} from './request-problem.ts'
import { type Exchange, isForPerson, writeMethods, writeProblem } from './response-writer.ts'
import { methodNotAllowed, routeNotFound } from './route-problems.ts'
import { createSiteMethods } from './site-methods.ts'
import { beginTrace, traceOf } from './trace.ts'

export interface ListenerDeps extends ApiDeps, FastPathDeps {
  /** Registers what lies outside the base path: pages, health, metrics. */
  readonly registerSite: (server: FastifyInstance) => Promise<void>
  /** Open connections of one IPv4 address or IPv6 /64; trusted proxies have no limit. */
  readonly connectionsPerAddress: number
  /** A connection was closed by one of the limits. */
  readonly countClosed: ConnectionLimits['closed']
  /**
   * Answers people at a path that leads nowhere; programs, and everyone where it is missing, get a problem document.
   */
  readonly notFoundPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Answers people where the service itself failed; as above. */
  readonly faultPage?: (
    request: FastifyRequest,
    reply: FastifyReply,
    fault: { readonly status: number; readonly requestId: string }
  ) => Promise<void>
}

type Listening = ListenerDeps & RequestChecks

// An import would also load what node:http offers by getters, the client of fetch above all: 16 MB and 80 ms.
const { createServer } = process.getBuiltinModule('node:http')

/**
 * No route has a schema of fastify's: each operation checks what it is asked. Its own compilers would be loaded at
 * every start.
 */
function noSchemas(): never {
  throw new Error('no route has a schema of fastify')
}

/** A listener that is ready to listen. */
export async function createListener(given: ListenerDeps): Promise<FastifyInstance> {
  const siteMethods = createSiteMethods((url) => !isUnderBase(given.basePath, url))
  const deps: Listening = { ...given, siteMethods }
  const server = fastify({
    serverFactory: (handler) => createHttpServer(deps, handler),
    logger: false,
    bodyLimit: limits.bodyBytes,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Only our own handler answers invalid requests; fastify's would cut the connection at once.
    clientErrorHandler: () => undefined,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500 },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: (error, request, reply) => fail(deps, error, request, reply)
  })
  readBodiesAsJson(server)
  server.setErrorHandler((error: FastifyError, request, reply) => fail(deps, error, request, reply))
  siteMethods.watch(server)
  // Before the body is read: an unknown path gets its problem whatever its body is.
  server.addHook('onRequest', async (request, reply) => {
    const takesSlash = request.routeOptions.config.takesSlash === true
    const target = isLook(request) && !takesSlash ? withoutSlash(deps, request.url) : null
    if (target !== null) redirect(deps, request, reply, target)
    else if (request.is404) await notFound(deps, request, reply)
  })
  await deps.registerSite(server)
  registerApi(server, deps)
  server.setNotFoundHandler((request, reply) => notFound(deps, request, reply))
  return server
}

/**
 * An unknown path, or one outside the base that has other methods; under the base the API's own routes
 * answer.
 */
async function notFound(deps: Listening, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { method, url } = request
  const others = deps.siteMethods.at(url)
  // A path with this very method had nothing to return, such as a folder of files without this one.
  const there = others.includes(method) ? [] : others
  // Also where only a form may be sent to: a restored tab asks for it with GET.
  if (deps.notFoundPage !== undefined && wantsPage(deps, request)) return deps.notFoundPage(request, reply)
  reply.hijack()
  const exchange = exchangeOf(deps, request.raw, reply.raw)
  if (there.length > 0 && method === 'OPTIONS')
    return deps.count('none', writeMethods(exchange, there), exchange)
  const problem = there.length === 0 ? routeNotFound(url, deps) : methodNotAllowed(there, method)
  deps.count('none', writeProblem(exchange, problem, deps.siteUrl), exchange)
}

/** A path of the site that was written with a trailing slash, without it; null where there is none. */
function withoutSlash({ basePath, siteMethods }: Listening, url: string): string | null {
  const [written = ''] = url.split('?', 1)
  // What begins with two slashes names another host.
  if (!written.endsWith('/') || url.startsWith('//') || url.includes('#')) return null
  let length = written.length
  while (written[length - 1] === '/') length -= 1
  const path = written.slice(0, length)
  return path !== '' && !isUnderBase(basePath, path) && siteMethods.at(path).includes('GET')
    ? path + url.slice(written.length)
    : null
}

function wantsPage(deps: Listening, request: FastifyRequest): boolean {
  return isLook(request) && isPageOfPerson(deps, request)
}

function isPageOfPerson({ basePath }: Listening, request: FastifyRequest): boolean {
  return isForPerson(request.raw) && !isUnderBase(basePath, request.url)
}

function isLook({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function redirect(deps: Listening, request: FastifyRequest, reply: FastifyReply, location: string): void {
  reply.hijack()
  const headers = {
    Location: location,
    'Cache-Control': `public, max-age=${hourSeconds}`,
    'Content-Length': 0
  }
  reply.raw.writeHead(308, headers).end()
  deps.count('page', 308, traceOf(request.raw))
}

function createHttpServer(
  deps: Listening,
  handler: (request: IncomingMessage, response: ServerResponse) => void
): Server {
  const fastPath = createFastPath(deps)
  const broken = createBrokenRequests(deps)
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      requestTimeout: limits.requestMs,
      headersTimeout: limits.headersMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: 2000,
      // A tenth of a hot answer: no stream is opened and closed for a body that does not come.
      optimizeEmptyRequests: true,
      // We answer a missing Host with a problem document; Node's answer would be empty.
      requireHostHeader: false
    },
    (request, response) => {
      if (!hasSecondHost(request) && fastPath(request, response)) return
      beginTrace(request, deps.nextRequestId())
      broken.expectBody(request, response)
      readAbsoluteForm(request)
      const problem = requestProblem(deps, request)
      if (problem === null) handler(request, response)
      else void refuseEarly(deps, { request, response }, problem)
    }
  )
  server.maxRequestsPerSocket = limits.requestsPerSocket
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => broken.answer(error, socket as Socket))
  limitConnections(server, deps.admission.clients, {
    mostPerAddress: deps.connectionsPerAddress,
    mostInTotal: limits.connections,
    unreadMs: limits.unreadMs,
    lookEveryMs: limits.unreadMs / 6,
    closed: deps.countClosed
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const problem = { code: 'expectation_failed', detail: 'Only "Expect: 100-continue" can be met.' } as const
    void refuseEarly(deps, { request, response }, problem)
  })
  server.on('connect', (_request, socket) => {
    // Node no longer handles this socket: without a listener a reset by the client would end the process.
    socket.on('error', () => socket.destroy())
    socket.end(bareAnswer(deps, methodNotAllowed(['GET', 'HEAD', 'POST'], 'CONNECT')))
  })
  return server
}

/**
 * From now on each answer is the last one of its connection, so that clients and balancers switch without
 * losing a request.
 */
export function closeAfterAnswers(server: Server): void {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
}

/** Refuses a request before routing; under the base path it counts like any other. */
async function refuseEarly(
  deps: ListenerDeps,
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  problem: Problem
): Promise<void> {
  const exchange = exchangeOf(deps, request, response)
  const admitted = isUnderBase(deps.basePath, request.url ?? '')
    ? await admitByAddress(deps.admission, request, exchange.nowAt)
    : null
  const reported = admitted?.verdict.allowed === false ? quotaProblem(admitted) : problem
  deps.count('none', writeProblem({ ...exchange, verdict: admitted }, reported, deps.siteUrl), exchange)
}

// Bodies are read before an operation is called, so a faulty one is counted here.
async function fail(
  deps: Listening,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply
): Promise<void> {
  if (isBadAddress(error.code) && deps.notFoundPage !== undefined && wantsPage(deps, request)) {
    return deps.notFoundPage(request, reply)
  }
  reply.hijack()
  const exchange = exchangeOf(deps, request.raw, reply.raw)
  const known = frameworkProblem(error, request.routeOptions.bodyLimit ?? limits.bodyBytes)
  const problem = known ?? deps.reportFault(error, exchange.requestId)
  if (reply.raw.headersSent) {
    reply.raw.destroy()
    return
  }
  if (known === null && deps.faultPage !== undefined && isPageOfPerson(deps, request)) {
    return deps.faultPage(request, reply, { status: problemStatus(problem), requestId: exchange.requestId })
  }
  const admitted = isUnderBase(deps.basePath, request.raw.url ?? '')
    ? await admitRefused(deps.admission, request.raw, exchange.nowAt)
    : null
  const reported = admitted?.verdict.allowed === false ? quotaProblem(admitted) : problem
  deps.count('none', writeProblem({ ...exchange, verdict: admitted }, reported, deps.siteUrl), exchange)
}

function exchangeOf(deps: ListenerDeps, request: IncomingMessage, response: ServerResponse): Exchange {
  return {
    request,
    response,
    ...(traceOf(request) ?? { requestId: deps.nextRequestId(), startedAt: performance.now() }),
    verdict: null,
    nowAt: deps.clock(),
    random: deps.random
  }
}
