/** The problems where no operation answers: unknown path, wrong method, not ready. */
import { nearestName } from '../common/near-name.ts'
import type { Operation } from './operation.ts'
import type { Problem } from './problem.ts'

export interface RoutedOperations {
  readonly operations: readonly Operation[]
  readonly basePath: string
}

/** The problem of a method that a path does not have. */
export function methodNotAllowed(allowed: readonly string[], method: string): Problem {
  const list = [...allowed, 'OPTIONS'].join(', ')
  return {
    code: 'method_not_allowed',
    detail: `${method} is not allowed here. Allowed: ${list}.`,
    headers: { Allow: list }
  }
}

/** The problem of an unknown path, under the base with the nearest one. */
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
