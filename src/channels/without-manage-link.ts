/** Messages for readers who need not be the owner: those of a group, a relay, a feed reader on somebody else's machine. */
import type { AlertMessage } from '../alerts/message-ports.ts'

/** Nothing in it lets its reader change the subscription; how to stop it stays, as in every message. */
export function withoutManageLink(message: AlertMessage): AlertMessage {
  return { ...message, links: { ...message.links, manageUrl: null } }
}
