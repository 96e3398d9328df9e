/** Event streams: a secret address for the delivery log, read live. */
import type { EnvironmentDescription } from '../../config/environment.ts'
import { channelKind } from '../channel-kind.ts'
import { fetchedChannel } from '../fetched-channel.ts'
import { eventData, renderServerSentEvent } from './message.ts'

const sseEnvironment = {} as const satisfies EnvironmentDescription

export const sseKind = channelKind({
  kind: 'sse',
  names: { en: 'Event stream', tr: 'Olay akışı (yazılımcılar için)' },
  row: { body: '–', unconfigured: 'yes', firstState: 'active', sends: 'no: your program reads' },
  environment: sseEnvironment,
  open: async () =>
    fetchedChannel({
      kind: 'sse',
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
