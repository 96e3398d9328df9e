/**
 * One request and its answer for each operation, as the service gave it: a test writes the file and compares with it.
 */
import type { Json } from './openapi-components.ts'
import recorded from './openapi-examples.json' with { type: 'json' }

/** A request as it was sent, and the body of its answer. */
export interface OperationExample {
  /** Path and query under the base URL. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** The JSON body, or rows as text; null for a request without one. */
  readonly body: Json | string | null
  /** The answer's JSON body; lists are cut to their first rows. */
  readonly answer: Json
}

/** By the id of the operation. */
export const operationExamples: Readonly<Record<string, OperationExample>> = recorded

/** The request as a command line. */
export function curlOf(method: string, baseUrl: string, example: OperationExample): string {
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
