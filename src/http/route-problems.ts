/** The problems where no operation answers: unknown path, wrong method, not ready. */
import type { Operation } from './operation.ts'
import type { Problem } from './problem.ts'

export interface RoutedOperations {
  readonly operations: readonly Operation[]
  readonly basePath: string
}

/** The methods of the operation at a request target; empty where there is none. */
export function methodsAt({ operations, basePath }: RoutedOperations, url: string): readonly string[] {
  const given = (url.slice(basePath.length).split('?')[0] ?? '').split('/')
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

/** The problem of an unknown path. */
export function routeNotFound(url: string): Problem {
  const path = url.split('?')[0] ?? ''
  const hint = path.length > 1 && path.endsWith('/') ? ' Paths have no slash at the end.' : ''
  return {
    code: 'route_not_found',
    detail: `There is nothing at this path.${hint} The reference lists every path.`
  }
}
