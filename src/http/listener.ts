/** The one listener: limits on all a client sends, problem documents instead of stack traces, the fast path first. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hourSeconds } from '../common/time.ts'
import { admitByAddress, admitRefused, quotaProblem } from './admission.ts'
import { type ApiDeps, registerApi } from './api-routes.ts'
import { UnreadBody } from './bodies.ts'
import { type ConnectionLimits, limitConnections } from './connection-limits.ts'
import { createFastPath, type FastPathDeps } from './fast-path.ts'
import { type Problem, problemStatus } from './problem.ts'
import { requestLimits as limits } from './request-limits.ts'
import {
  bareAnswer,
  createBrokenRequests,
  hasSecondHost,
  isUnderBase,
  methodNotAllowed,
  readAbsoluteForm,
  requestProblem,
  routeNotFound
} from './request-problem.ts'
import { type Exchange, isForPerson, writeMethods, writePreflight, writeProblem } from './response-writer.ts'
import { createRouter, hasEmptyPart, type Routed, type Router, runRoute } from './router.ts'

export interface ListenerDeps extends ApiDeps, FastPathDeps {
  readonly addSite: (router: Router) => void
  readonly connectionsPerAddress: number
  readonly countClosed: ConnectionLimits['closed']
  /** For people at an unknown path; programs, and everyone where it is missing, get a problem document. */
  readonly notFoundPage?: (asked: Routed) => Promise<void>
  /** Answers people where the service itself failed; without it, a problem document. */
  readonly faultPage?: (asked: Routed, status: number) => Promise<void>
}

type Listening = ListenerDeps & { readonly router: Router }

// An import would also load what node:http offers by getters, the client of fetch above all: 16 MB and 80 ms.
const { createServer } = process.getBuiltinModule('node:http')

export function createListener(given: ListenerDeps): Server {
  const router = createRouter()
  given.addSite(router)
  registerApi(router, given)
  return createHttpServer({ ...given, router })
}

async function answer(deps: Listening, exchange: Exchange): Promise<void> {
  const { method = '', url = '' } = exchange.request
  const nowhere: Routed = { ...exchange, route: null, params: {}, body: null }
  const asked = { ...nowhere, ...deps.router.find(method, url) }
  try {
    const target = isLook(asked) && asked.route?.takesSlash !== true ? withoutSlash(deps, url) : null
    if (target !== null) redirect(deps, asked, target)
    else if (asked.route === null || (isUnderBase(deps.basePath, url) && hasEmptyPart(asked)))
      await notFound(deps, nowhere)
    else await runRoute(asked.route, asked, deps.clock)
  } catch (error) {
    await fail(deps, asked, error)
  }
}

async function notFound(deps: Listening, asked: Routed): Promise<void> {
  const { method = '', url = '' } = asked.request
  const others = deps.router.methodsAt(url)
  // A path with this very method had nothing to return.
  const there = others.includes(method as (typeof others)[number]) ? [] : others
  const isApi = isUnderBase(deps.basePath, url)
  // Also at a path that only takes a form: a restored tab asks for it with GET.
  if (deps.notFoundPage !== undefined && isLook(asked) && isPageOfPerson(deps, asked))
    return deps.notFoundPage(asked)
  if (there.length > 0 && method === 'OPTIONS') {
    if (isApi) deps.count('preflight', writePreflight(asked), asked)
    else deps.count('none', writeMethods(asked, there), asked)
    return
  }
  if (!isDecodable(url)) return refuse(deps, asked, badPath)
  await refuse(deps, asked, there.length === 0 ? routeNotFound(url, deps) : methodNotAllowed(there, method))
}

const badPath: Problem = {
  code: 'bad_request',
  detail: 'The path has a percent sign that is not followed by two hex digits, or is not UTF-8.'
}

function isDecodable(url: string): boolean {
  try {
    decodeURI(url.split(/[?#]/, 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

/** A path of the site that was written with a trailing slash, without it; null where there is none. */
function withoutSlash({ basePath, router }: Listening, url: string): string | null {
  const [written = ''] = url.split('?', 1)
  // What begins with two slashes names another host.
  if (!written.endsWith('/') || url.startsWith('//') || url.includes('#')) return null
  let length = written.length
  while (written[length - 1] === '/') length -= 1
  const path = written.slice(0, length)
  return path !== '' && !isUnderBase(basePath, path) && router.methodsAt(path).includes('GET')
    ? path + url.slice(written.length)
    : null
}

function isPageOfPerson({ basePath }: Listening, { request }: Routed): boolean {
  return isForPerson(request) && !isUnderBase(basePath, request.url ?? '')
}

function isLook({ request: { method } }: Routed): boolean {
  return method === 'GET' || method === 'HEAD'
}

function redirect(deps: Listening, asked: Routed, location: string): void {
  const headers = {
    Location: location,
    'Cache-Control': `public, max-age=${hourSeconds}`,
    'Content-Length': 0
  }
  asked.response.writeHead(308, headers).end()
  deps.count('page', 308, asked)
}

function answering(deps: Listening, broken: ReturnType<typeof createBrokenRequests>): RequestListener {
  const fastPath = createFastPath(deps)
  return (request, response) => {
    if (!hasSecondHost(request) && fastPath(request, response)) return
    const exchange = exchangeOf(deps, request, response)
    broken.expectBody(request, response)
    readAbsoluteForm(request)
    const problem = requestProblem(deps, request)
    const answered = problem === null ? answer(deps, exchange) : refuseEarly(deps, exchange, problem)
    answered.catch(() => response.destroy())
  }
}

function createHttpServer(deps: Listening): Server {
  const broken = createBrokenRequests(deps)
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      requestTimeout: limits.requestMs,
      headersTimeout: limits.headersMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: 2000,
      // Saves a tenth of a hot answer: no stream is opened and closed for a missing body.
      optimizeEmptyRequests: true,
      // We answer a missing Host with a problem document; Node's answer would be empty.
      requireHostHeader: false
    },
    answering(deps, broken)
  )
  server.maxRequestsPerSocket = limits.requestsPerSocket
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => broken.answer(error, socket as Socket))
  limitConnections(server, deps.admission.clients, {
    maxPerAddress: deps.connectionsPerAddress,
    maxInTotal: limits.connections,
    unreadMs: limits.unreadMs,
    lookEveryMs: limits.unreadMs / 6,
    closed: deps.countClosed
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const problem = { code: 'expectation_failed', detail: 'Only "Expect: 100-continue" can be met.' } as const
    void refuseEarly(deps, exchangeOf(deps, request, response), problem)
  })
  server.on('connect', (_request, socket) => {
    // Node no longer handles this socket: without a listener a reset by the client would end the process.
    socket.on('error', () => socket.destroy())
    socket.end(bareAnswer(deps, methodNotAllowed(['GET', 'HEAD', 'POST'], 'CONNECT')))
  })
  return server
}

/** Lets each answer end its connection, so that clients and balancers switch without losing a request. */
export function closeAfterAnswers(server: Server): void {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
}

/** Refuses a request before routing; under the base path it counts like any other. */
async function refuseEarly(deps: ListenerDeps, exchange: Exchange, problem: Problem): Promise<void> {
  const { request, nowAt } = exchange
  const admitted = isUnderBase(deps.basePath, request.url ?? '')
    ? await admitByAddress(deps.admission, request, nowAt)
    : null
  const reported = admitted?.verdict.allowed === false ? quotaProblem(admitted) : problem
  deps.count('none', writeProblem({ ...exchange, verdict: admitted }, reported, deps.siteUrl), exchange)
}

/** Bodies are read before an operation is called, so a faulty one is counted here. */
async function fail(deps: Listening, asked: Routed, error: unknown): Promise<void> {
  const { requestId, response } = asked
  const known = error instanceof UnreadBody ? error.problem : null
  const problem = known ?? deps.reportFault(error, requestId)
  if (response.headersSent) response.destroy()
  else if (known === null && deps.faultPage !== undefined && isPageOfPerson(deps, asked))
    await deps.faultPage(asked, problemStatus(problem))
  else await refuse(deps, asked, problem)
}

/** Answers without an operation; under the base path it counts like any other. */
async function refuse(deps: Listening, asked: Routed, problem: Problem): Promise<void> {
  const { request, nowAt } = asked
  const admitted = isUnderBase(deps.basePath, request.url ?? '')
    ? await admitRefused(deps.admission, request, nowAt)
    : null
  const reported = admitted?.verdict.allowed === false ? quotaProblem(admitted) : problem
  deps.count('none', writeProblem({ ...asked, verdict: admitted }, reported, deps.siteUrl), asked)
}

function exchangeOf(deps: ListenerDeps, request: IncomingMessage, response: ServerResponse): Exchange {
  return {
    request,
    response,
    requestId: deps.nextRequestId(),
    startedAt: performance.now(),
    verdict: null,
    nowAt: deps.clock(),
    random: deps.random
  }
}
