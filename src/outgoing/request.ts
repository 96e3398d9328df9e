/** The interface for requests to other servers; `outgoing.ts` sends them. */

/** One request. It is sent once: no redirect is followed, nothing is repeated. */
export interface OutgoingRequest {
  readonly url: string
  /** Default `GET`. */
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

/** Sends one request. @throws {OutgoingError} without a whole answer. */
export type SendRequest = (request: OutgoingRequest) => Promise<OutgoingResponse>

/**
 * Why there is no whole answer.
 * - `forbidden`: the destination may not be connected to; nothing was sent
 * - `unreachable`: no such name, refused, no route, an invalid certificate
 * - `timeout`: one of the two timeouts passed
 * - `reset`: the connection or the encoding broke before the answer was complete
 * - `too_large`: more bytes than `maxBytes`
 * - `aborted`: the caller's signal
 */
export type OutgoingErrorKind = 'forbidden' | 'unreachable' | 'timeout' | 'reset' | 'too_large' | 'aborted'

/**
 * Why there is no whole answer; the message names host and port, never path, query or headers (they may
 * contain secrets).
 */
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
