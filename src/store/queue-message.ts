/** Puts one message into the outbox. */
import { sql } from 'kysely'
import type { MessageTrigger } from '../alerts/outbox-ports.ts'
import type { Database } from './database.ts'

/**
 * Queues a message for one subscription, or joins one of the same trigger that already waits. The waiting row
 * is written in both cases, so that a concurrent claim waits for this transaction or skips the row.
 */
export async function enqueueOne(
  inside: Database,
  subscriptionSeq: number,
  trigger: MessageTrigger,
  now: number
): Promise<void> {
  await sql`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at)
    values (${subscriptionSeq}, ${trigger}, 'queued', ${now}, ${now})
    on conflict (subscription_seq, prompt) where state = 'queued'
    do update set created_at = messages.created_at`.execute(inside.queries)
}
