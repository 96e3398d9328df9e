import { OutgoingError, type OutgoingErrorKind } from './request.ts'

const kindOfCode: Readonly<Record<string, OutgoingErrorKind>> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  // A name server that does not answer, as c-ares writes it.
  ETIMEOUT: 'timeout',
  ECANCELLED: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'too_large',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  HTTPParserError: 'reset'
}

/** Why a request failed: an `OutgoingError` unchanged, any other error by its code. */
export function toOutgoingError(error: unknown, host: string): OutgoingError {
  if (error instanceof OutgoingError) return error
  const code = codeOf(error)
  const kind = kindOfCode[code] ?? 'unreachable'
  const isUnsent = kind === 'unreachable' || code === 'UND_ERR_CONNECT_TIMEOUT'
  return new OutgoingError(kind, `${host}: ${sentences[kind]} (${code || 'no code'})`, isUnsent)
}

const sentences: Readonly<Record<OutgoingErrorKind, string>> = {
  forbidden: 'may not be connected to',
  unreachable: 'cannot be reached',
  timeout: 'did not answer in time',
  reset: 'broke off before the answer was whole',
  too_large: 'answered more than is read',
  aborted: 'was given up'
}

/** undici's parser gives its errors a name, and a code only sometimes. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error.name === 'HTTPParserError') return error.name
  const code = (error as NodeJS.ErrnoException).code
  if (typeof code === 'string') return code
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error.cause === undefined ? '' : codeOf(error.cause)
}
