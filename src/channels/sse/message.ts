/** A message as a server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
import type { AlertMessage } from '../../alerts/message-ports.ts'
import { secondMs } from '../../common/time.ts'
import { messageEnvelope } from '../message-data.ts'
import { withoutManageLink } from '../without-manage-link.ts'

/**
 * The envelope; the members of its `data` stand beside it, too, as readers of the first version expect. Who has
 * the stream's address may read, and no more.
 */
export function eventData(composed: AlertMessage, messageId: string): Record<string, unknown> {
  const envelope = messageEnvelope(withoutManageLink(composed), messageId)
  return { ...envelope, ...envelope.data }
}

/**
 * One event, ending with its empty line. Its id is the message's, for `Last-Event-ID`.
 * All events have the default type, so that `onmessage` receives them; the kind is in `data.type`. JSON has
 * no line breaks, so nothing in a message can begin a field or an event.
 */
export function renderServerSentEvent(messageId: string, message: AlertMessage): string {
  return `id: ${messageId.replaceAll(/[\r\n\0]/g, '')}\ndata: ${JSON.stringify(eventData(message, messageId))}\n\n`
}

/** A comment, so that proxies do not close a quiet stream. */
export const keepAliveEvent = ': still here\n\n'

/** The beginning of a stream: how long a reader waits before it connects again. */
export function streamOpening(retrySeconds: number): string {
  return `retry: ${Math.round(retrySeconds * secondMs)}\n\n`
}
