/** The problems of requests that the framework or a body's parser refuses. */
import type { FastifyError } from 'fastify'
import type { Problem } from './problem.ts'
import type { ProblemCode } from './problem-catalogue.ts'

const problemsOfCodes: Readonly<
  Record<string, readonly [code: ProblemCode, detail: string | null, headers?: Problem['headers']]>
> = {
  AYAZ_ENCODED_BODY: [
    'unsupported_media_type',
    'The body has a Content-Encoding; send it without one.',
    { 'Accept-Encoding': 'identity' }
  ],
  // Its own message says what and where.
  AYAZ_MALFORMED_JSON: ['malformed_json', null],
  AYAZ_EMPTY_BODY: ['malformed_json', 'The body is empty; one JSON object is needed.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', null],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'bad_request',
    'The body has another length than Content-Length says.'
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send "Content-Type: application/json".'],
  FST_ERR_BAD_URL: [
    'bad_request',
    'The path has a percent sign that is not followed by two hex digits, or is not UTF-8.'
  ],
  FST_ERR_MAX_PARAM_LENGTH: ['route_not_found', 'There is nothing at this path.']
}

/** Addresses that no page has. */
const badAddresses = new Set(['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH', 'FST_STATIC_FORBIDDEN_PATH'])

/** The problem of an error of a known code; null for an error that is a fault of ours. */
export function frameworkProblem(
  { code, message }: Pick<FastifyError, 'code' | 'message'>,
  bodyBytes: number
): Problem | null {
  const known = Object.hasOwn(problemsOfCodes, code) ? problemsOfCodes[code] : undefined
  if (known?.[0] === 'body_too_large')
    return { code: known[0], detail: `A body may have ${bodyBytes} bytes here.` }
  return known === undefined ? null : { code: known[0], detail: known[1] ?? message, headers: known[2] ?? {} }
}

/** Whether an error's code is that of an address that no page has. */
export function isBadAddress(errorCode: string): boolean {
  return badAddresses.has(errorCode)
}
