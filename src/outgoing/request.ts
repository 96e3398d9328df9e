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
