/** What the OpenAPI document says more than once stands among its components, and is referred to. */

export type Json = Readonly<Record<string, unknown>>

/** The components of one document, by name; they grow while it is written. */
export interface Components {
  readonly schemas: Map<string, Json>
  readonly parameters: Map<string, Json>
  readonly responses: Map<string, Json>
}

export function emptyComponents(): Components {
  return { schemas: new Map(), parameters: new Map(), responses: new Map() }
}

/**
 * Moves the schemas that have a `title` out of a part of the document, into the components.
 * @returns the part with references in their place
 * @throws {Error} where two different schemas have one title
 */
export function moveNamed(part: unknown, schemas: Map<string, Json>): unknown {
  if (Array.isArray(part)) return part.map((one) => moveNamed(one, schemas))
  if (typeof part !== 'object' || part === null) return part
  const inner = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, isValue(name) ? value : moveNamed(value, schemas)])
  )
  return typeof inner['title'] === 'string' ? moveOne(inner['title'], inner, schemas) : inner
}

/** Keywords that hold values, not schemas. */
function isValue(keyword: string): boolean {
  return ['example', 'examples', 'const', 'enum', 'default'].includes(keyword)
}

/** Where a place says something of its own about the schema, that stands beside the reference. */
function moveOne(title: string, schema: Json, schemas: Map<string, Json>): Json {
  const known = schemas.get(title) ?? schema
  const { description, ...rest } = schema
  const { description: usual, ...other } = known
  if (JSON.stringify(rest) !== JSON.stringify(other)) throw new Error(`two schemas are called ${title}`)
  schemas.set(title, known)
  const reference = { $ref: `#/components/schemas/${title}` }
  return description === usual ? reference : { ...reference, description }
}

/** Moves a part among the components; parts that differ and share a name are numbered. Returns the reference. */
export function moveShared(
  components: Components,
  section: 'parameters' | 'responses',
  { name, part }: { readonly name: string; readonly part: Json }
): Json {
  const known = components[section]
  const text = JSON.stringify(part)
  let [key, number] = [name, 1]
  while (known.has(key) && JSON.stringify(known.get(key)) !== text) key = `${name}_${++number}`
  known.set(key, part)
  return { $ref: `#/components/${section}/${key}` }
}
