/**
 * Requests for every operation of the published document: well over half as a client would write them, the others
 * spoiled.
 */
import fc, { type Arbitrary } from 'fast-check'
import type { PublishedOperation } from '../published-operations.ts'
import {
  allowedTexts,
  hostileText,
  placeText,
  pointTexts,
  profileTexts,
  unknownPlaceText
} from './parameter-values.ts'

export interface GeneratedRequest {
  readonly operation: string
  readonly method: string
  /** Under the base path, encoded. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** Keys of the run's app: one whose quota is used up at once, one of the free tier, and an unknown one. */
export const spentKey = 'a-key-whose-quota-is-three'
export const plainKey = 'a-key-of-the-free-tier'
const unknownKey = 'a-key-that-nobody-has'

type Query = readonly (readonly [string, string])[]

interface Draft extends GeneratedRequest {
  readonly query: Query
}

/** Requests for the given operations: open questions most often, the contract itself, which is large, least. */
export function requestsFor(operations: readonly PublishedOperation[]): Arbitrary<GeneratedRequest> {
  const drafts = operations.map((operation) => ({
    weight: weightOf(operation),
    arbitrary: draftFor(operation)
  }))
  const clean = fc.oneof(...drafts)
  return fc
    .tuple(clean, fc.oneof({ weight: 6, arbitrary: fc.constant(asItIs) }, { weight: 4, arbitrary: spoiling }))
    .map(([draft, spoil]) => finish(spoil(draft)))
}

function weightOf(operation: PublishedOperation): number {
  if (operation.id === 'getOpenApi') return 1
  return operation.method === 'GET' && !operation.isGuarded ? 10 : 3
}

function draftFor(operation: PublishedOperation): Arbitrary<Draft> {
  const names = operation.parameters.filter((one) => one['in'] === 'query').map((one) => String(one['name']))
  const body = operation.takesBody ? bodyText : fc.constant(null)
  // Behind a key are answers that no request without one sees.
  const keyed = operation.isGuarded ? fc.constantFrom({}, { 'x-api-key': plainKey }) : fc.constant({})
  const headersFor = fc.tuple(negotiated, keyed).map(([wanted, key]) => ({ ...wanted, ...key }))
  return fc.tuple(queryFor(names), placeText, headersFor, body).map(([query, slug, headers, text]) => ({
    operation: operation.id,
    method: operation.method,
    path: operation.path.replace(/\{\w+\}/g, encodeURIComponent(slug)),
    query,
    headers: text === null ? headers : { ...headers, 'content-type': 'application/json' },
    body: text
  }))
}

const subscribeText = fc
  .record({
    location: fc.oneof(placeText, unknownPlaceText),
    channel: fc.constantFrom('feed', 'webhook', 'email', 'carrier-pigeon'),
    threshold: fc.oneof(fc.integer({ min: -5, max: 120 }), hostileText)
  })
  .map((body) => JSON.stringify(body))

const bodyText: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: subscribeText },
  { weight: 1, arbitrary: fc.jsonValue().map((body) => JSON.stringify(body)) },
  { weight: 1, arbitrary: hostileText }
)

/** What a client may say about the answer it wants; none of it changes a body. */
const negotiated: Arbitrary<Readonly<Record<string, string>>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.constant({ 'accept-encoding': 'gzip' }) },
  { weight: 1, arbitrary: fc.constant({ 'accept-language': 'tr', accept: 'text/html' }) },
  { weight: 1, arbitrary: fc.constant({ 'if-none-match': '*' }) }
)

function queryFor(names: readonly string[]): Arbitrary<Query> {
  const others = names.filter((name) => allowedTexts[name] !== undefined)
  const chosen = others.map((name) => {
    const text = (allowedTexts[name] ?? hostileText).map((value): Query => [[name, value]])
    return name === 'q' ? text : fc.oneof(text, fc.constant<Query>([]))
  })
  const where = names.includes('lat')
    ? fc.oneof(byPlace, byPoint)
    : names.includes('location')
      ? byPlace
      : fc.constant<Query>([])
  const profile = names.includes('crop')
    ? fc.oneof(
        fc.constant<Query>([]),
        profileTexts.map(
          ([crop, stage]): Query => [
            ['crop', crop],
            ['stage', stage]
          ]
        )
      )
    : fc.constant<Query>([])
  return fc.tuple(where, profile, ...chosen).map((parts) => parts.flat())
}

const byPlace = placeText.map((slug): Query => [['location', slug]])
const byPoint = pointTexts.map(
  ([lat, lon]): Query => [
    ['lat', lat],
    ['lon', lon]
  ]
)

type Spoil = (draft: Draft) => Draft
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
    arbitrary: fc.constantFrom(...methods).map(
      (method): Spoil =>
        (draft) => ({ ...draft, method })
    )
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

function withBody(type: string): Spoil {
  return (draft) => ({
    ...draft,
    method: 'POST',
    headers: type === '' ? draft.headers : { ...draft.headers, 'content-type': type },
    body: '{"location": '
  })
}

function withLongBody(length: number): Spoil {
  return (draft) => ({
    ...withBody('application/json')(draft),
    body: JSON.stringify({ location: 'y'.repeat(length) })
  })
}

function finish({ query, ...draft }: Draft): GeneratedRequest {
  const texts = query.map(([name, text]) => `${encode(name)}=${encode(text)}`).join('&')
  return { ...draft, path: query.length === 0 ? draft.path : `${draft.path}?${texts}` }
}

// A lone surrogate cannot be percent-encoded; what a browser would send in its place is.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
