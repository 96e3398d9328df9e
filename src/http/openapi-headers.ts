/** The response headers of the OpenAPI document: which answer has which. */
import type { AnswerHeader, Operation } from './operation.ts'
import type { ProblemCode } from './problem-catalogue.ts'

type Json = Readonly<Record<string, unknown>>
type HeaderName =
  | AnswerHeader
  | 'X-Request-Id'
  | 'RateLimit'
  | 'RateLimit-Policy'
  | 'Retry-After'
  | 'ETag'
  | 'Allow'
  | 'WWW-Authenticate'

const descriptions: Readonly<Record<HeaderName, string>> = {
  'X-Request-Id': 'Names this request in the operator’s log.',
  RateLimit: 'What is left of the quota and in how many seconds a counted request leaves the window.',
  'RateLimit-Policy': 'The quota and its window.',
  'Retry-After': 'Seconds to wait before trying again.',
  ETag: 'Weak validator of the body.',
  Allow: 'The methods of this path.',
  Location: 'The address of what was created.',
  Link:
    'The same answer under the place’s own slug (`rel="canonical"`), where it was asked for under another ' +
    'spelling; or the next page (`rel="next"`).',
  'Last-Modified': 'When the body last changed.',
  'WWW-Authenticate':
    'How to authenticate: `Bearer` with the manage token, or `ApiKey` in the header it names.'
}

const onEveryAnswer: readonly HeaderName[] = ['X-Request-Id']
const limits: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy']

/** The headers that answers refer to, under `components`. */
export const headerComponents: Json = Object.fromEntries(
  (Object.keys(descriptions) as HeaderName[]).map((name) => [
    componentOf(name),
    { description: descriptions[name], schema: { type: 'string' } }
  ])
)

/** The headers of an operation's successful answers, besides `own`. */
export function answerHeaders(operation: Operation, own: readonly AnswerHeader[]): Json {
  const validator: readonly HeaderName[] = hasValidator(operation) ? ['ETag'] : []
  return references([...onEveryAnswer, ...validator, ...own, ...(operation.uncounted === true ? [] : limits)])
}

/** Whether answers carry an ETag and may be 304. */
export function hasValidator(operation: Operation): boolean {
  return operation.method === 'GET' && operation.tag !== 'Alerts' && operation.isPrivate !== true
}

/** Answered on the bare socket, where requests are not counted. */
const neverCounted: readonly ProblemCode[] = ['header_fields_too_large', 'request_timeout']
/** Answered before routing: counted also for operations that are not. */
const countedBeforeRouting: readonly ProblemCode[] = [
  'method_not_allowed',
  'uri_too_long',
  'expectation_failed'
]
/** A header of one of a status's problems need not come with the others. */
const ofProblems: Readonly<Partial<Record<ProblemCode, HeaderName>>> = {
  method_not_allowed: 'Allow',
  token_required: 'WWW-Authenticate',
  invalid_api_key: 'WWW-Authenticate',
  api_key_required: 'WWW-Authenticate',
  quota_exceeded: 'Retry-After',
  subscription_limit: 'Retry-After',
  idempotency_in_progress: 'Retry-After',
  data_unavailable: 'Retry-After',
  storage_unavailable: 'Retry-After',
  alerts_unavailable: 'Retry-After',
  channel_unavailable: 'Retry-After'
}

/** The headers of the problems that an operation answers with one status. */
export function problemHeaders(operation: Operation, codes: readonly ProblemCode[]): Json {
  const isCounted = codes.some((code) =>
    operation.uncounted === true ? countedBeforeRouting.includes(code) : !neverCounted.includes(code)
  )
  return references([
    ...onEveryAnswer,
    ...new Set(codes.flatMap((code) => ofProblems[code] ?? [])),
    ...(isCounted ? limits : [])
  ])
}

function references(names: readonly HeaderName[]): Json {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${componentOf(name)}` }])
  )
}

/** `X-Request-Id` is `RequestIdHeader` among the components: a file for each is not that of a schema. */
function componentOf(name: HeaderName): string {
  return `${name.replace(/^X-/, '').replaceAll('-', '')}Header`
}
