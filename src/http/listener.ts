/**
 * The one listener: limits on everything a client can send, problem documents instead of stack traces, and
 * the fast path first.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify
} from 'fastify'
import { admitByAddress, admitRefused, quotaProblem } from './admission.ts'
import { type ApiDeps, registerApi } from './api-routes.ts'
import { bareAnswer, createBrokenRequests } from './broken-request.ts'
import { type ConnectionLimits, limitConnections } from './connection-limits.ts'
import { createFastPath, type FastPathDeps } from './fast-path.ts'
import { type Problem, problemStatus } from './problem.ts'
import type { ProblemCode } from './problem-catalogue.ts'
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
  /** Answers people at a path that leads nowhere; programs, and everyone where it is missing, get a problem document. */
  readonly notFoundPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Answers people where the service itself failed; as above. */
  readonly faultPage?: (
    request: FastifyRequest,
    reply: FastifyReply,
    fault: { readonly status: number; readonly requestId: string }
  ) => Promise<void>
}

type Listening = ListenerDeps & RequestChecks

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
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
    frameworkErrors: (error, request, reply) => fail(deps, error, request, reply)
  })
  readBodiesAsJson(server)
  server.setErrorHandler((error: FastifyError, request, reply) => fail(deps, error, request, reply))
  siteMethods.watch(server)
  // Before the body is read: an unknown path gets its problem whatever its body is.
  server.addHook('onRequest', async (request, reply) => {
    const target = isLook(request) ? withoutSlash(deps, request.url) : null
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
  const problem = there.length === 0 ? routeNotFound(url) : methodNotAllowed(there, method)
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
  const headers = { Location: location, 'Cache-Control': 'public, max-age=3600', 'Content-Length': 0 }
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
      else refuseEarly(deps, { request, response }, problem)
    }
  )
  server.maxConnections = limits.connections
  server.maxRequestsPerSocket = limits.requestsPerSocket
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => broken.answer(error, socket as Socket))
  limitConnections(server, deps.admission.clients, {
    mostPerAddress: deps.connectionsPerAddress,
    unreadMs: limits.unreadMs,
    lookEveryMs: limits.unreadMs / 6,
    closed: deps.countClosed
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const problem = { code: 'expectation_failed', detail: 'Only "Expect: 100-continue" can be met.' } as const
    refuseEarly(deps, { request, response }, problem)
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
function refuseEarly(
  deps: ListenerDeps,
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  problem: Problem
): void {
  const exchange = exchangeOf(deps, request, response)
  const admitted = isUnderBase(deps.basePath, request.url ?? '')
    ? admitByAddress(deps.admission, request, exchange.nowAt)
    : null
  const reported = admitted?.verdict.allowed === false ? quotaProblem(admitted) : problem
  deps.count('none', writeProblem({ ...exchange, verdict: admitted }, reported, deps.siteUrl), exchange)
}

// Every content type reaches the parser, so that a wrong one is our 415 and never an empty body.
function readBodiesAsJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  const isEncoded = ({ headers }: FastifyRequest): boolean =>
    !/^(?:identity)?$/i.test(headers['content-encoding']?.trim() ?? '')
  const encoded = (): Error => Object.assign(new Error('encoded body'), { code: 'AYAZ_ENCODED_BODY' })
  const json = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
  server.addContentTypeParser(json, { parseAs: 'buffer' }, (request, body, done) => {
    if (isEncoded(request)) return done(encoded())
    try {
      const decoded = new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer)
      done(null, JSON.parse(decoded))
    } catch {
      done(Object.assign(new Error('malformed JSON'), { code: 'AYAZ_MALFORMED_JSON', statusCode: 400 }))
    }
  })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) =>
      isEncoded(request) ? done(encoded()) : done(null, new URLSearchParams(String(body)))
  )
}

const problemsOfCodes: Readonly<
  Record<string, readonly [code: ProblemCode, detail: string, headers?: Problem['headers']]>
> = {
  AYAZ_ENCODED_BODY: [
    'unsupported_media_type',
    'The body has a Content-Encoding; send it without one.',
    { 'Accept-Encoding': 'identity' }
  ],
  AYAZ_MALFORMED_JSON: ['malformed_json', 'The body is not JSON in UTF-8.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed_json', 'The body is not JSON in UTF-8.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed_json', 'The body is empty; one JSON object is needed.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', `A body may have ${limits.bodyBytes} bytes.`],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'bad_request',
    'The body has another length than Content-Length says.'
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send "Content-Type: application/json".'],
  FST_ERR_BAD_URL: [
    'bad_request',
    'The path has a percent sign that is not followed by two hex digits, or is not UTF-8.'
  ],
  FST_ERR_MAX_PARAM_LENGTH: ['route_not_found', 'There is nothing at this path.']
}

/** Addresses that no page has. */
const badAddresses = new Set(['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH', 'FST_STATIC_FORBIDDEN_PATH'])

// Bodies are read before an operation is called, so a faulty one is counted here.
async function fail(
  deps: Listening,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply
): Promise<void> {
  if (badAddresses.has(error.code) && deps.notFoundPage !== undefined && wantsPage(deps, request)) {
    return deps.notFoundPage(request, reply)
  }
  reply.hijack()
  const exchange = exchangeOf(deps, request.raw, reply.raw)
  const known = problemsOfCodes[error.code]
  const problem: Problem =
    known === undefined
      ? deps.reportFault(error, exchange.requestId)
      : { code: known[0], detail: known[1], headers: known[2] ?? {} }
  if (reply.raw.headersSent) {
    reply.raw.destroy()
    return
  }
  if (known === undefined && deps.faultPage !== undefined && isPageOfPerson(deps, request)) {
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
