/** The problem of a query with faults. */
import { faultSentences } from '../../common/schema-check.ts'
import type { ParameterError } from '../query.ts'

export function invalidParameters(errors: readonly ParameterError[]): {
  readonly code: 'invalid_parameter'
  readonly detail: string
  readonly extensions: { readonly errors: readonly ParameterError[] }
} {
  const allowed = new Set<string>()
  const faults = errors.map((error) => {
    const isSaid = allowed.has(error.allowed) || error.detail.replaceAll('"', '').includes(error.allowed)
    allowed.add(error.allowed)
    return {
      name: error.parameter,
      detail: isSaid ? error.detail : `${error.detail} Allowed: ${error.allowed}.`
    }
  })
  return { code: 'invalid_parameter', detail: faultSentences(faults), extensions: { errors } }
}
