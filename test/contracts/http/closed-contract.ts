/**
 * The published OpenAPI document as a judge: every answer of every test is held against a closed copy of it, errors
 * included, and against the headers that the contract promises.
 */
import type { JsonObject } from './close-schemas.ts'
import { headerFaults } from './promised-headers.ts'
import { type PublishedOperation, type PublishedOperations, readOperations } from './published-operations.ts'
import type { ReceivedAnswer } from './received-answer.ts'

export interface SentRequest {
  readonly method: string
  /** Path and query as they were sent: `/api/v1/weather?lat=…`. */
  readonly target: string
}

export interface ClosedContract extends PublishedOperations {
  /** What is wrong with an answer, each a sentence; none if the contract has it so. */
  readonly faultsOf: (request: SentRequest, answer: ReceivedAnswer) => readonly string[]
  /** @throws {Error} that lists everything that is wrong with the answer. */
  readonly checkAnswer: (request: SentRequest, answer: ReceivedAnswer) => void
}

/** Refusals that come before any operation is known; no operation's limit has counted some of them. */
const beforeRouting = [
  'bad_request',
  'request_timeout',
  'uri_too_long',
  'expectation_failed',
  'header_fields_too_large',
  'quota_exceeded',
  'invalid_api_key'
]
/** Documented for a status of which not every answer carries it; what must carry it is for `headerFaults` to say. */
const sometimesSent = ['RateLimit', 'RateLimit-Policy', 'Link', 'Retry-After', 'WWW-Authenticate']
/** What an operation that sends it has to document; the others say nothing of the operation. */
const describedHeaders = [...sometimesSent, 'Allow', 'ETag', 'Last-Modified', 'Location', 'X-Request-Id']
/** Refusals of bytes that could not be read as a request, or were read only as far as to their length. */
const perhapsCounted = ['bad_request', 'uri_too_long', 'expectation_failed', 'request_timeout']
const neverCounted = ['header_fields_too_large']

/** By the document's text: most houses of a test file publish the same, and its schemas are compiled once. */
const known = new Map<string, ClosedContract>()

/** The contract of a running app. @param api for example `http://127.0.0.1:8080/api/v1` */
export async function readContract(api: string): Promise<ClosedContract> {
  const answer = await fetch(`${api}/openapi.json`)
  if (answer.status !== 200) throw new Error(`openapi.json answered ${answer.status}`)
  const text = await answer.text()
  const contract = known.get(text) ?? closedContract(JSON.parse(text) as JsonObject)
  known.set(text, contract)
  return contract
}

/** The contract of a document. */
export function closedContract(document: JsonObject): ClosedContract {
  const published = readOperations(document)
  const faultsOf = (request: SentRequest, answer: ReceivedAnswer): readonly string[] =>
    judge(published, request, answer)
  return {
    ...published,
    faultsOf,
    checkAnswer(request, answer) {
      const faults = faultsOf(request, answer)
      if (faults.length === 0) return
      const shown = answer.body.toString('utf8').slice(0, 400)
      throw new Error(
        `${request.method} ${request.target.slice(0, 300)} → ${answer.status}\n- ${faults.join('\n- ')}\n${shown}`
      )
    }
  }
}

function judge(
  published: PublishedOperations,
  request: SentRequest,
  answer: ReceivedAnswer
): readonly string[] {
  // A fragment has no business in a request; where one comes, it ends the path.
  const path = request.target.split(/[?#]/)[0] ?? ''
  const there = published.at(path.slice(published.basePath.length))
  if (request.method === 'OPTIONS' && answer.status === 204) return preflightFaults(answer, there)
  const wanted = request.method === 'HEAD' ? 'GET' : request.method
  const operation = there.find((one) => one.method === wanted) ?? null
  const problem = readProblem(answer)
  const isCounted = perhapsCounted.includes(problem?.code ?? '')
    ? 'ratelimit' in answer.headers
    : (operation?.isCounted ?? true) && !neverCounted.includes(problem?.code ?? '')
  const method = wanted
  const problemCode = problem?.code ?? (answer.status >= 400 ? 'unknown' : null)
  return [
    ...headerFaults(answer, { method, isCounted, problemCode }),
    ...bodyFaults(request, answer),
    ...(operation === null
      ? strayFaults(published, there, { answer, problem })
      : operationFaults(published, operation, { request, answer, problem }))
  ]
}

interface Problem {
  readonly code: string
  readonly document: unknown
}

function operationFaults(
  published: PublishedOperations,
  operation: PublishedOperation,
  exchange: { request: SentRequest; answer: ReceivedAnswer; problem: Problem | null }
): readonly string[] {
  const { request, answer, problem } = exchange
  const documented = operation.answers.get(answer.status)
  if (documented === undefined) return [`${operation.id} does not document status ${answer.status}`]
  const missing = documented.headers.filter((name) => !(name.toLowerCase() in answer.headers))
  const promised = [
    ...missing
      .filter((name) => !sometimesSent.includes(name))
      .map((name) => `the documented header ${name} is missing`),
    ...describedHeaders
      .filter((name) => name.toLowerCase() in answer.headers && !documented.headers.includes(name))
      .map((name) => `${operation.id} does not document the header ${name} of ${answer.status}`)
  ]
  if (request.method === 'HEAD' || documented.bodies.size === 0) {
    const isEmpty = answer.body.length === 0
    return isEmpty ? promised : [...promised, 'there is a body where none may be']
  }
  const type = (answer.headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
  const judgeBody = documented.bodies.get(type)
  if (judgeBody === undefined) return [...promised, `${answer.status} does not document ${type}`]
  if (problem !== null)
    return [...promised, ...judgeBody(problem.document), ...problemFaults(published, answer)]
  const body = type === 'text/csv' ? answer.body.toString() : readJson(answer)
  return [...promised, ...judgeBody(body, asksForPart(request))]
}

function asksForPart({ target }: SentRequest): boolean {
  const query = new URLSearchParams(target.split(/[?#]/)[1] ?? '')
  return query.has('fields') || query.get('detail') === 'short'
}

/**
 * What may be answered where no operation is: 404 for an unknown path, 405 for another method, refusals before routing.
 */
function strayFaults(
  published: PublishedOperations,
  there: readonly PublishedOperation[],
  { answer, problem }: { answer: ReceivedAnswer; problem: Problem | null }
): readonly string[] {
  if (answer.status < 400) return [`answered ${answer.status} where there is no operation`]
  if (problem === null) return answer.body.length === 0 ? [] : ['not a problem document']
  const wanted = there.length > 0 ? 'method_not_allowed' : 'route_not_found'
  const isExpected = problem.code === wanted || beforeRouting.includes(problem.code)
  const allow = answer.headers['allow'] ?? ''
  const unlisted = there.filter((one) => problem.code === wanted && !allow.includes(one.method))
  return [
    ...(isExpected ? [] : [`${problem.code} where ${wanted} was to be expected`]),
    ...unlisted.map((one) => `Allow does not list ${one.method}`),
    ...problemFaults(published, answer)
  ]
}

function problemFaults(published: PublishedOperations, answer: ReceivedAnswer): readonly string[] {
  const document = readJson(answer) as Readonly<Record<string, unknown>>
  const code = String(document['code'])
  // A fault in a body may have a status, and so a document, of its own.
  const ofBody = answer.status === 422 ? published.problem(`${code}_in_body`) : null
  const judgeBody = ofBody ?? published.problem(code)
  if (judgeBody === null) return [`the document has no problem_${code}`]
  const status = document['status'] === answer.status ? [] : [`status ${document['status']} in the body`]
  const isSentence = /[^\s.]\p{Pe}?\p{Pf}?[.?]\p{Pe}?$/u.test(String(document['detail']))
  return [...judgeBody(document), ...status, ...(isSentence ? [] : ['the detail is no sentence'])]
}

function preflightFaults(
  { headers, body }: ReceivedAnswer,
  there: readonly PublishedOperation[]
): readonly string[] {
  const methods = (headers['access-control-allow-methods'] ?? '').split(', ')
  const refused = there.filter((one) => !methods.includes(one.method))
  return [
    ...refused.map((one) => `the preflight does not allow ${one.method}`),
    ...(headers['access-control-allow-origin'] === '*' ? [] : ['no Access-Control-Allow-Origin']),
    ...(/X-API-Key/.test(headers['access-control-allow-headers'] ?? '') ? [] : ['X-API-Key is not allowed']),
    ...('ratelimit' in headers ? ['a preflight was counted'] : []),
    ...(body.length === 0 && there.length > 0 ? [] : ['a preflight with a body, or of nothing'])
  ]
}

/** "−0", and a length that is not the body's. */
function bodyFaults(request: SentRequest, { status, headers, body }: ReceivedAnswer): readonly string[] {
  // A problem may quote what was asked, "−0" and all.
  const text = status === 200 ? body.toString('latin1') : ''
  const length = headers['content-length']
  const isPlain = request.method !== 'HEAD' && headers['content-encoding'] === undefined
  return [
    ...(/[[:,]-0(?:\.0+)?[,\]}]/.test(text) ? ['there is a −0 in the body'] : []),
    ...(isPlain && length !== undefined && Number(length) !== body.length
      ? [`Content-Length is ${length}, the body has ${body.length} bytes`]
      : [])
  ]
}

function readProblem(answer: ReceivedAnswer): Problem | null {
  if (!(answer.headers['content-type'] ?? '').startsWith('application/problem+json')) return null
  if (answer.body.length === 0) return null
  const document = readJson(answer) as Readonly<Record<string, unknown>>
  return { code: String(document['code']), document }
}

function readJson({ body }: ReceivedAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return 'not JSON in UTF-8'
  }
}
