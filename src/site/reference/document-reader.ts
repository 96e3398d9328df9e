/** Reading an OpenAPI 3.1 document, of which nothing is assumed but that it is JSON. */

export type Json = Readonly<Record<string, unknown>>

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/** The items of a list; none of anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** What a value refers to by `$ref`, through any number of references; the value itself without one. */
export function resolved(document: Json, value: unknown): Json {
  let found = membersOf(value)
  for (let steps = 0; typeof found['$ref'] === 'string' && steps < 10; steps++) {
    const path = found['$ref'].replace(/^#\//, '').split('/')
    const target = path.reduce<unknown>((at, name) => membersOf(at)[decodeURIComponent(name)], document)
    found = membersOf(target)
  }
  return found
}

/** `Night` of `#/components/schemas/Night`; null for an inline schema. */
export function schemaName(schema: Json): string | null {
  return /^#\/components\/schemas\/([^/]+)$/.exec(textOf(schema['$ref']))?.[1] ?? null
}

export function schemaAnchor(name: string): string {
  return `schema-${name}`
}
