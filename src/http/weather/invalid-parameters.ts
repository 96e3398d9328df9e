/** The problem of a query with faults. */
import type { ParameterError } from '../query.ts'

export function invalidParameters(errors: readonly ParameterError[]): {
  readonly code: 'invalid_parameter'
  readonly detail: string
  readonly extensions: { readonly errors: readonly ParameterError[] }
} {
  const first = errors[0]
  const more = errors.length > 1 ? ` ${errors.length - 1} more in "errors".` : ''
  return {
    code: 'invalid_parameter',
    detail: first === undefined ? 'A parameter is not valid.' : `${first.parameter}: ${first.detail}${more}`,
    extensions: { errors }
  }
}
