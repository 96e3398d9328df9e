import type { DeliveryOutcome } from '../alerts/ports.ts'
import { retryAfterSeconds } from '../common/http-date.ts'
import {
  OutgoingError,
  type OutgoingErrorKind,
  type OutgoingRequest,
  type OutgoingResponse,
  type SendRequest
} from '../outgoing/request.ts'
import { withWords, wordsOfAnswer } from './other-side.ts'

/** Reasons in subscribers' delivery logs: no host, no address. */
const failures: Readonly<Record<OutgoingErrorKind, string>> = {
  forbidden: 'The destination led to an address that may not be connected to.',
  unreachable: 'The receiver could not be reached.',
  timeout: 'The receiver did not answer in time.',
  reset: 'The connection broke before the answer was whole.',
  too_large: 'The receiver answered more than is read.',
  aborted: 'The attempt was given up before an answer came.'
}

/** No answer is a `retry`, as is `forbidden`: a name has a wrong address at the moment, and nothing was sent. */
export async function attemptRequest(
  send: SendRequest,
  request: OutgoingRequest
): Promise<
  | { readonly ok: true; readonly response: OutgoingResponse }
  | { readonly ok: false; readonly outcome: DeliveryOutcome }
> {
  try {
    return { ok: true, response: await send(request) }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { ok: false, outcome: retry(failures[error.kind]) }
  }
}

/** A retry, not before `afterSeconds`. */
export function retry(reason: string, afterSeconds: number | null = null): DeliveryOutcome {
  return { outcome: 'retry', afterSeconds, reason }
}

export function gone(reason: string): DeliveryOutcome {
  return { outcome: 'rejected', suspend: 'gone', reason }
}

export function sent(thread: string | null = null): DeliveryOutcome {
  return { outcome: 'sent', thread }
}

/** The retry after a failure, honouring `Retry-After`. @param sent see `withWords` */
export function retryLater(
  response: OutgoingResponse,
  now: number,
  sent: readonly string[]
): DeliveryOutcome {
  const after = retryAfterSeconds(response.headers['retry-after'], now)
  const words = withWords(wordsOfAnswer(response), sent)
  return retry(`The receiver answered ${response.status}${words}`, after)
}

export function isSuccess(response: OutgoingResponse): boolean {
  return response.status >= 200 && response.status <= 299
}
