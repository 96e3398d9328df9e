/** The one listener: limits on everything a stranger can send, problems instead of stack traces, and the way of hot answers first. */
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
import { type ApiParts, methodNotAllowed, methodsAt, registerApi, routeNotFound } from './api-routes.ts'
import { type Exchange, standing, writeProblem } from './exchange.ts'
import { createFastPath, type FastPathParts } from './fast-path.ts'
import { internalError, type Problem, problemDocument, problemStatus } from './problem.ts'
import type { ProblemCode } from './problem-catalogue.ts'

export interface ListenerParts extends ApiParts, FastPathParts {
  /** Registers what lies outside the base path: pages, health, metrics, the reference. */
  readonly registerSite: (server: FastifyInstance) => Promise<void>
  /** Answers people at a path that leads nowhere; programs, and everyone where it is missing, get a problem document. */
  readonly notFoundPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** What a stranger may send, and how slowly. */
const limits = {
  headerBytes: 16_384,
  targetCharacters: 4096,
  bodyBytes: 16_384,
  /** A request, headers and body, must have arrived within [ms]. */
  requestMs: 10_000,
  headersMs: 8000,
  keepAliveMs: 65_000,
  connections: 10_000,
  requestsPerSocket: 10_000
} as const

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])

/** A listener that is ready to listen. */
export async function createListener(parts: ListenerParts): Promise<FastifyInstance> {
  const server = fastify({
    serverFactory: (handler) => createHttpServer(parts, handler),
    logger: false,
    bodyLimit: limits.bodyBytes,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500 },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
    frameworkErrors: (error, request, reply) => fail(parts, error, request, reply)
  })
  readBodiesAsJson(server)
  server.setErrorHandler((error: FastifyError, request, reply) => fail(parts, error, request, reply))
  await parts.registerSite(server)
  registerApi(server, parts)
  server.setNotFoundHandler(async (request, reply) => {
    if (parts.notFoundPage !== undefined && isForPerson(parts, request.raw))
      return parts.notFoundPage(request, reply)
    reply.hijack()
    parts.count(
      'none',
      writeProblem(exchangeOf(parts, request.raw, reply.raw), routeNotFound(request.url), parts.siteUrl)
    )
  })
  return server
}

function createHttpServer(
  parts: ListenerParts,
  handler: (request: IncomingMessage, response: ServerResponse) => void
): Server {
  const fastPath = createFastPath(parts)
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      requestTimeout: limits.requestMs,
      headersTimeout: limits.headersMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: 2000,
      // A missing Host is answered by us, with a problem document, not by Node with an empty one.
      requireHostHeader: false
    },
    (request, response) => {
      if (fastPath(request, response)) return
      const problem = requestProblem(parts, request)
      if (problem === null) handler(request, response)
      else refuseEarly(parts, { request, response }, problem)
    }
  )
  server.maxConnections = limits.connections
  server.maxRequestsPerSocket = limits.requestsPerSocket
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    answerBrokenRequest(parts, error, socket as Socket)
  )
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const problem = { code: 'expectation_failed', detail: 'Only "Expect: 100-continue" can be met.' } as const
    refuseEarly(parts, { request, response }, problem)
  })
  server.on('connect', (_request, socket) => {
    // Node has let go of this socket: without a listener a reset by the client would end the process.
    socket.on('error', () => socket.destroy())
    socket.end(rawAnswer(parts, methodNotAllowed(['GET', 'HEAD', 'POST'], 'CONNECT')))
  })
  return server
}

/** Refuses a request that nobody routes; under the base path it counts like any other. */
function refuseEarly(
  parts: ListenerParts,
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  problem: Problem
): void {
  const exchange = exchangeOf(parts, request, response)
  const admitted = isUnderBase(parts, request)
    ? admitByAddress(parts.admission, request, exchange.nowAt)
    : null
  const told = admitted?.verdict.allowed === false ? quotaProblem(admitted) : problem
  parts.count('none', writeProblem({ ...exchange, verdict: admitted }, told, parts.siteUrl))
}

function isUnderBase(parts: ListenerParts, { url = '' }: IncomingMessage): boolean {
  return url.startsWith(`${parts.basePath}/`)
}

// The router knows no other methods than ours, so it cannot say which ones a path has.
function unknownMethod(parts: ListenerParts, url: string, method: string): Problem {
  if (!url.startsWith(`${parts.basePath}/`)) return methodNotAllowed(['GET', 'HEAD', 'POST'], method)
  const there = methodsAt(parts, url)
  return there.length === 0 ? routeNotFound(url) : methodNotAllowed(there, method)
}

/** Whether a browser asks for something to look at; what lies under the base path is for programs. */
function isForPerson(parts: ListenerParts, request: IncomingMessage): boolean {
  const isLook = request.method === 'GET' || request.method === 'HEAD'
  return isLook && !isUnderBase(parts, request) && /\btext\/html\b/i.test(request.headers.accept ?? '')
}

/** What is wrong with a request before anybody routes it, or null. */
function requestProblem(parts: ListenerParts, request: IncomingMessage): Problem | null {
  const { url = '', method = '', headers } = request
  if (url.length > limits.targetCharacters) {
    return {
      code: 'uri_too_long',
      detail: `Path and query have ${url.length} characters; ${limits.targetCharacters} are read.`
    }
  }
  if (request.httpVersion === '1.1' && headers.host === undefined) {
    return { code: 'bad_request', detail: 'HTTP/1.1 requires a Host header.' }
  }
  if (!methods.has(method)) return unknownMethod(parts, url, method)
  if (!url.startsWith('/'))
    return { code: 'bad_request', detail: 'The request target must be a path that begins with "/".' }
  return null
}

// Every content type reaches the parser, so that a wrong one is a 415 of ours and never an empty body.
function readBodiesAsJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  const json = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
  server.addContentTypeParser(json, { parseAs: 'buffer' }, (_request, body, done) => {
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
    (_request, body, done) => done(null, new URLSearchParams(String(body)))
  )
}

const problemsOfCodes: Readonly<Record<string, readonly [ProblemCode, string]>> = {
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
  FST_ERR_MAX_PARAM_LENGTH: ['route_not_found', 'There is nothing at this path.'],
  FST_STATIC_FORBIDDEN_PATH: ['route_not_found', 'There is nothing at this path.']
}

// Bodies are read before an operation is asked, so what is wrong with one is counted here.
async function fail(
  parts: ListenerParts,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply
): Promise<void> {
  reply.hijack()
  const exchange = exchangeOf(parts, request.raw, reply.raw)
  const known = problemsOfCodes[error.code]
  if (known === undefined) parts.reportFault(error, exchange.requestId)
  const problem: Problem =
    known === undefined ? internalError(exchange.requestId) : { code: known[0], detail: known[1] }
  if (reply.raw.headersSent) {
    reply.raw.destroy()
    return
  }
  const admitted = isUnderBase(parts, request.raw)
    ? await admitRefused(parts.admission, request.raw, exchange.nowAt)
    : null
  const told = admitted?.verdict.allowed === false ? quotaProblem(admitted) : problem
  parts.count('none', writeProblem({ ...exchange, verdict: admitted }, told, parts.siteUrl))
}

function exchangeOf(parts: ListenerParts, request: IncomingMessage, response: ServerResponse): Exchange {
  return {
    request,
    response,
    requestId: parts.nextRequestId(),
    verdict: null,
    nowAt: parts.clock(),
    random: parts.random
  }
}

/** Answers bytes that are no request, on the bare socket; not in the middle of another answer, as Node does by itself. */
function answerBrokenRequest(parts: ListenerParts, error: NodeJS.ErrnoException, socket: Socket): void {
  // Node keeps the answer under way here (lib/_http_server.js, socketOnError); counting them ourselves would cost every request.
  const underWay = (socket as Socket & { readonly _httpMessage?: ServerResponse | null })._httpMessage
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent === true) {
    socket.destroy()
    return
  }
  const problem: Problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? {
          code: 'header_fields_too_large',
          detail: `All header fields together may have ${limits.headerBytes} bytes.`
        }
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? { code: 'request_timeout', detail: `A request must arrive within ${limits.requestMs / 1000} s.` }
        : { code: 'bad_request', detail: 'The bytes could not be read as an HTTP/1.1 request.' }
  parts.count('none', problemStatus(problem))
  socket.end(rawAnswer(parts, problem))
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large'
}

function rawAnswer(parts: ListenerParts, problem: Problem): Buffer {
  const body = problemDocument(problem, parts.siteUrl)
  const status = problemStatus(problem)
  const pieces = [...standing, 'X-Request-Id', parts.nextRequestId()]
  const lines = [`HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}`]
  for (let index = 0; index < pieces.length; index += 2) lines.push(`${pieces[index]}: ${pieces[index + 1]}`)
  for (const [name, value] of Object.entries(problem.headers ?? {})) lines.push(`${name}: ${value}`)
  lines.push('Content-Type: application/problem+json', `Content-Length: ${body.length}`)
  lines.push('Cache-Control: no-store', 'Connection: close', '', '')
  return Buffer.concat([Buffer.from(lines.join('\r\n')), body])
}
