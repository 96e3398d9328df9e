import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { nearestName } from '../common/near-name.ts'
import { secondMs } from '../common/time.ts'
import { announcesBody } from './bodies.ts'
import { answerUnderWay } from './connection-limits.ts'
import type { Operation } from './operation.ts'
import { type Problem, problemDocument, problemStatus } from './problem.ts'
import { requestLimits } from './request-limits.ts'
import { fixedHeaders } from './response-writer.ts'
import { methods, type Router } from './router.ts'
import type { CountAnswer } from './trace.ts'

/* Answers invalid requests and CONNECT on the bare socket, where there is no response object. */

interface BareAnswers {
  readonly siteUrl: string
  readonly nextRequestId: () => string
  readonly count: CountAnswer
}

/** How long a client may take to close its side after the last answer [ms]. */
const closingMs = 2000

export function createBrokenRequests(parts: BareAnswers) {
  const lastWithBody = new WeakMap<Socket, ServerResponse>()
  const ending = new WeakSet<Socket>()
  const wasAnswered = (socket: Socket): boolean => {
    const last = lastWithBody.get(socket)
    return last?.writableEnded === true && !last.req.complete
  }
  const end = (error: NodeJS.ErrnoException, socket: Socket, underWay: ServerResponse | null): void => {
    if (!socket.writable || underWay?.headersSent === true || wasAnswered(socket)) {
      socket.destroy()
      return
    }
    const problem = problemOf(error)
    parts.count('none', problemStatus(problem))
    socket.end(bareAnswer(parts, problem))
    socket.setTimeout(closingMs)
  }
  const endAfterAnswers = (error: NodeJS.ErrnoException, socket: Socket): void => {
    const underWay = answerUnderWay(socket)
    if (underWay === null || !comesByItself(underWay)) end(error, socket, underWay)
    else underWay.once('close', () => endAfterAnswers(error, socket))
  }
  return {
    /** Remembers a request whose body is still to come: it may be answered before. */
    expectBody({ headers, socket }: IncomingMessage, response: ServerResponse): void {
      if (announcesBody(headers)) lastWithBody.set(socket, response)
    },
    /** After the answers before it, never inside one; not where only the rest of an answered request is invalid. */
    answer(error: NodeJS.ErrnoException, socket: Socket): void {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
      else if (!ending.has(socket)) {
        ending.add(socket)
        endAfterAnswers(error, socket)
      }
    }
  }
}

/** Whether an answer ends without more from the client: its request is complete, and it is not a stream. */
function comesByItself(response: ServerResponse): boolean {
  return response.writableEnded || (response.req.complete && !response.headersSent)
}

function problemOf({ code }: NodeJS.ErrnoException): Problem {
  const { headerBytes, requestMs } = requestLimits
  if (code === 'HPE_HEADER_OVERFLOW') {
    const detail = `All header fields together may have ${headerBytes} bytes.`
    return { code: 'header_fields_too_large', detail }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { code: 'request_timeout', detail: `A request must arrive within ${requestMs / secondMs} s.` }
  return { code: 'bad_request', detail: 'The bytes could not be read as an HTTP/1.1 request.' }
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large'
}

/** A whole answer as bytes, after which the connection is closed. */
export function bareAnswer(parts: BareAnswers, problem: Problem): Buffer {
  const body = problemDocument(problem, parts.siteUrl)
  const status = problemStatus(problem)
  const pieces = [...fixedHeaders, 'X-Request-Id', parts.nextRequestId()]
  const lines = [`HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}`]
  for (let index = 0; index < pieces.length; index += 2) lines.push(`${pieces[index]}: ${pieces[index + 1]}`)
  for (const [name, value] of Object.entries(problem.headers ?? {})) lines.push(`${name}: ${value}`)
  lines.push('Content-Type: application/problem+json', `Content-Length: ${body.length}`)
  lines.push('Cache-Control: no-store', 'Connection: close', '', '')
  return Buffer.concat([Buffer.from(lines.join('\r\n')), body])
}

interface RequestChecks extends RoutedOperations {
  readonly router: Pick<Router, 'methodsAt'>
}

const routedMethods = new Set<string>(methods)

export function requestProblem(parts: RequestChecks, request: IncomingMessage): Problem | null {
  const { url = '', method = '', headers } = request
  const { targetCharacters } = requestLimits
  if (url.length > targetCharacters) {
    return {
      code: 'uri_too_long',
      detail: `Path and query have ${url.length} characters; ${targetCharacters} are read.`
    }
  }
  // Node's parser also accepts a line without a version, and one of HTTP/2.
  if (request.httpVersionMajor !== 1)
    return { code: 'bad_request', detail: 'HTTP/1.1 and HTTP/1.0 are read here.' }
  if (request.httpVersion === '1.1' && headers.host === undefined)
    return { code: 'bad_request', detail: 'HTTP/1.1 requires a Host header.' }
  if (hasSecondHost(request))
    return { code: 'bad_request', detail: 'There is more than one Host header; send one.' }
  if (!routedMethods.has(method)) return unknownMethod(parts, url, method)
  if (!url.startsWith('/'))
    return { code: 'bad_request', detail: 'The request target must be a path that begins with "/".' }
  return null
}

/** Converts a target in absolute form, as proxies may send it (RFC 9112 § 3.2.2); its host replaces `Host`. */
export function readAbsoluteForm(request: IncomingMessage): void {
  const [, authority, path] = absoluteForm.exec(request.url ?? '') ?? []
  if (authority === undefined || path === undefined) return
  request.url = path.startsWith('/') ? path : `/${path}`
  if (request.headers.host !== undefined) request.headers.host = authority
}

const absoluteForm = /^https?:\/\/([^/?#@]+)(\/.*|\?.*|)$/i

/** A proxy may use the other of two Host headers (RFC 9112 § 3.2); Node takes the first without an error. */
export function hasSecondHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

export function isUnderBase(basePath: string, url: string): boolean {
  if (!url.startsWith(basePath)) return false
  const next = url[basePath.length]
  return next === undefined || next === '/' || next === '?' || next === '#'
}

function unknownMethod(parts: RequestChecks, url: string, method: string): Problem {
  const there = parts.router.methodsAt(url)
  return there.length === 0 ? routeNotFound(url, parts) : methodNotAllowed(there, method)
}

export interface RoutedOperations {
  readonly operations: readonly Operation[]
  readonly basePath: string
}

export function methodNotAllowed(allowed: readonly string[], method: string): Problem {
  const list = [...allowed, 'OPTIONS'].join(', ')
  return {
    code: 'method_not_allowed',
    detail: `${method} is not allowed here. Allowed: ${list}.`,
    headers: { Allow: list }
  }
}

export function routeNotFound(url: string, { operations, basePath }: RoutedOperations): Problem {
  const path = (url.split('?')[0] ?? '').slice(0, longestCompared)
  const given = path.startsWith(basePath)
    ? path
        .slice(basePath.length)
        .replace(/\/{2,}/g, '/')
        .replace(/\/$/, '')
    : null
  const paths = [...new Set(operations.map((one) => one.path))].filter((one) => !one.includes('{'))
  const ending = (one: string) => one.slice(one.lastIndexOf('/') + 1)
  const same =
    given === null ? undefined : paths.find((one) => one === given || ending(one) === ending(given))
  const near = same ?? (given === null ? null : nearestName(given, paths))
  const hint = near === null ? '' : ` Did you mean "${basePath}${near}"?`
  return {
    code: 'route_not_found',
    detail: `There is nothing at this path.${hint} ${basePath} lists every path.`
  }
}

/** No path of an operation is longer. */
const longestCompared = 100
