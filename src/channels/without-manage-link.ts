/** Messages for readers who need not be the owner: a group, a relay, a feed reader of someone else. */
import type { AlertMessage } from '../alerts/message-ports.ts'

/**
 * Its reader cannot change the subscription with it, and does not learn where a field is: neither its name nor its link says so.
 * How to stop it stays, as in every message.
 */
export function withoutManageLink(message: AlertMessage): AlertMessage {
  const { place, links } = message
  const shared = { ...links, manageUrl: null }
  if (place.sharedName === undefined) return { ...message, links: shared }
  const placeUrl = new URL(`/${message.language}`, links.placeUrl).href
  return { ...message, place: { ...place, name: place.sharedName }, links: { ...shared, placeUrl } }
}
