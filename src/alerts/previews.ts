import { secondMs } from '../common/time.ts'
import type { Alerts } from './alerts.ts'
import { composeLogged } from './compose.ts'
import { proofOf } from './new-subscription.ts'
import type { Channel } from './ports.ts'
import type { StoredPreviews } from './store-ports.ts'
import { signingKey } from './tokens.ts'

/** Newest first. Anyone can open the page: no secret is in them. */
export async function previewedMessages(deps: Alerts, limit: number) {
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

/** What becomes of a preview with the first real data. `ended`: channel not set up, or the operator's key is needed. */
export type PreviewFate = 'active' | 'asked' | 'ended'

export function previewFate({
  isConfigured,
  needsOperatorKey,
  confirmation
}: Pick<Channel, 'isConfigured' | 'needsOperatorKey' | 'confirmation'>): PreviewFate {
  if (!isConfigured || needsOperatorKey) return 'ended'
  return confirmation === 'none' ? 'active' : 'asked'
}

/** The first real data make previews real before anything is raised for them, or end them. */
export async function endPreviews(
  deps: Pick<Alerts, 'channels' | 'maintenance' | 'now' | 'report'>
): Promise<void> {
  const now = deps.now()
  const stored = [...deps.channels.values()].flatMap((channel): readonly StoredPreviews[] => {
    const fate = previewFate(channel)
    if (fate === 'ended') return []
    const wait = channel.confirmWithinSeconds
    const asked = { trigger: proofOf(channel), confirmUntil: wait === null ? null : now + wait * secondMs }
    return [{ channel: channel.id, asked: fate === 'asked' ? asked : null }]
  })
  const count = await deps.maintenance.endPreviews(now, stored)
  if (count.ended + count.real > 0) {
    const message =
      `Real data have arrived: ${count.real} previews are real alerts now or are asked for their confirmation, ` +
      `${count.ended} have ended because their channel is not set up or needs a key.`
    deps.report('previews_ended', { message })
  }
}
