/** A message as a server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
import type { AlertMessage } from '../../alerts/message-ports.ts'
import { secondMs } from '../../common/time.ts'
import { messageEnvelope } from '../message-data.ts'
import { withoutManageLink } from '../without-manage-link.ts'

/**
 * The envelope, the members of `data` also beside it, as readers of the first version expect. Who has the address may
 * read, and no more.
 */
export function eventData(composed: AlertMessage, messageId: string): Record<string, unknown> {
  const envelope = messageEnvelope(withoutManageLink(composed), messageId)
  return { ...envelope, ...envelope.data }
}

/**
 * Its id serves `Last-Event-ID`; the default type makes `onmessage` receive it, the kind is in `data.type`. JSON has no
 * line breaks: nothing in it can begin a field or an event.
 */
export function renderServerSentEvent(messageId: string, message: AlertMessage): string {
  return `id: ${messageId.replaceAll(/[\r\n\0]/g, '')}\ndata: ${JSON.stringify(eventData(message, messageId))}\n\n`
}

/** Proxies do not close a quiet stream. */
export const keepAliveEvent = ': still here\n\n'

/** How long a reader waits before it connects again. */
export function streamOpening(retrySeconds: number): string {
  return `retry: ${Math.round(retrySeconds * secondMs)}\n\n`
}
