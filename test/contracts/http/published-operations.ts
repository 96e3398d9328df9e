/** The operations of the published document: which one a request leads to, and what it may be answered with. */
import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import {
  closeSchema,
  inlined,
  isObject,
  type Json,
  type JsonObject,
  openPlaces,
  resolveReference,
  withoutRequired
} from './close-schemas.ts'

/** One documented answer of an operation. */
export interface PublishedAnswer {
  /** Header names as the document writes them. */
  readonly headers: readonly string[]
  /** Judges by media type, as closed as the whole contract; none for an answer without a body. */
  readonly bodies: ReadonlyMap<string, Judge>
}

/** What is wrong with a body; of a part of one, members may be missing. */
export type Judge = (body: unknown, isPart?: boolean) => readonly string[]

/** The JSON body of a request, with no reference left in its schema. */
export interface PublishedRequest {
  readonly schema: Json
  readonly example: Json
}

export interface PublishedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly JsonObject[]
  /** What may be sent; null for an operation without a body. */
  readonly request: PublishedRequest | null
  /** The security scheme of what only clients with a token or a key are answered; null for what is open. */
  readonly guard: string | null
  /** By status. */
  readonly answers: ReadonlyMap<number, PublishedAnswer>
  /** False for what the limiter passes over. */
  readonly isCounted: boolean
}

export interface PublishedOperations {
  /** The path under which the operations lie, from `servers`: `/api/v1`. */
  readonly basePath: string
  readonly operations: readonly PublishedOperation[]
  /** The operations of a path under the base, literal paths before templates; none for an unknown one. */
  readonly at: (path: string) => readonly PublishedOperation[]
  /** Judges a problem document that no operation has to list: broken HTTP, unknown paths. */
  readonly problem: (code: string) => ((body: unknown) => readonly string[]) | null
  /**
   * Bodies that may hold any member: `operation status` of each. Compiles every schema, and so finds each that is
   * wrong.
   */
  readonly openBodies: () => readonly string[]
}

const verbs = ['get', 'post', 'put', 'patch', 'delete']

interface Compiled {
  readonly validate: ValidateFunction
  readonly isOpen: boolean
}

/** Reads the document; a schema is compiled when a body is held against it, for a test needs few of two hundred. */
export function readOperations(document: JsonObject): PublishedOperations {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
  addFormats.default(ajv)
  const schemas: { readonly name: string; readonly compiled: () => Compiled }[] = []
  const compile = (schema: Json, name: string): Judge => {
    let known: Compiled | null = null
    let part: ValidateFunction | null = null
    const compiled = (): Compiled => {
      known ??= compileClosed(ajv, closeSchema(schema, document))
      return known
    }
    const compiledPart = (): ValidateFunction => {
      part ??= compileClosed(ajv, withoutRequired(closeSchema(schema, document))).validate
      return part
    }
    schemas.push({ name, compiled })
    return (body, isPart = false) => faultsOf(isPart ? compiledPart() : compiled().validate, body)
  }
  const operations = itemsOf(document).flatMap(([path, item]) =>
    verbs
      .filter((verb) => isObject(item[verb]))
      .map((verb) => readOperation(path, verb, { operation: objectAt(item, verb), document, compile }))
  )
  const problems = new Map<string, (body: unknown) => readonly string[]>()
  for (const [name, schema] of Object.entries(objectAt(objectAt(document, 'components'), 'schemas'))) {
    if (name.startsWith('problem_')) problems.set(name.slice('problem_'.length), compile(schema, name))
  }
  const [server] = document['servers'] as readonly JsonObject[]
  return {
    basePath: new URL(String(server?.['url'])).pathname.replace(/\/$/, ''),
    operations,
    openBodies: () => schemas.filter(({ compiled }) => compiled().isOpen).map(({ name }) => name),
    problem: (code) => problems.get(code) ?? null,
    at: (path) => {
      // A slash at the end changes nothing, except where an identifier may have got lost.
      const bare = path === '//' ? path : path.replace(/(.)\/$/, '$1')
      const takesMore = operations.some((one) => one.path.startsWith(`${bare}/{`))
      const exact = operations.filter((one) => one.path === (takesMore ? path : bare))
      return exact.length > 0 ? exact : operations.filter((one) => fits(one.path, path))
    }
  }
}

function compileClosed(ajv: Ajv2020, closed: Json): Compiled {
  return { validate: ajv.compile(closed as object), isOpen: openPlaces(closed).length > 0 }
}

interface Reading {
  readonly operation: JsonObject
  readonly document: JsonObject
  readonly compile: (schema: Json, name: string) => Judge
}

function readOperation(path: string, verb: string, reading: Reading): PublishedOperation {
  const { operation } = reading
  const id = String(operation['operationId'])
  const answers = new Map<number, PublishedAnswer>()
  for (const [status, answer] of Object.entries(objectAt(operation, 'responses'))) {
    answers.set(Number(status), readAnswer(answer, `${id} ${status}`, reading))
  }
  const successes = [...answers].filter(([status]) => status < 300)
  return {
    id,
    method: verb.toUpperCase(),
    path,
    parameters: inlined(operation['parameters'] ?? [], reading.document) as readonly JsonObject[],
    request: readRequest(operation, reading.document),
    guard: guardOf(operation),
    answers,
    isCounted: successes.some(([, { headers }]) => headers.includes('RateLimit'))
  }
}

function readRequest(operation: JsonObject, document: JsonObject): PublishedRequest | null {
  const content = objectAt(objectAt(operation, 'requestBody'), 'content')
  const { schema, example } = objectAt(content, 'application/json')
  return schema === undefined ? null : { schema: inlined(schema, document), example: example ?? null }
}

/** Null where one way in asks for nothing. */
function guardOf(operation: JsonObject): string | null {
  const ways = ((operation['security'] ?? [{}]) as readonly object[]).map(
    (way) => Object.keys(way)[0] ?? null
  )
  return ways.includes(null) ? null : (ways[0] ?? null)
}

function readAnswer(answer: Json, name: string, { document, compile }: Reading): PublishedAnswer {
  const resolved =
    isObject(answer) && typeof answer['$ref'] === 'string'
      ? resolveReference(answer['$ref'], document)
      : answer
  const bodies = new Map<string, Judge>()
  for (const [type, content] of Object.entries(objectAt(resolved, 'content'))) {
    bodies.set(type, compile(objectAt(content, 'schema'), name))
  }
  return { headers: Object.keys(objectAt(resolved, 'headers')), bodies }
}

function itemsOf(document: JsonObject): readonly (readonly [string, JsonObject])[] {
  return Object.entries(objectAt(document, 'paths')).map(([path, item]) => [path, item as JsonObject])
}

/** A member that is an object; an empty one where it is not there. */
function objectAt(parent: Json, name: string): JsonObject {
  const found = isObject(parent) ? parent[name] : undefined
  return isObject(found) ? found : {}
}

function fits(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part === given[index] || (part.startsWith('{') && given[index] !== ''))
  )
}

function faultsOf(validate: ValidateFunction, body: unknown): readonly string[] {
  if (validate(body)) return []
  return (validate.errors ?? []).slice(0, 8).map(sentence)
}

function sentence({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath === '' ? 'the body' : instancePath} ${message ?? 'is wrong'} ${JSON.stringify(params)}`
}
