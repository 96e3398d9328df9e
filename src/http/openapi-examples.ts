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

/** The request as a command line, in Python without packages, and in JavaScript. */
export function samplesOf(method: string, baseUrl: string, example: OperationExample): readonly Json[] {
  return [
    { lang: 'Shell', label: 'curl', source: curlOf(method, baseUrl, example) },
    { lang: 'Python', label: 'Python', source: pythonOf(method, baseUrl, example) },
    { lang: 'JavaScript', label: 'JavaScript', source: javaScriptOf(method, baseUrl, example) }
  ]
}

/** Headers and text of what is sent. */
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
  return `const answer = await fetch(${JSON.stringify(baseUrl + example.target)}${given})\nconsole.log(await answer.text())`
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
