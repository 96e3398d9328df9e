/** The messages of one spell are one conversation where a channel has conversations: each answers the first. */
import type { MessageKind } from './message-ports.ts'
import type { ClaimedMessage } from './outbox-ports.ts'

const apart: ReadonlySet<MessageKind> = new Set(['test', 'still_watching', 'verify', 'confirm'])

/**
 * What the channel called the first message about any night of this one; null where this one begins a
 * conversation or belongs to none.
 */
export function threadOf({
  due,
  message
}: {
  readonly due: Pick<ClaimedMessage['due'], 'threads'>
  readonly message: ClaimedMessage['message']
}): string | null {
  if (due.threads.size === 0 || apart.has(message.kind)) return null
  for (const { date } of message.nights) {
    const thread = due.threads.get(date)
    if (thread !== undefined) return thread
  }
  return null
}
