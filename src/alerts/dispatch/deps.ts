import type { Alerts } from '../alerts.ts'
import type { Evaluator } from '../evaluate.ts'
import type { ClaimedMessage } from '../outbox-ports.ts'
import type { AttemptDeps } from './attempt.ts'
import type { Receiver } from './receiver-queue.ts'

export type DispatchDeps = AttemptDeps & Evaluator & Pick<Alerts, 'outbox'>

export function receiverOf(deps: Pick<Alerts, 'channels'>, { due }: ClaimedMessage): Receiver {
  const { channel, rateLimitKey } = due.subscription
  const isOwnServer = rateLimitKey !== null && deps.channels.get(channel)?.confirmation === 'answer'
  return isOwnServer
    ? { name: `${channel} ${rateLimitKey}`, isShared: false }
    : { name: channel, isShared: true }
}
