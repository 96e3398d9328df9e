/** Puts one message into the outbox. */
import { sql } from 'kysely'
import type { MessageTrigger } from '../alerts/outbox-ports.ts'
import type { Database } from './database.ts'

/**
 * Queues a message for one subscription, or joins one of the same trigger that already waits. The waiting row
 * is written in both cases, so that a concurrent claim waits for this transaction or skips the row. Returns its number.
 */
export async function enqueueOne(
  inside: Database,
  subscriptionSeq: number,
  trigger: MessageTrigger,
  now: number,
  dueAt = now
): Promise<number> {
  const { rows } = await sql<{
    seq: number
  }>`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at)
    values (${subscriptionSeq}, ${trigger}, 'queued', ${now}, ${dueAt})
    on conflict (subscription_seq, prompt) where state = 'queued'
    do update set created_at = messages.created_at
    returning seq`.execute(inside.queries)
  const [row] = rows
  if (row === undefined) throw new Error('A message was not queued.')
  return row.seq
}
