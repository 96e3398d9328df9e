/** Bodies of requests: as the document's schema and example have them, with a member left out or broken, and junk. */
import fc, { type Arbitrary } from 'fast-check'
import { isObject, type Json, type JsonObject } from '../close-schemas.ts'
import type { PublishedRequest } from '../published-operations.ts'
import { hostileText, placeText, unknownPlaceText } from './parameter-values.ts'

/** A body for an operation, as text. */
export function bodyFor({ schema, example }: PublishedRequest): Arbitrary<string> {
  const members = isObject(example) ? example : {}
  const like = fc.oneof(
    { weight: 3, arbitrary: fc.constant(members) },
    { weight: 2, arbitrary: drawn(schema, Object.keys(members)) as Arbitrary<JsonObject> }
  )
  const sound = fc
    .tuple(like, placed(members))
    .map(([body, place]): JsonObject => ('location' in body ? { ...body, ...place } : body))
  const faulty = fc
    .tuple(sound, fc.nat(), fc.oneof(fc.constant(undefined), hostileText, fc.jsonValue()))
    .map(([body, at, value]) => broken(body, at, value as Json | undefined))
  return fc.oneof(
    { weight: 5, arbitrary: sound.map((body) => JSON.stringify(body)) },
    { weight: 3, arbitrary: faulty.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.jsonValue().map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: hostileText }
  )
}

/** Another place than the example's, where it has one. */
function placed(example: JsonObject): Arbitrary<JsonObject> {
  const location = fc.oneof({ weight: 8, arbitrary: placeText }, { weight: 1, arbitrary: unknownPlaceText })
  return 'location' in example ? fc.record({ location }) : fc.constant({})
}

/** One member left out, or with another value. */
function broken(body: JsonObject, at: number, value: Json | undefined): JsonObject {
  const names = Object.keys(body)
  const name = names[at % names.length] ?? 'nothing'
  const { [name]: _left, ...others } = body
  return value === undefined ? others : { ...others, [name]: value }
}

const words = ['Field 7', 'malatya', 'apricot', 'full-bloom', 'auto', 'generic']

/** A value that a schema allows, or nearly; an object with the named members among others. */
function drawn(schema: Json, named: readonly string[] = []): Arbitrary<Json> {
  if (!isObject(schema)) return fc.constant(null)
  const { const: only, enum: several, examples, oneOf, anyOf, properties, items } = schema
  const choices = oneOf ?? anyOf
  if (only !== undefined) return fc.constant(only)
  for (const listed of [several, examples])
    if (Array.isArray(listed)) return fc.constantFrom(...(listed as Json[]))
  if (Array.isArray(choices)) return fc.oneof(...choices.map((one: Json) => drawn(one, named)))
  if (isObject(properties))
    return drawnObject(properties, [...named, ...((schema['required'] ?? []) as readonly string[])])
  if (items !== undefined) return fc.array(drawn(items), { minLength: 1, maxLength: 3 })
  return drawnScalar(schema)
}

function drawnObject(properties: JsonObject, required: readonly string[]): Arbitrary<JsonObject> {
  const members = Object.entries(properties).map(([name, one]) => {
    const value = drawn(one).map((drawnValue): JsonObject => ({ [name]: drawnValue }))
    if (required.includes(name)) return value
    return fc.oneof({ weight: 1, arbitrary: value }, { weight: 5, arbitrary: fc.constant<JsonObject>({}) })
  })
  return fc.tuple(...members).map((parts) => Object.assign({}, ...parts) as JsonObject)
}

function drawnScalar({ type, format, minimum, maximum }: JsonObject): Arbitrary<Json> {
  const types = Array.isArray(type) ? type : [type]
  if (types.includes('boolean')) return fc.boolean()
  if (types.includes('number') || types.includes('integer')) {
    const tenths = { min: Number(minimum ?? -40) * 10, max: Number(maximum ?? 40) * 10 }
    return fc.integer({ min: Math.ceil(tenths.min), max: Math.floor(tenths.max) }).map((value) => value / 10)
  }
  if (format === 'date') return fc.constantFrom('2026-04-11', '2026-04-10', '2026-02-30')
  if (format === 'date-time') return fc.constantFrom('2026-04-11T20:00:00Z', '2026-04-11T21:00:00+03:00')
  return types.includes('string') ? fc.constantFrom(...words) : fc.constant(null)
}
