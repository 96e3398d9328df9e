/** What a delivery needs of the house, and what it asks of it for every message. */
import type { Alerts } from '../alerts.ts'
import type { ContentDeps } from '../content.ts'
import type { Evaluator } from '../evaluate.ts'
import type { ClaimedMessage } from '../outbox-ports.ts'
import { messageIds } from '../tokens.ts'
import type { Attempting } from './attempt.ts'
import type { Receiver } from './receiver-queue.ts'

/** What of the house deliveries need. */
export type DispatchDeps = Attempting & Evaluator & Pick<Alerts, 'outbox'>

/**
 * Who answers for a message: the server that proved itself by its answer, or the one door that all messages of a channel go through
 * (the operator's mail server, a bot's platform).
 */
export function receiverOf(deps: Pick<Alerts, 'channels'>, { due }: ClaimedMessage): Receiver {
  const { channel, rateLimitKey } = due.subscription
  const isOwnServer = rateLimitKey !== null && deps.channels.get(channel)?.confirmation === 'answer'
  return isOwnServer
    ? { name: `${channel} ${rateLimitKey}`, isShared: false }
    : { name: channel, isShared: true }
}

/** The house with its places found once a delivery: a crowd asks for the same few again and again. */
export function remembering(deps: DispatchDeps): DispatchDeps {
  const found = new Map<string, ReturnType<DispatchDeps['places']['find']>>()
  const find: DispatchDeps['places']['find'] = (written) => {
    const known = found.get(written)
    if (known !== undefined) return known
    const place = deps.places.find(written)
    found.set(written, place)
    return place
  }
  return { ...deps, places: { ...deps.places, find } }
}

/** What decisions about messages need besides their rows. */
export function contentDeps(deps: DispatchDeps): ContentDeps {
  return {
    timezoneOf: (location) => deps.places.find(location)?.timezone ?? 'UTC',
    messageId: messageIds(deps.random)
  }
}
