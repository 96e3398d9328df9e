/** Messages for readers who need not be the owner: a group, a relay, a feed reader of someone else. */
import type { AlertMessage } from '../alerts/message-ports.ts'

/**
 * Its reader cannot change the subscription with it, and does not learn where a field is. How to stop it stays, as in every
 * message.
 */
export function withoutManageLink(message: AlertMessage): AlertMessage {
  const { place, links } = message
  const name = place.sharedName ?? place.name
  return { ...message, place: { ...place, name }, links: { ...links, manageUrl: null } }
}
