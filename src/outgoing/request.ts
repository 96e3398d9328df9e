/** Sent once: no redirect is followed, nothing is repeated. */
export interface OutgoingRequest {
  readonly url: string
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** From the first attempt to look up the name until the connection is open [ms]; default 2,000. */
  readonly connectTimeoutMs?: number
  /** From the call to the last byte of the answer [ms]; default 5,000. */
  readonly totalTimeoutMs?: number
  /** The longest answer that is read [bytes], counted before and after decompression; default 4 MB. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

/** Any answer, also 3xx, 4xx and 5xx. Header names are lower case; the body is already decompressed. */
export interface OutgoingResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** @throws {OutgoingError} without a whole answer. */
export type SendRequest = (request: OutgoingRequest) => Promise<OutgoingResponse>

/**
 * `forbidden`: nothing was sent; `unreachable`: no such name, refused, no route, an invalid certificate; `timeout`: one
 * of two passed; `reset`: connection or encoding broke; `too_large`: beyond `maxBytes`; `aborted`: by the caller's
 * signal.
 */
export type OutgoingErrorKind = 'forbidden' | 'unreachable' | 'timeout' | 'reset' | 'too_large' | 'aborted'

/** The message names host and port, never path, query or headers, which may hold secrets. */
export class OutgoingError extends Error {
  readonly kind: OutgoingErrorKind
  /** It is certain that nothing of the request was sent: there was no connection. */
  readonly isUnsent: boolean

  constructor(
    kind: OutgoingErrorKind,
    message: string,
    isUnsent = kind === 'forbidden' || kind === 'unreachable'
  ) {
    super(message)
    this.name = 'OutgoingError'
    this.kind = kind
    this.isUnsent = isUnsent
  }
}

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
