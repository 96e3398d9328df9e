import type { AlertMessage } from '../../alerts/message-ports.ts'
import { secondMs } from '../../common/time.ts'
import { channelKind } from '../channel-kind.ts'
import { fetchedChannel } from '../fetched-channel.ts'
import { messageEnvelope } from '../message-data.ts'
import { withoutManageLink } from '../without-manage-link.ts'

/**
 * A message as a server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html). Members of
 * `data` stand alongside it too, for readers of the first version. Readers of the address only read.
 */
export function eventData(composed: AlertMessage, messageId: string): Record<string, unknown> {
  const envelope = messageEnvelope(withoutManageLink(composed), messageId)
  return { ...envelope, ...envelope.data }
}

/** An event; its id is for `Last-Event-ID`. The kind is in `data.type`, so `onmessage` gets all. JSON is one line. */
export function renderServerSentEvent(messageId: string, message: AlertMessage): string {
  return `id: ${messageId.replaceAll(/[\r\n\0]/g, '')}\ndata: ${JSON.stringify(eventData(message, messageId))}\n\n`
}

/** A comment that keeps proxies from closing a quiet stream. */
export const keepAliveEvent = ': still here\n\n'

/** How long a reader waits before it connects again. */
export function streamOpening(retrySeconds: number): string {
  return `retry: ${Math.round(retrySeconds * secondMs)}\n\n`
}

export const sseKind = channelKind({
  kind: 'sse',
  names: { en: 'Event stream', tr: 'Olay akışı (yazılımcılar için)' },
  row: { body: '–', unconfigured: 'yes', firstState: 'active', sends: 'no: your program reads' },
  environment: {},
  open: async () =>
    fetchedChannel({
      fetchedAs: 'events',
      setup: ({ streamUrl }) => ({ url: streamUrl, secret: null, instructions: 'open_stream' }),
      preview: (message, messageId) => ({
        appearance: 'request',
        title: String(eventData(message, messageId)['title']),
        text: renderServerSentEvent(messageId, message),
        headers: []
      })
    })
})
