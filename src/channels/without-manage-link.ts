/** Messages for readers who need not be the owner: a group, a relay, a feed reader of someone else. */
import type { AlertMessage } from '../alerts/message-ports.ts'

/**
 * Its reader cannot change the subscription with it, and does not learn where a field is, neither by its name nor by its link, nor what
 * thermometer its owner has.
 * How to stop it stays, as in every message.
 */
export function withoutManageLink(message: AlertMessage): AlertMessage {
  const { place, links } = message
  const shared = { ...links, manageUrl: null }
  const { nights } = withoutOwnThermometer(message)
  if (place.sharedName === undefined) return { ...message, nights, links: shared }
  const placeUrl = new URL(`/${message.language}`, links.placeUrl).href
  return { ...message, nights, place: { ...place, name: place.sharedName }, links: { ...shared, placeUrl } }
}

/** For a topic that others may read: what moves tonight is in its numbers, but not where the owner measures it. */
export function withoutOwnThermometer(message: AlertMessage): AlertMessage {
  const nights = message.nights.map((night) =>
    night.updatedBy?.isOwn === true ? { ...night, updatedBy: null } : night
  )
  // Links are made when they are first read, by a getter that a spread leaves out.
  return { ...message, nights, links: message.links }
}
