/**
 * The published schemas made closed: nothing may be missing and nothing may be added, however the document itself is
 * written.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
export type JsonObject = Readonly<Record<string, Json>>

/** A copy of a schema with every reference resolved, every object closed and all of its members required. */
export function closeSchema(schema: Json, document: JsonObject): Json {
  if (Array.isArray(schema)) return schema.map((one: Json) => closeSchema(one, document))
  if (!isObject(schema)) return schema
  const reference = schema['$ref']
  if (typeof reference === 'string') return closeSchema(resolveReference(reference, document), document)
  // A closed part of an `allOf` refuses the members of the others: such a schema could not be checked.
  if ('allOf' in schema) throw new Error('allOf cannot be closed; write the object out')
  const closed: Record<string, Json> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    // For generators of clients: it says nothing that the schemas it points at do not say.
    if (keyword === 'discriminator') continue
    closed[keyword] = isLiteral(keyword) ? value : closeKeyword(keyword, value, document)
  }
  const { properties, additionalProperties } = schema
  const members = {
    ...(closed['properties'] as JsonObject | undefined),
    ...othersIn(additionalProperties, closed)
  }
  const names = Object.keys(members)
  if (names.length === 0 && !isObject(properties)) return closed
  return { ...closed, properties: members, additionalProperties: false, required: names }
}

/** A copy of a closed schema in which any member may be missing. */
export function withoutRequired(closed: Json): Json {
  if (Array.isArray(closed)) return closed.map(withoutRequired)
  if (!isObject(closed)) return closed
  // A member may be called so.
  const others = Object.entries(closed).filter(
    ([keyword, value]) => keyword !== 'required' || isObject(value)
  )
  return Object.fromEntries(
    others.map(([keyword, value]) => [keyword, isLiteral(keyword) ? value : withoutRequired(value)])
  )
}

/** The additional properties whose names stand in words: an old name has what its successor has. */
function othersIn(words: Json | undefined, closed: JsonObject): JsonObject {
  if (!isObject(words)) return {}
  const { properties = {}, additionalProperties = true } = closed
  const pattern = words['deprecated'] === true ? /`(\w+)`: Old name of `(\w+)`/g : /`(\w+)`: /g
  const named = String(words['description']).matchAll(pattern)
  return Object.fromEntries(
    [...named].map(([, name = '', successor]) => [
      name,
      successor === undefined ? additionalProperties : ((properties as JsonObject)[successor] ?? false)
    ])
  )
}

/** Where a closed schema lets any object through: an object without a list of members. JSON pointers. */
export function openPlaces(schema: Json, pointer = ''): readonly string[] {
  if (Array.isArray(schema))
    return schema.flatMap((one: Json, index) => openPlaces(one, `${pointer}/${index}`))
  if (!isObject(schema)) return []
  const isOpen = mayBeObject(schema['type']) && !('properties' in schema)
  const inside = Object.entries(schema)
    .filter(([keyword]) => !isLiteral(keyword))
    .flatMap(([keyword, value]) => openPlaces(value, `${pointer}/${keyword}`))
  return isOpen ? [pointer, ...inside] : inside
}

/** A copy of a part with what each reference points at in its place. */
export function inlined(part: Json, document: JsonObject): Json {
  if (Array.isArray(part)) return part.map((one: Json) => inlined(one, document))
  if (!isObject(part)) return part
  const { $ref: reference, ...beside } = part
  if (typeof reference !== 'string') {
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, inlined(one, document)]))
  }
  return { ...(inlined(resolveReference(reference, document), document) as JsonObject), ...beside }
}

/** What a local reference points at. */
export function resolveReference(reference: string, document: JsonObject): Json {
  let found: Json = document
  for (const part of reference.replace(/^#\//, '').split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isObject(found) || found[name] === undefined) throw new Error(`${reference} leads nowhere`)
    found = found[name]
  }
  return found
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `properties` holds schemas by name, and a name may be that of a keyword. */
function closeKeyword(keyword: string, value: Json, document: JsonObject): Json {
  if (keyword !== 'properties' || !isObject(value)) return closeSchema(value, document)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closeSchema(one, document)]))
}

function isLiteral(keyword: string): boolean {
  return ['const', 'enum', 'examples', 'default', 'description', 'required'].includes(keyword)
}

function mayBeObject(type: Json | undefined): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object'))
}
