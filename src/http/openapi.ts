/** The OpenAPI 3.1 document, generated from the table of operations. A test writes its recorded examples. */
import {
  answerHeaders,
  type Components,
  emptyComponents,
  hasValidator,
  headerComponents,
  type Json,
  moveNamed,
  moveShared,
  problemHeaders
} from './openapi-components.ts'
import recorded from './openapi-examples.json' with { type: 'json' }
import { commonProblems, type Operation } from './operation.ts'
import { type FaultPlace, type ProblemCode, problemCatalogue, statusOf } from './problem-catalogue.ts'
import { hasBodyVariant, problemSchema, problemSchemaName } from './problem-schema.ts'
import type { Parameter } from './query.ts'

interface OpenApiFacts {
  readonly baseUrl: string
  readonly siteUrl: string
  readonly version: string
  readonly webhooks: Readonly<Record<string, object>>
}

const tags: Readonly<Record<Operation['tag'], string>> = {
  Weather: 'Forecast, current weather, frost score and the crops it can be scored for.',
  Places: 'Named places: search, and one place by its slug.',
  Alerts: 'Subscriptions to frost alerts, their channels and messages; and what a webhook is sent.',
  Record: 'Measured minima, the sensors that sent them, and how the forecasts of a place have verified.',
  Service: 'The limits of this installation, and this document.'
}

export function makeOpenApi(operations: readonly Operation[], facts: OpenApiFacts): object {
  const components = emptyComponents()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const item = paths[operation.path] ?? {}
    item[operation.method.toLowerCase()] = moveNamed(
      describe(operation, { components, baseUrl: facts.baseUrl }),
      components.schemas
    )
    paths[operation.path] = item
  }
  const webhooks = moveNamed(facts.webhooks, components.schemas)
  const codes = Object.keys(problemCatalogue) as ProblemCode[]
  const problems = codes
    .flatMap(problemSchemas)
    .map(([name, schema]) => [name, moveNamed(schema, components.schemas)] as const)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ayaz',
      version: facts.version,
      description:
        'Weather and frost risk for any place: forecast, current weather, 3-hour slots, and a calibrated, ' +
        'explained, verified frost score.',
      contact: { name: 'The operator of this installation', url: facts.siteUrl },
      license: { name: 'MIT', identifier: 'MIT' }
    },
    servers: [{ url: facts.baseUrl }],
    externalDocs: { url: `${facts.siteUrl}/docs`, description: 'Documentation' },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    ...(Object.keys(facts.webhooks).length === 0 ? {} : { webhooks }),
    components: {
      schemas: {
        ...Object.fromEntries([...components.schemas].toSorted(byName)),
        ...Object.fromEntries(problems)
      },
      parameters: Object.fromEntries(components.parameters),
      responses: Object.fromEntries(components.responses),
      headers: headerComponents,
      securitySchemes: {
        api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        manage_token: { type: 'http', scheme: 'bearer' }
      }
    }
  }
}

function byName([one]: readonly [string, Json], [other]: readonly [string, Json]): number {
  return one < other ? -1 : 1
}

function problemSchemas(code: ProblemCode): readonly (readonly [name: string, schema: Json])[] {
  const places: readonly FaultPlace[] = hasBodyVariant(code) ? ['request', 'body'] : ['request']
  return places.map((place) => [problemSchemaName(code, place), problemSchema(code, place)])
}

function problemsOf(operation: Operation): readonly ProblemCode[] {
  const common =
    operation.uncounted === true
      ? commonProblems.filter((code) => code !== 'quota_exceeded' && code !== 'invalid_api_key')
      : commonProblems
  // A body is read wherever one may come, also where the operation does not use it.
  const ofBody: readonly ProblemCode[] =
    operation.method === 'GET' ? [] : ['malformed_json', 'unsupported_media_type', 'body_too_large']
  return [...new Set([...operation.problems, ...ofBody, ...common])]
}

function describe(
  operation: Operation,
  { components, baseUrl }: { components: Components; baseUrl: string }
): Json {
  const parameters = [
    ...(operation.parameters ?? []).map((one) => parameterOf(one, 'query')),
    ...(operation.pathParameters ?? []).map((one) => parameterOf(one, 'path')),
    ...(operation.headerParameters ?? []).map((one) => parameterOf(one, 'header'))
  ]
  const shared = parameters.map((part) =>
    moveShared(components, 'parameters', { name: `${String(part['name'])}Parameter`, part })
  )
  const { [operation.id]: example } = operationExamples
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    parameters: shared,
    ...requestBody(operation, example),
    ...(operation.security === undefined
      ? { security: [{}, { api_key: [] }] }
      : { security: schemesOf(operation.security).map((scheme) => ({ [scheme]: [] })) }),
    responses: { ...successes(operation, example), ...failures(operation, components) },
    ...(example === undefined ? {} : { 'x-codeSamples': samplesOf(operation.method, baseUrl, example) })
  }
}

function schemesOf(security: NonNullable<Operation['security']>): readonly string[] {
  return security === 'either' ? ['api_key', 'manage_token'] : [security]
}

function requestBody({ body, rows }: Operation, example: OperationExample | undefined): Json {
  if (rows !== undefined) {
    const sent = example?.headers['Content-Type']
    const forms = Object.entries(rows).map(([type, schema]) => [
      type,
      type === sent ? { schema, example: example?.body } : { schema }
    ])
    return { requestBody: { required: true, content: Object.fromEntries(forms) } }
  }
  if (body === undefined) return {}
  const shown = example === undefined ? {} : { example: example.body }
  return { requestBody: { required: true, content: { 'application/json': { schema: body, ...shown } } } }
}

function parameterOf(parameter: Parameter, place: 'query' | 'path' | 'header'): Json {
  const { name, description, schema } = parameter
  return { name, in: place, required: place === 'path' || parameter.required, description, schema }
}

function successes(operation: Operation, example: OperationExample | undefined): Json {
  const shown = example === undefined ? {} : { example: example.answer }
  const answers: Record<string, Json> = {}
  for (const [status, { description, schema, headers = [], otherForms = {} }] of Object.entries(
    operation.answers
  )) {
    const others = Object.entries(otherForms).map(([type, form]) => [type, { schema: form }])
    const content = { 'application/json': { schema, ...shown }, ...Object.fromEntries(others) }
    answers[status] = { description, headers: answerHeaders(operation, headers), content }
  }
  if (hasValidator(operation)) {
    const headers = answerHeaders(operation, operation.answers[200]?.headers ?? [])
    answers['304'] = { description: 'The client has this body already.', headers }
  }
  return answers
}

function failures(operation: Operation, components: Components): Json {
  const place = operation.body === undefined ? 'request' : 'body'
  const byStatus = Map.groupBy(problemsOf(operation), (code) => statusOf(code, place))
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const part = {
        description: codes.map((code) => problemCatalogue[code].title).join('; '),
        headers: problemHeaders(operation, codes),
        content: { 'application/problem+json': { schema: oneOfProblems(codes, place) } }
      }
      return [status, moveShared(components, 'responses', { name: codes[0] ?? '', part })]
    })
  )
}

function oneOfProblems(codes: readonly ProblemCode[], place: FaultPlace): Json {
  const references = codes.map((code) => `#/components/schemas/${problemSchemaName(code, place)}`)
  const [first, ...others] = references
  if (others.length === 0) return { $ref: first }
  const mapping = Object.fromEntries(codes.map((code, index) => [code, references[index]]))
  return {
    oneOf: references.map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'code', mapping }
  }
}

export interface OperationExample {
  /** Path and query under the base URL. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** The JSON body, or rows as text; null for a request without one. */
  readonly body: Json | string | null
  /** The answer's JSON body; lists are cut to their first rows. */
  readonly answer: Json
}

export const operationExamples: Readonly<Record<string, OperationExample>> = recorded

function samplesOf(method: string, baseUrl: string, example: OperationExample): readonly Json[] {
  return [
    { lang: 'Shell', label: 'curl', source: curlOf(method, baseUrl, example) },
    { lang: 'Python', label: 'Python', source: pythonOf(method, baseUrl, example) },
    { lang: 'JavaScript', label: 'JavaScript', source: javaScriptOf(method, baseUrl, example) }
  ]
}

function sentOf({ headers, body }: OperationExample): {
  headers: Readonly<Record<string, string>>
  text: string | null
} {
  if (body === null || typeof body === 'string') return { headers, text: body }
  return { headers: { ...headers, 'Content-Type': 'application/json' }, text: JSON.stringify(body) }
}

/** A text of JSON is one of Python as well. */
function pythonOf(method: string, baseUrl: string, example: OperationExample): string {
  const { headers, text } = sentOf(example)
  const request = [
    JSON.stringify(baseUrl + example.target),
    ...(text === null ? [] : [`data=${JSON.stringify(text)}.encode()`]),
    ...(Object.keys(headers).length === 0 ? [] : [`headers=${JSON.stringify(headers)}`]),
    ...(method === 'GET' ? [] : [`method="${method}"`])
  ]
  return `from urllib.request import Request, urlopen\n\nprint(urlopen(Request(${request.join(', ')})).read().decode())`
}

function javaScriptOf(method: string, baseUrl: string, example: OperationExample): string {
  const { headers, text } = sentOf(example)
  const options = {
    ...(method === 'GET' ? {} : { method }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(text === null ? {} : { body: text })
  }
  const given = Object.keys(options).length === 0 ? '' : `, ${JSON.stringify(options)}`
  return (
    `const answer = await fetch(${JSON.stringify(baseUrl + example.target)}${given})\nconsole.log(await ` +
    'answer.text())'
  )
}

function curlOf(method: string, baseUrl: string, example: OperationExample): string {
  const headers = Object.entries(example.headers).map(([name, value]) => `-H '${name}: ${value}'`)
  const body = example.body === null ? [] : bodyOptions(example.body)
  const verb = method === 'GET' || (method === 'POST' && example.body !== null) ? [] : [`-X ${method}`]
  return ['curl', ...verb, `'${baseUrl}${example.target}'`, ...headers, ...body].join(' ')
}

function bodyOptions(body: Json | string): readonly string[] {
  const quotedInShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  return typeof body === 'string'
    ? [`--data-binary ${quotedInShell(body)}`]
    : ["-H 'Content-Type: application/json'", `-d ${quotedInShell(JSON.stringify(body))}`]
}
