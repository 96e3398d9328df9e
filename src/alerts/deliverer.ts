/** What a delivery needs of the house, and what it asks of it for every message. */
import type { Alerts } from './alerts.ts'
import type { Attempting } from './attempt.ts'
import type { Evaluator } from './evaluate.ts'
import type { Receiver } from './lane.ts'
import type { ClaimedMessage } from './outbox-ports.ts'
import { alertRules } from './rules.ts'
import { messageIds } from './tokens.ts'
import type { Saying } from './what-to-say.ts'

/** What of the house deliveries need. */
export type Deliverer = Attempting & Evaluator & Pick<Alerts, 'outbox'>

/**
 * Who answers for a message: the server that proved itself by its answer, or the one door that all messages of a channel go through
 * (the operator's mail server, a bot's platform).
 */
export function receiverOf(house: Pick<Alerts, 'channels'>, { due }: ClaimedMessage): Receiver {
  const { channel, limitedBy } = due.subscription
  const isOwnServer = limitedBy !== null && house.channels.get(channel)?.confirmation === 'answer'
  return isOwnServer
    ? { name: `${channel} ${limitedBy}`, isShared: false }
    : { name: channel, isShared: true }
}

/** The house with its places found once a delivery: a crowd asks for the same few again and again. */
export function remembering(house: Deliverer): Deliverer {
  const found = new Map<string, ReturnType<Deliverer['places']['find']>>()
  const find: Deliverer['places']['find'] = (written) => {
    const known = found.get(written)
    if (known !== undefined) return known
    const place = house.places.find(written)
    found.set(written, place)
    return place
  }
  return { ...house, places: { ...house.places, find } }
}

/** What decisions about messages need besides their rows. */
export function saying(house: Deliverer): Saying {
  return {
    timezoneOf: (location) => house.places.find(location)?.timezone ?? 'UTC',
    messageId: messageIds(house.random),
    rules: alertRules
  }
}
