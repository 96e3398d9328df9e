/** What the OpenAPI document says more than once: named schemas, parameters and responses, and response headers. */
import type { AnswerHeader, Operation } from './operation.ts'
import type { ProblemCode } from './problem-catalogue.ts'

export type Json = Readonly<Record<string, unknown>>

export interface Components {
  readonly schemas: Map<string, Json>
  readonly parameters: Map<string, Json>
  readonly responses: Map<string, Json>
}

export function emptyComponents(): Components {
  return { schemas: new Map(), parameters: new Map(), responses: new Map() }
}

/** Replaces schemas that have a `title` by references. @throws {Error} for two different ones of one title */
export function moveNamed(part: unknown, schemas: Map<string, Json>): unknown {
  if (Array.isArray(part)) return part.map((one) => moveNamed(one, schemas))
  if (typeof part !== 'object' || part === null) return part
  const inner = Object.fromEntries(
    Object.entries(withoutUnlisted(part as Json)).map(([name, value]) => [
      name,
      ['example', 'examples', 'const', 'enum', 'default'].includes(name) ? value : moveNamed(value, schemas)
    ])
  )
  return typeof inner['title'] === 'string' ? moveOne(inner['title'], inner, schemas) : inner
}

/** Members whose name has another type elsewhere are additional ones in words: a list of members would type them. */
function withoutUnlisted(schema: Json): Json {
  const { properties, required, ...rest } = schema
  const members = Object.entries(schema['type'] === 'object' ? ((properties ?? {}) as Json) : {})
  const unlisted = members.filter(([, member]) => (member as Json)['unlisted'] === true)
  if (unlisted.length === 0) return schema
  const listed = members.filter((one) => !unlisted.includes(one))
  const names = listed.map(([name]) => name)
  const words = unlisted.map(([name, member]) => `\`${name}\`: ${String((member as Json)['description'])}`)
  return {
    ...rest,
    ...(names.length === 0 ? {} : { properties: Object.fromEntries(listed), required: names }),
    additionalProperties: {
      description: words.join(' '),
      ...(names.length === 0 ? { type: 'string' } : { deprecated: true })
    }
  }
}

/** Moves a schema. Its description is next to the reference, where each use may word it differently. */
function moveOne(title: string, schema: Json, schemas: Map<string, Json>): Json {
  const known = schemas.get(title) ?? schema
  const { description, deprecated, ...rest } = schema
  const { description: _usual, deprecated: _stays, ...other } = known
  if (JSON.stringify(rest) !== JSON.stringify(other)) throw new Error(`two schemas are called ${title}`)
  schemas.set(title, known)
  return {
    $ref: `#/components/schemas/${title}`,
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated })
  }
}

/** Moves a part among the components; parts that differ and share a name are numbered. Returns the reference. */
export function moveShared(
  components: Components,
  section: 'parameters' | 'responses',
  { name, part }: { name: string; part: Json }
): Json {
  const known = components[section]
  const text = JSON.stringify(part)
  let [key, number] = [name, 1]
  while (known.has(key) && JSON.stringify(known.get(key)) !== text) key = `${name}_${++number}`
  known.set(key, part)
  return { $ref: `#/components/${section}/${key}` }
}

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

export const headerComponents: Json = Object.fromEntries(
  (Object.keys(descriptions) as HeaderName[]).map((name) => [
    componentOf(name),
    { description: descriptions[name], schema: { type: 'string' } }
  ])
)

export function answerHeaders(operation: Operation, own: readonly AnswerHeader[]): Json {
  const validator: readonly HeaderName[] = hasValidator(operation) ? ['ETag'] : []
  return references([...onEveryAnswer, ...validator, ...own, ...(operation.uncounted === true ? [] : limits)])
}

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

/** `X-Request-Id` becomes `RequestIdHeader`, so that generated files do not collide with those of schemas. */
function componentOf(name: HeaderName): string {
  return `${name.replace(/^X-/, '').replaceAll('-', '')}Header`
}
