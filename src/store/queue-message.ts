/** Putting one message into the outbox. */
import { sql } from 'kysely'
import type { Prompt } from '../alerts/outbox-ports.ts'
import type { Database } from './database.ts'

/**
 * Queues a message for one subscription; where one of the same prompt waits already, it joins that one. The waiting row is written
 * to all the same, so that a claim that runs at this moment waits for this transaction or steps over the row.
 */
export async function enqueueOne(
  inside: Database,
  subscriptionSeq: number,
  prompt: Prompt,
  now: number
): Promise<void> {
  await sql`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at)
    values (${subscriptionSeq}, ${prompt}, 'queued', ${now}, ${now})
    on conflict (subscription_seq, prompt) where state = 'queued'
    do update set created_at = messages.created_at`.execute(inside.queries)
}
