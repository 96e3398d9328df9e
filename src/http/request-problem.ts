import type { IncomingMessage } from 'node:http'
import { nearestName } from '../common/near-name.ts'
import type { Operation } from './operation.ts'
import type { Problem } from './problem.ts'
import { requestLimits } from './request-limits.ts'
import { methods, type Router } from './router.ts'

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
