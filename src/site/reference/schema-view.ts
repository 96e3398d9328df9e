/** A JSON Schema as a list of types, limits and members. Named schemas are links, so no view is endless. */
import { renderMarkdown } from '../documents/documents.ts'
import { html, type Markup } from '../html.ts'

/* Reading an OpenAPI 3.1 document, of which nothing is assumed but that it is JSON. */

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

export function schemaView(value: unknown): Markup {
  const schema = membersOf(value)
  return html`${typeLine(schema)}${description(schema)}${membersView(schema)}`
}

/** `string or null · default 5 · at most 16`. */
export function typeLine(schema: Json): Markup {
  return html`<span class="type">${typeOf(schema)}${limitsOf(schema).map((limit) => html` · ${limit}`)}</span>`
}

/** A description in Markdown, with links to pages and sections alone; null where there is none. */
export function description(described: Json): Markup | null {
  const text = textOf(described['description'])
  const link = (href: string): string | null => (/^(https?:|\/|#)/.test(href) ? href : null)
  return text === '' ? null : renderMarkdown(text, { link, picture: () => null }).main
}

function typeOf(schema: Json): Markup {
  const name = schemaName(schema)
  if (name !== null) return html`<a href="${addressOf(name)}">${name}</a>`
  if ('const' in schema) return html`<code>${JSON.stringify(schema['const'])}</code>`
  const choices = alternativesOf(schema)
  if (choices.length > 0) return joined(choices.map((one) => (isObject(one) ? objectName(one) : typeOf(one))))
  const types = [schema['type']]
    .flat()
    .map(textOf)
    .filter((type) => type !== '')
  return joined(types.map((type) => (type === 'array' ? arrayOf(schema) : html`${type}`)))
}

function addressOf(name: string): string {
  const code = /^problem_(.+)$/.exec(name)?.[1]
  return code === undefined ? `#${schemaAnchor(name)}` : `/problems/${code}`
}

function objectName(schema: Json): Markup {
  return html`${textOf(schema['title']) || 'object'}`
}

function arrayOf(schema: Json): Markup {
  const items = membersOf(schema['items'])
  return html`array of ${isObject(items) ? objectName(items) : typeOf(items)}`
}

function joined(types: readonly Markup[]): Markup {
  return types.length === 0
    ? html`any value`
    : html`${types.map((type, at) => html`${at > 0 && ' or '}${type}`)}`
}

const limitNames: Readonly<Record<string, string>> = {
  format: '',
  default: 'default ',
  minimum: 'at least ',
  exclusiveMinimum: 'above ',
  maximum: 'at most ',
  exclusiveMaximum: 'below ',
  multipleOf: 'a multiple of ',
  minLength: 'length at least ',
  maxLength: 'length at most ',
  minItems: 'items at least ',
  maxItems: 'items at most ',
  pattern: 'pattern '
}

function limitsOf(schema: Json): readonly Markup[] {
  const limits = Object.entries(limitNames).flatMap(([name, words]) =>
    name in schema ? [html`${words}<code>${String(schema[name])}</code>`] : []
  )
  const values = itemsOf(schema['enum']).map(
    (one, at) => html`${at > 0 && ', '}<code>${JSON.stringify(one)}</code>`
  )
  return values.length === 0 ? limits : [...limits, html`one of ${values}`]
}

function alternativesOf(schema: Json): readonly Json[] {
  return [schema['oneOf'], schema['anyOf'], schema['allOf']].flatMap(itemsOf).map(membersOf)
}

function isObject(schema: Json): boolean {
  return schemaName(schema) === null && 'properties' in schema
}

/** Members of an object, of a list's objects, and of each alternative that has some; null where there are none. */
function membersView(schema: Json): Markup | null {
  if (schemaName(schema) !== null) return null
  const required = new Set(itemsOf(schema['required']))
  const members = Object.entries(membersOf(schema['properties'])).map(
    ([name, member]) =>
      html`<div><dt><code>${name}</code>${required.has(name) ? null : html` <span class="quiet">optional</span>`}</dt>
        <dd>${memberView(membersOf(member))}</dd></div>`
  )
  const others = membersOf(schema['additionalProperties'])
  const isOpen = Object.keys(others).length > 0
  const rows = isOpen
    ? [...members, html`<div><dt class="quiet">other names</dt><dd>${memberView(others)}</dd></div>`]
    : members
  const further = [membersOf(schema['items']), ...alternativesOf(schema)].filter(
    (one) => Object.keys(one).length > 0
  )
  return html`${rows.length > 0 && html`<dl class="members">${rows}</dl>`}${further.map(membersView)}`
}

function memberView(schema: Json): Markup {
  const inner = membersView(schema)
  const isFolded = String(inner).includes('<dl')
  return html`${typeLine(schema)}${description(schema)}${
    isFolded &&
    html`<details><summary>Members</summary>${inner}
    </details>`
  }`
}
