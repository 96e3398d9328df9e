import { memberFaultCodes } from './problem.ts'
import { type FaultPlace, type ProblemCode, problemCatalogue, statusOf } from './problem-catalogue.ts'
import { parameterFaultCodes } from './query.ts'

type Json = Readonly<Record<string, unknown>>

const text = (description: string): Json => ({ type: 'string', description })
const parameterErrors = listOf('ParameterFault', 'Each parameter that is wrong.', {
  parameter: text('Its name.'),
  code: { ...text('What kind of fault it is.'), enum: parameterFaultCodes },
  detail: text('What is wrong, as a sentence.'),
  allowed: text('What may be written instead.')
})
const memberErrors = listOf('MemberFault', 'Each member of the body that is wrong.', {
  pointer: text('Which one, as a JSON pointer (RFC 6901); empty for the whole body.'),
  code: { ...text('What kind of fault it is.'), enum: memberFaultCodes },
  detail: text('What is wrong and what is allowed, as a sentence.')
})
const suggestions = listOf('PlaceSuggestion', 'Places that may have been meant, best first.', {
  slug: text('For `location`.'),
  name: text('In the place’s own spelling.')
})
const texts = (description: string): Json => ({ type: 'array', items: { type: 'string' }, description })

const channelNames = texts('The channels that this installation has.')

/** Members of a code beyond type, title, status, code and detail. */
const extensions: Readonly<Partial<Record<ProblemCode, Readonly<Record<string, Json>>>>> = {
  invalid_parameter: { errors: parameterErrors },
  location_not_found: { suggestions },
  validation_failed: { errors: memberErrors },
  observation_refused: { errors: memberErrors },
  threshold_out_of_range: { errors: memberErrors },
  destination_invalid: { errors: memberErrors },
  destination_not_allowed: { errors: memberErrors },
  unsupported_channel: {
    errors: memberErrors,
    available_channels: channelNames,
    available: { ...channelNames, unlisted: true, description: 'Old name of `available_channels`.' }
  },
  destination_required: {
    errors: memberErrors,
    needs: texts('What the destination must have, as JSON pointers.')
  },
  quota_exceeded: {
    'violated-policies': texts('Names of the quotas that are used up, as in `RateLimit-Policy`.')
  },
  data_unavailable: {
    last_data_at: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When this point last had data; null where it never had.'
    }
  },
  internal_error: { request_id: text('With it the operator finds the failure in the log.') }
}

export function hasBodyVariant(code: ProblemCode): boolean {
  return statusOf(code, 'body') !== statusOf(code, 'request')
}

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
      type: { ...text('The kind of problem (RFC 9457), and where it is explained.'), format: 'uri' },
      title: { ...text('The kind of problem in a few words.'), const: problemCatalogue[code].title },
      status: { type: 'integer', const: statusOf(code, place), description: 'HTTP status of the answer.' },
      code: { ...text('What clients key on.'), const: code },
      detail: text('What is wrong with this request and what is allowed, as sentences.'),
      ...own
    },
    required: ['type', 'title', 'status', 'code', 'detail', ...Object.keys(own)]
  }
}

function listOf(title: string, description: string, properties: Readonly<Record<string, Json>>): Json {
  const items = { title, type: 'object', properties, required: Object.keys(properties) }
  return { type: 'array', description, items }
}
