/**
 * The OpenAPI 3.1 document, generated from the table of operations: what is not in the table is not served.
 */

import { answerHeaders, hasValidator, headerComponents, problemHeaders } from './openapi-headers.ts'
import type { Operation } from './operation.ts'
import { commonProblems } from './operation.ts'
import { type FaultPlace, type ProblemCode, problemCatalogue, statusOf } from './problem-catalogue.ts'
import { hasBodyVariant, problemSchema, problemSchemaName } from './problem-schema.ts'
import type { Parameter } from './query.ts'

export interface OpenApiFacts {
  readonly baseUrl: string
  readonly siteUrl: string
  readonly version: string
  /** The events that webhooks receive, as OpenAPI path items. */
  readonly webhooks: Readonly<Record<string, object>>
}

type Json = Readonly<Record<string, unknown>>

/** The document for a set of operations. */
export function makeOpenApi(operations: readonly Operation[], facts: OpenApiFacts): object {
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of operations) {
    const item = paths[operation.path] ?? {}
    item[operation.method.toLowerCase()] = describe(operation)
    paths[operation.path] = item
  }
  const problems = Object.keys(problemCatalogue) as ProblemCode[]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ayaz',
      version: facts.version,
      description:
        'Weather and frost risk for any place: forecast, current weather, 3-hour slots, and a calibrated, explained, verified frost score.',
      license: { name: 'MIT', identifier: 'MIT' }
    },
    servers: [{ url: facts.baseUrl }],
    externalDocs: { url: `${facts.siteUrl}/docs`, description: 'Documentation' },
    tags: ['Weather', 'Places', 'Alerts', 'Record', 'Service'].map((name) => ({ name })),
    paths,
    ...(Object.keys(facts.webhooks).length === 0 ? {} : { webhooks: facts.webhooks }),
    components: {
      headers: headerComponents,
      schemas: Object.fromEntries(problems.flatMap(problemSchemas)),
      securitySchemes: {
        api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        manage_token: { type: 'http', scheme: 'bearer' }
      }
    }
  }
}

function problemSchemas(code: ProblemCode): readonly (readonly [name: string, schema: Json])[] {
  const places: readonly FaultPlace[] = hasBodyVariant(code) ? ['request', 'body'] : ['request']
  return places.map((place) => [problemSchemaName(code, place), problemSchema(code, place)])
}

/** Every problem that an operation can answer with. */
export function problemsOf(operation: Operation): readonly ProblemCode[] {
  const common =
    operation.uncounted === true
      ? commonProblems.filter((code) => code !== 'quota_exceeded' && code !== 'invalid_api_key')
      : commonProblems
  // A body is read wherever one may come, also where the operation does not use it.
  const ofBody: readonly ProblemCode[] =
    operation.method === 'GET' ? [] : ['malformed_json', 'unsupported_media_type', 'body_too_large']
  return [...new Set([...operation.problems, ...ofBody, ...common])]
}

function describe(operation: Operation): Json {
  const parameters = [
    ...operation.parameters.map((one) => parameterOf(one, 'query')),
    ...(operation.pathParameters ?? []).map((one) => parameterOf(one, 'path')),
    ...(operation.headerParameters ?? []).map((one) => parameterOf(one, 'header'))
  ]
  const body = operation.body
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    parameters,
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    ...(operation.security === undefined
      ? { security: [{}, { api_key: [] }] }
      : { security: [{ [operation.security]: [] }] }),
    responses: { ...successes(operation), ...failures(operation) }
  }
}

function parameterOf(parameter: Parameter, place: 'query' | 'path' | 'header'): Json {
  const { name, description, schema } = parameter
  return { name, in: place, required: place === 'path' || parameter.required, description, schema }
}

function successes(operation: Operation): Json {
  const answers: Record<string, Json> = {}
  for (const [status, { description, schema, headers = [] }] of Object.entries(operation.answers)) {
    const content = schema === null ? {} : { content: { 'application/json': { schema } } }
    answers[status] = { description, headers: answerHeaders(operation, headers), ...content }
  }
  if (hasValidator(operation)) {
    const headers = answerHeaders(operation, operation.answers[200]?.headers ?? [])
    answers['304'] = { description: 'The client has this body already.', headers }
  }
  return answers
}

function failures(operation: Operation): Json {
  const place = operation.body === undefined ? 'request' : 'body'
  const byStatus = Map.groupBy(problemsOf(operation), (code) => statusOf(code, place))
  const answers: Record<string, Json> = {}
  for (const [status, codes] of byStatus) {
    const schemas = codes.map((code) => ({
      $ref: `#/components/schemas/${problemSchemaName(code, place)}`
    }))
    answers[String(status)] = {
      description: codes.map((code) => problemCatalogue[code].title).join('; '),
      headers: problemHeaders(operation, codes),
      content: {
        'application/problem+json': { schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas } }
      }
    }
  }
  return answers
}
