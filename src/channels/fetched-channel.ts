import type { AlertMessage, MessagePreview } from '../alerts/message-ports.ts'
import type { Channel } from '../alerts/ports.ts'
import type { OpenFolder } from './channel-kind.ts'
import { prepared, refuseAny } from './destination.ts'
import { sent } from './http-attempt.ts'

/** A channel that readers fetch: its address is given at once, and a message in the log counts as delivered. */
export function fetchedChannel(folder: {
  readonly fetchedAs: NonNullable<Channel['fetchedAs']>
  readonly setup: Channel['setup']
  readonly preview: (message: AlertMessage, messageId: string) => MessagePreview
}): OpenFolder {
  const { fetchedAs, setup, preview } = folder
  return {
    channel: {
      pushes: false,
      takesMinimalBody: true,
      fetchedAs,
      prepare: async ({ destination }) => refuseAny(destination) ?? prepared({}),
      setup,
      deliver: async () => sent(),
      preview: (message, _destination, { messageId }) => preview(message, messageId)
    }
  }
}
