/** One HTTP request on behalf of a channel, and what its answer means for the delivery. */
import type { DeliveryOutcome } from '../alerts/ports.ts'
import { retryAfterSeconds } from '../common/http-date.ts'
import {
  OutgoingError,
  type OutgoingErrorKind,
  type OutgoingRequest,
  type OutgoingResponse,
  type SendRequest
} from '../outgoing/request.ts'

export type Attempt =
  | { readonly ok: true; readonly response: OutgoingResponse }
  | { readonly ok: false; readonly outcome: DeliveryOutcome }

/** Told to subscribers in their delivery log, so they name neither host nor address nor anything that was answered. */
const failures: Readonly<Record<OutgoingErrorKind, string>> = {
  forbidden: 'The destination led to an address that may not be connected to.',
  unreachable: 'The receiver could not be reached.',
  timeout: 'The receiver did not answer in time.',
  reset: 'The connection broke before the answer was whole.',
  too_large: 'The receiver answered more than is read.',
  aborted: 'The attempt was given up before an answer came.'
}

/**
 * Sends one request; no answer at all is a `retry`.
 * Also `forbidden`, because a literal address was refused when it was given: what is left is a name that leads astray at the moment,
 * and nothing was sent there.
 */
export async function attemptRequest(send: SendRequest, request: OutgoingRequest): Promise<Attempt> {
  try {
    return { ok: true, response: await send(request) }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { ok: false, outcome: retry(failures[error.kind]) }
  }
}

/** `retry` with a reason, not before `afterSeconds` where that is told. */
export function retry(reason: string, afterSeconds: number | null = null): DeliveryOutcome {
  return { outcome: 'retry', afterSeconds, reason }
}

/** `rejected` because the receiver is gone for good. */
export function gone(reason: string): DeliveryOutcome {
  return { outcome: 'rejected', suspend: 'gone', reason }
}

/** Accepted by the channel. */
export function sent(receipt: string | null = null): DeliveryOutcome {
  return { outcome: 'sent', receipt }
}

/** `retry` after an answer that is not a success, as late as its `Retry-After` asks. */
export function retryLater(response: OutgoingResponse, now: number): DeliveryOutcome {
  const after = retryAfterSeconds(response.headers['retry-after'], now)
  return retry(`The receiver answered ${response.status}.`, after)
}

/** Whether an answer is a success. */
export function isSuccess(response: OutgoingResponse): boolean {
  return response.status >= 200 && response.status <= 299
}
