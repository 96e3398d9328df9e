/** The messages of previews as they would look, for the page /preview while the service runs on demo data. */
import type { Alerts } from './alerts.ts'
import { composeLogged } from './compose.ts'
import type { AlertMessage, MessagePreview } from './message-ports.ts'
import { signingKey } from './tokens.ts'

export interface PreviewedMessage {
  readonly message: AlertMessage
  readonly channelKind: string
  readonly sentAt: number
  readonly appearance: MessagePreview
}

/** The newest first. Anyone can open the page, so they contain no secret. */
export async function previewedMessages(deps: Alerts, limit: number): Promise<readonly PreviewedMessage[]> {
  const newest = await deps.deliveryLog.previews(limit)
  return newest.flatMap(({ subscription, logged: { fixed, run, endedAt } }) => {
    const channel = deps.channels.get(subscription.channel)
    if (channel === undefined || fixed === null || endedAt === null) return []
    const message = composeLogged(deps, { subscription, message: fixed, run })
    const context = {
      messageId: fixed.messageId,
      now: endedAt,
      // Not the real signing key: the page shows only what a signature looks like.
      signingKey: signingKey(deps.keys, 'preview')
    }
    const appearance = channel.preview(message, subscription.destination, context)
    return [{ message, channelKind: channel.kind, sentAt: endedAt, appearance }]
  })
}
