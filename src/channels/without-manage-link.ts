/** Messages for readers who need not be the owner: a group, a relay, a feed reader of someone else. */
import type { AlertMessage } from '../alerts/message-ports.ts'

/** Its reader cannot change the subscription with it. How to stop it stays, as in every message. */
export function withoutManageLink(message: AlertMessage): AlertMessage {
  return { ...message, links: { ...message.links, manageUrl: null } }
}
