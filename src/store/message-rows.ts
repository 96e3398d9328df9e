import { type Selectable, sql } from 'kysely'
import type { FixedMessage, LoggedMessage, MessageTrigger, StoredRun } from '../alerts/outbox-ports.ts'
import type { MessagesTable } from './alert-tables.ts'
import type { Database } from './database.ts'

export type MessageRow = Selectable<MessagesTable>

/** The fixed content of a message; null before the first claim. */
export function fixedOf(
  row: Pick<
    MessageRow,
    'message_id' | 'kind' | 'run_seq' | 'nights' | 'made_at' | 'counted' | 'ends_data_gap' | 'listed'
  >
): FixedMessage | null {
  if (row.message_id === null || row.kind === null || row.made_at === null) return null
  return {
    messageId: row.message_id,
    kind: row.kind as FixedMessage['kind'],
    runSeq: row.run_seq,
    nights: JSON.parse(row.nights ?? '[]') as FixedMessage['nights'],
    madeAt: row.made_at,
    counted: row.counted === 1,
    endsDataGap: row.ends_data_gap === 1,
    ...(row.listed !== null && { listed: JSON.parse(row.listed) as FixedMessage['listed'] & {} })
  }
}

export function toLogged(row: MessageRow, run: StoredRun | null): LoggedMessage {
  const waits = row.state === 'queued' || row.state === 'sending'
  return {
    seq: row.seq,
    messageId: row.message_id,
    kind: row.kind as LoggedMessage['kind'],
    trigger: row.prompt as MessageTrigger,
    state: row.state as LoggedMessage['state'],
    createdAt: row.created_at,
    attempts: row.attempts,
    lastAttemptAt: row.last_attempt_at,
    nextAttemptAt: waits ? row.next_attempt_at : null,
    endedAt: row.ended_at,
    reason: row.reason,
    receipt: row.receipt as LoggedMessage['receipt'],
    fixed: fixedOf(row),
    run
  }
}

/** Or joins one of the same trigger that waits, writing it, so that a concurrent claim waits. Returns its number. */
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
