/** Converts messages between rows and values. */
import type { Selectable } from 'kysely'
import type { FixedMessage, LoggedMessage, MessageTrigger, StoredRun } from '../alerts/outbox-ports.ts'
import type { MessagesTable } from './alert-tables.ts'

/** A row of `messages`. */
export type MessageRow = Selectable<MessagesTable>

/** The content that a claim fixed, or null before the first one. */
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

/** The entry of the delivery log for a row. */
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
