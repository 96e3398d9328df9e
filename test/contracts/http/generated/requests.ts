/**
 * Requests for every operation of the published document: well over half as a client would write them, the others
 * spoiled.
 */
import fc, { type Arbitrary } from 'fast-check'
import type { PublishedOperation } from '../published-operations.ts'
import { bodyFor } from './bodies.ts'
import { type OddBody, oddBody } from './odd-bodies.ts'
import {
  allowedTexts,
  hostileText,
  placeText,
  pointTexts,
  profileTexts,
  unknownPlaceText
} from './parameter-values.ts'
import { targetFor } from './targets.ts'
import { plainKey, spentKey, type Things } from './things.ts'

export interface GeneratedRequest {
  readonly operation: string
  readonly method: string
  /** Under the base path, encoded. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
}

const unknownKey = 'a-key-that-nobody-has'

type Query = readonly (readonly [string, string])[]

interface Draft extends Omit<GeneratedRequest, 'body'> {
  readonly query: Query
  readonly body: string | null
}

/**
 * Requests about the given things for the given operations: open questions most often, the contract itself, which is
 * large, least.
 */
export function requestsFor(
  operations: readonly PublishedOperation[],
  things: Things
): Arbitrary<GeneratedRequest> {
  const drafts = operations.map((operation) => ({
    weight: weightOf(operation),
    arbitrary: draftFor(operation, things)
  }))
  const clean = fc.oneof(...drafts)
  return fc
    .tuple(clean, fc.oneof({ weight: 6, arbitrary: fc.constant(asItIs) }, { weight: 4, arbitrary: spoiling }))
    .map(([draft, spoil]) => finish(spoil(draft)))
}

function weightOf(operation: PublishedOperation): number {
  if (operation.id === 'getOpenApi') return 1
  return operation.method === 'GET' && operation.guard === null ? 10 : 3
}

function draftFor(operation: PublishedOperation, things: Things): Arbitrary<Draft> {
  const { id, method, path, parameters, request } = operation
  const body = request === null ? fc.constant(null) : bodyFor(request)
  const query = queryFor(parameters.filter((one) => one['in'] === 'query'))
  return fc
    .tuple(query, targetFor(operation, things), negotiated, repeatedUnder(parameters), body)
    .map(([texts, target, wanted, repeatKey, text]) => {
      const type = text === null ? {} : { 'content-type': 'application/json' }
      return {
        operation: id,
        method,
        path: path.replace(/\{(\w+)\}/g, (_gap, name: string) => encode(target.gaps[name] ?? never(name))),
        query: texts,
        headers: { ...wanted, ...target.headers, ...repeatKey, ...type },
        body: text?.replaceAll(exampleReceiver, things.receiver) ?? null
      }
    })
}

/** The webhook of the document's example, which nobody may call. */
const exampleReceiver = 'https://farm.example/frost'

function never(name: string): never {
  throw new Error(`nothing is made for the gap {${name}} of a path`)
}

/** Two keys only, so that requests meet under one. */
function repeatedUnder(
  parameters: PublishedOperation['parameters']
): Arbitrary<Readonly<Record<string, string>>> {
  const takesKey = parameters.some((one) => one['name'] === 'Idempotency-Key')
  const none = { weight: 4, arbitrary: fc.constant({}) }
  const keys = fc.constantFrom('one', 'two').map((key) => ({ 'idempotency-key': key }))
  return takesKey ? fc.oneof(none, { weight: 1, arbitrary: keys }) : none.arbitrary
}

/** What a client may say about the answer it wants; none of it changes a body. */
const negotiated: Arbitrary<Readonly<Record<string, string>>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('gzip', 'br, gzip;q=0.5', '*', 'gzip;q=0, *', 'identity;q=0', '*;q=0', ', ;q=')
      .map((codings) => ({ 'accept-encoding': codings }))
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('text/html', 'text/csv', '*/*;q=0', '', 'x')
      .map((accept) => ({ 'accept-language': 'tr', accept }))
  },
  { weight: 1, arbitrary: fc.constantFrom('bytes=0-9', 'bytes=-5', 'x').map((range) => ({ range })) },
  { weight: 1, arbitrary: fc.constantFrom('*', '"x"', 'W/').map((tag) => ({ 'if-none-match': tag })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('Sun, 12 Apr 2076 00:00:00 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday', '')
      .map((date) => ({ 'if-modified-since': date }))
  }
)

function queryFor(parameters: PublishedOperation['parameters']): Arbitrary<Query> {
  const names = parameters.map((one) => String(one['name']))
  const chosen = parameters
    .filter((one) => !placeNames.includes(String(one['name'])))
    .map((one) => {
      const name = String(one['name'])
      const text = textFor(one).map((value): Query => [[name, value]])
      return one['required'] === true ? text : fc.oneof(text, fc.constant<Query>([]))
    })
  const where = names.includes('lat')
    ? names.includes('location')
      ? fc.oneof(byPlace, byPoint)
      : byPoint
    : names.includes('location')
      ? byPlace
      : fc.constant<Query>([])
  const profile = profileTexts.map(([crop, stage]): Query => {
    const isStaged = names.includes('stage')
    return [['crop', crop], ...(isStaged ? ([['stage', stage]] as const) : [])]
  })
  const isRequired = parameters.some((one) => one['name'] === 'crop' && one['required'] === true)
  const plant = isRequired ? profile : fc.oneof(fc.constant<Query>([]), profile)
  return fc
    .tuple(where, names.includes('crop') ? plant : fc.constant<Query>([]), ...chosen)
    .map((parts) => parts.flat())
}

/** Drawn together. */
const placeNames = ['location', 'lat', 'lon', 'crop', 'stage']

/** An allowed text of a parameter: of the table, or as its schema says. */
function textFor({ name, schema }: PublishedOperation['parameters'][number]): Arbitrary<string> {
  const known = allowedTexts[String(name)]
  if (known !== undefined) return known
  const { enum: words, examples, pattern } = schema as Readonly<Record<string, readonly string[] | undefined>>
  const listed = words ?? examples
  if (listed !== undefined) return fc.constantFrom(...listed.map(String))
  return pattern === undefined ? hostileText : fc.stringMatching(new RegExp(String(pattern)))
}

const byPlace = placeText.map((slug): Query => [['location', slug]])
const byPoint = pointTexts.map(
  ([lat, lon]): Query => [
    ['lat', lat],
    ['lon', lon]
  ]
)

type Spoil = (draft: Draft) => Omit<Draft, 'body'> & Pick<GeneratedRequest, 'body'>
const asItIs: Spoil = (draft) => draft

const methods = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'get']

const spoiling: Arbitrary<Spoil> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.nat(), hostileText).map(([at, text]) => retexted(at, text)) },
  { weight: 1, arbitrary: fc.nat().map((at) => repeated(at)) },
  { weight: 1, arbitrary: fc.tuple(hostileText, hostileText).map(([name, text]) => extended(name, text)) },
  { weight: 1, arbitrary: fc.nat().map((at) => shortened(at)) },
  { weight: 1, arbitrary: unknownPlaceText.map((slug) => elsewhere(slug)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...methods).map((method) => byMethod(method))
  },
  {
    weight: 1,
    arbitrary: hostileText.map(
      (text): Spoil =>
        (draft) => ({ ...draft, path: `${draft.path}/${encodeURIComponent(text.toWellFormed())}` })
    )
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('X', '/', '//', '/..', '%2e%2e', ';a=b').map(
      (tail): Spoil =>
        (draft) => ({ ...draft, path: `${draft.path}${tail}` })
    )
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(spentKey, plainKey, plainKey, unknownKey, 'x'.repeat(300)).map(
      (key): Spoil =>
        (draft) => ({ ...draft, headers: { ...draft.headers, 'x-api-key': key } })
    )
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 3900, max: 9000 })
      .map((length) => extended('utm_source', 'y'.repeat(length)))
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('text/plain', 'application/json', 'multipart/form-data', '')
      .map((type) => withBody(type))
  },
  { weight: 1, arbitrary: fc.integer({ min: 16_400, max: 40_000 }).map((length) => withLongBody(length)) },
  { weight: 3, arbitrary: oddBody.map(spoiledBody) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 16_400, max: 20_000 }).map(
      (length): Spoil =>
        (draft) => ({ ...draft, headers: { ...draft.headers, 'x-long': 'z'.repeat(length) } })
    )
  }
)

function retexted(at: number, text: string): Spoil {
  return (draft) => ({
    ...draft,
    query: draft.query.map(([name, value], index) => [name, index === at % draft.query.length ? text : value])
  })
}

function repeated(at: number): Spoil {
  return (draft) => ({
    ...draft,
    query: [...draft.query, ...draft.query.slice(at % (draft.query.length || 1))]
  })
}

function extended(name: string, text: string): Spoil {
  return (draft) => ({ ...draft, query: [...draft.query, [name, text]] })
}

function shortened(at: number): Spoil {
  return (draft) => ({ ...draft, query: draft.query.filter((_, index) => index !== at % draft.query.length) })
}

function elsewhere(slug: string): Spoil {
  return (draft) => ({
    ...draft,
    query: draft.query.map(([name, text]) => [name, name === 'location' ? slug : text])
  })
}

// Subscriptions last: one that is there for it is ended by the operation that ends.
function byMethod(method: string): Spoil {
  return ({ headers, ...draft }) => {
    const { authorization: _token, ...others } = headers
    return { ...draft, method, headers: method === 'DELETE' ? others : headers }
  }
}

function withBody(type: string): Spoil {
  return (draft) => ({
    ...draft,
    method: 'POST',
    headers: type === '' ? draft.headers : { ...draft.headers, 'content-type': type },
    body: '{"location": '
  })
}

/** Where there is none, the body of another operation. */
function spoiledBody({ of, headers }: OddBody): Spoil {
  return ({ body, method, ...draft }) => ({
    ...draft,
    method: body === null ? 'POST' : method,
    headers: { ...draft.headers, ...headers },
    body: of(body ?? '{"places":["malatya"],"lat":38}')
  })
}

function withLongBody(length: number): Spoil {
  return (draft) => ({
    ...withBody('application/json')(draft),
    body: JSON.stringify({ location: 'y'.repeat(length) })
  })
}

function finish({ query, ...draft }: ReturnType<Spoil>): GeneratedRequest {
  const texts = query.map(([name, text]) => `${encode(name)}=${encode(text)}`).join('&')
  return { ...draft, path: query.length === 0 ? draft.path : `${draft.path}?${texts}` }
}

// A lone surrogate cannot be percent-encoded; what a browser would send in its place is.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
