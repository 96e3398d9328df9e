/** Which path leads where, and how the bodies sent there are read. */
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { type BodyLimits, readBody } from './bodies.ts'
import { requestLimits } from './request-limits.ts'
import type { Exchange } from './response-writer.ts'
import { runWithId } from './trace.ts'

export interface Routed extends Exchange {
  readonly route: Route | null
  /** Named parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The body as the route reads it; null before, and where nothing was sent. */
  readonly body: unknown
}

interface Route extends Pick<BodyLimits, 'reads' | 'usedBytes'> {
  readonly methods: readonly Method[]
  /** Path with named parts: `/feeds/:file`; `*` takes the rest. */
  readonly path: string
  /** Longest body; without it that of the API. */
  readonly bodyBytes?: number
  /** Stations write their address with a slash at its end, and follow no redirect. */
  readonly takesSlash?: true
  readonly handle: (asked: Routed) => unknown
}

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const
type Method = (typeof methods)[number]

export interface Router {
  readonly add: (route: Route) => void
  /** The route of a request target; null where there is none, or its path cannot be read. */
  readonly find: (method: string, url: string) => Pick<Routed, 'route' | 'params'> | null
  readonly methodsAt: (url: string) => readonly Method[]
}

/** A longer part of a path leads nowhere. */
const maxCharacters = 500

export function createRouter(): Router {
  const ways = findMyWay({ maxParamLength: maxCharacters, querystringParser: () => ({}) })
  const plain = new Set<string>()
  const find: Router['find'] = (method, url) => {
    const found = ways.find(method as HTTPMethod, url)
    if (found === null) return null
    const { store: route, params } = found as { store: Route; params: Routed['params'] }
    // `/subscriptions/import` is not a subscription, whatever the method.
    const isOther = plain.has(url.split('?', 1)[0] ?? '') && !plain.has(route.path)
    return isOther ? null : { route, params }
  }
  return {
    add(route) {
      if (!/[:*]/.test(route.path)) plain.add(route.path)
      ways.on([...route.methods], route.path, () => undefined, route)
    },
    find,
    methodsAt: (url) =>
      methods.filter((method) => {
        const found = find(method, url)
        return found !== null && !hasEmptyPart(found)
      })
  }
}

/** A named part is empty, such as that of `/locations/`. */
export function hasEmptyPart({ params }: Pick<Routed, 'params'>): boolean {
  return Object.entries(params).some(([name, value]) => value === '' && name !== '*')
}

const withoutBody: readonly string[] = ['GET', 'HEAD', 'TRACE']

/** @throws {UnreadBody} and what the route's handler throws */
export function runRoute(route: Route, asked: Routed, clock: () => number): Promise<void> {
  return runWithId(asked, async () => {
    const body = withoutBody.includes(asked.request.method ?? '')
      ? null
      : await readBody(asked.request, { bodyBytes: requestLimits.bodyBytes, ...route })
    await route.handle({ ...asked, body, nowAt: clock() })
  })
}
