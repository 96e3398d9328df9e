import { isFieldLocation } from '../../weather/field.ts'
import type { Alerts } from '../alerts.ts'
import type { ContentDeps } from '../content-parts.ts'
import type { Evaluator } from '../evaluate.ts'
import type { ClaimedMessage } from '../outbox-ports.ts'
import { messageIds } from '../tokens.ts'
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

export function contentDeps(deps: DispatchDeps): ContentDeps {
  return {
    timezoneOf: (location) => deps.places.find(location)?.timezone ?? 'UTC',
    messageId: messageIds(deps.random),
    nameOf: (location) => (isFieldLocation(location) ? null : (deps.places.find(location)?.name ?? location)),
    isCalled: (channel) => deps.channels.get(channel)?.kind === 'voice'
  }
}
