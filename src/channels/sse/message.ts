/** A message as a server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
import type { AlertMessage } from '../../alerts/message-ports.ts'
import { renderAlert } from '../../language/alert-messages/render-alert.ts'
import { messageData } from '../message-data.ts'
import { withoutManageLink } from '../without-manage-link.ts'

/**
 * The event's data: the message for programs and its text. Anyone who has the stream's address may read it,
 * and nothing else.
 */
export function eventData(composed: AlertMessage): Record<string, unknown> {
  const message = withoutManageLink(composed)
  const { title, short, text } = renderAlert(message)
  return { type: `frost.alert.${message.kind}`, ...messageData(message), title, short, text }
}

/**
 * One event, ending with its empty line. Its id is the message's, for `Last-Event-ID`.
 * All events have the default type, so that `onmessage` receives them; the kind is in `data.type`. JSON has
 * no line breaks, so nothing in a message can begin a field or an event.
 */
export function renderServerSentEvent(messageId: string, message: AlertMessage): string {
  return `id: ${messageId.replaceAll(/[\r\n\0]/g, '')}\ndata: ${JSON.stringify(eventData(message))}\n\n`
}

/** A comment, so that proxies do not close a quiet stream. */
export const keepAliveEvent = ': still here\n\n'

/** The beginning of a stream: how long a reader waits before it connects again. */
export function streamOpening(retrySeconds: number): string {
  return `retry: ${Math.round(retrySeconds * 1000)}\n\n`
}
