/** The methods of paths outside the base, for the problem of a wrong method and for OPTIONS. */
import type { FastifyInstance, RouteOptions } from 'fastify'

export interface SiteMethods {
  /** Records every route that is registered from here on. */
  readonly watch: (server: FastifyInstance) => void
  /** The methods of the path of a request target; empty for an unknown path. */
  readonly at: (url: string) => readonly string[]
}

/** @param isSite Whether a route lies outside the base. */
export function createSiteMethods(isSite: (url: string) => boolean): SiteMethods {
  const routes: (readonly [url: string, route: RouteOptions])[] = []
  let patterns: readonly (readonly [pattern: string, methods: readonly string[]])[] | null = null
  return {
    watch(server) {
      server.addHook('onRoute', (route) => {
        patterns = null
        if (isSite(route.url)) routes.push([route.url, route])
      })
    },
    at(url) {
      // Only now: later hooks may have given a route more methods. Fastify also reports the root of a scope
      // once without its slash, and later puts the slash into the same object.
      patterns ??= routes.flatMap(([first, { url: last, method }]) =>
        [...new Set([first, last])].map((one) => [one, [method].flat()] as const)
      )
      const path = pathOf(url)
      return [...new Set(patterns.flatMap(([pattern, methods]) => (leadsTo(pattern, path) ? methods : [])))]
    }
  }
}

/** `/feeds/:file` and `/static/*` as the router matches them. */
function leadsTo(pattern: string, path: string): boolean {
  if (pattern.endsWith('*')) return path.startsWith(pattern.slice(0, -1))
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  const isMet = (part: string, index: number) =>
    part.startsWith(':') ? given[index] !== '' : given[index] === part
  return wanted.length === given.length && wanted.every(isMet)
}

function pathOf(url: string): string {
  const path = url.split(/[?#]/)[0] ?? ''
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
