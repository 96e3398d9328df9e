/** The problems where no operation answers: unknown path, wrong method, not ready. */
import { nearestName } from '../common/near-name.ts'
import type { Operation } from './operation.ts'
import type { Problem } from './problem.ts'

export interface RoutedOperations {
  readonly operations: readonly Operation[]
  readonly basePath: string
}

/** The methods of the operation at a request target; empty where there is none. */
export function methodsAt({ operations, basePath }: RoutedOperations, url: string): readonly string[] {
  const given = (url.slice(basePath.length).split('?')[0] || '/').split('/')
  const there = operations.filter(({ path }) => {
    const parts = path.split('/')
    return parts.length === given.length && parts.every((part, index) => fits(part, given[index] ?? ''))
  })
  return methodsOf(there)
}

function fits(part: string, given: string): boolean {
  return part.startsWith('{') ? given !== '' : part === given
}

/** The methods of the operations of one path. */
export function methodsOf(operations: readonly Operation[]): string[] {
  const methods: string[] = operations.map(({ method }) => method)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
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
