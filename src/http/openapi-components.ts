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
    Object.entries(withoutUnlisted(part as Json)).map(([name, value]) => [
      name,
      isValue(name) ? value : moveNamed(value, schemas)
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

/** Keywords that hold values, not schemas. */
function isValue(keyword: string): boolean {
  return ['example', 'examples', 'const', 'enum', 'default'].includes(keyword)
}

/** What it is for stands beside the reference: there it is read, and each place may say it in words of its own. */
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
  { name, part }: { readonly name: string; readonly part: Json }
): Json {
  const known = components[section]
  const text = JSON.stringify(part)
  let [key, number] = [name, 1]
  while (known.has(key) && JSON.stringify(known.get(key)) !== text) key = `${name}_${++number}`
  known.set(key, part)
  return { $ref: `#/components/${section}/${key}` }
}
