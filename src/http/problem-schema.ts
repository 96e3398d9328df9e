/** The schema of each problem document: the common members, and those of its code. */
import { memberFaultCodes } from './problem.ts'
import { type FaultPlace, type ProblemCode, problemCatalogue, statusOf } from './problem-catalogue.ts'

type Json = Readonly<Record<string, unknown>>

const string: Json = { type: 'string' }
const parameterErrors: Json = listOf('ParameterFault', {
  parameter: string,
  code: {
    type: 'string',
    enum: [
      'missing_parameter',
      'unknown_parameter',
      'repeated_parameter',
      'empty_parameter',
      'conflicting_parameters',
      'invalid_format',
      'out_of_range',
      'not_allowed'
    ]
  },
  detail: string,
  allowed: string
})
const memberErrors: Json = listOf('MemberFault', {
  pointer: string,
  code: { type: 'string', enum: memberFaultCodes },
  detail: string
})
const suggestions: Json = listOf('PlaceSuggestion', { slug: string, name: string })
const strings: Json = { type: 'array', items: string }

/** Members of a code beyond type, title, status, code and detail. */
const extensions: Readonly<Partial<Record<ProblemCode, Readonly<Record<string, Json>>>>> = {
  invalid_parameter: { errors: parameterErrors },
  location_not_found: { suggestions },
  validation_failed: { errors: memberErrors },
  observation_refused: { errors: memberErrors },
  threshold_out_of_range: { errors: memberErrors },
  destination_invalid: { errors: memberErrors },
  destination_not_allowed: { errors: memberErrors },
  unsupported_channel: { errors: memberErrors, available: strings },
  destination_required: { errors: memberErrors, needs: strings },
  quota_exceeded: { 'violated-policies': strings },
  data_unavailable: { last_data_at: { type: ['string', 'null'], format: 'date-time' } },
  internal_error: { request_id: string }
}

/** Whether a code has a different document for a fault in a body. */
export function hasBodyVariant(code: ProblemCode): boolean {
  return statusOf(code, 'body') !== statusOf(code, 'request')
}

/** The name of a code's schema among the components. */
export function problemSchemaName(code: ProblemCode, place: FaultPlace): string {
  return place === 'body' && hasBodyVariant(code) ? `problem_${code}_in_body` : `problem_${code}`
}

/** The document of a code; for a fault in a body it also names the member. */
export function problemSchema(code: ProblemCode, place: FaultPlace): Json {
  const isVariant = place === 'body' && hasBodyVariant(code)
  const own = { ...extensions[code], ...(isVariant ? { errors: memberErrors } : {}) }
  return {
    type: 'object',
    description: problemCatalogue[code].explanation,
    properties: {
      type: { type: 'string', format: 'uri' },
      title: { type: 'string', const: problemCatalogue[code].title },
      status: { type: 'integer', const: statusOf(code, place) },
      code: { type: 'string', const: code },
      detail: string,
      ...own
    },
    required: ['type', 'title', 'status', 'code', 'detail', ...Object.keys(own)]
  }
}

function listOf(title: string, properties: Readonly<Record<string, Json>>): Json {
  return { type: 'array', items: { title, type: 'object', properties, required: Object.keys(properties) } }
}
