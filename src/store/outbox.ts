/** The outbox, put together. */
import { sql } from 'kysely'
import type { Outbox } from '../alerts/store-ports.ts'
import { type Database, transact } from './database.ts'
import { claimDue } from './outbox-claim.ts'
import { recordOutcomes } from './outbox-record.ts'
import { enqueueOne } from './queue-message.ts'
import type { RunReader } from './runs.ts'

/** The outbox on an opened database. */
export function outbox(database: Database, readRuns: RunReader): Outbox {
  return {
    claim: (claim) => claimDue(database, readRuns, claim),
    record: (recordings, worker, now) => recordOutcomes(database, recordings, worker, now),
    enqueue: (subscriptionId, prompt, now) =>
      transact(database, async (inside) => {
        const row = await inside.queries
          .selectFrom('subscriptions')
          .select('seq')
          .where('id', '=', subscriptionId)
          .executeTakeFirst()
        if (row === undefined) return
        await enqueueOne(inside, row.seq, prompt, now)
        // Somebody asks now: one that waits for its next try is not left waiting.
        await inside.queries
          .updateTable('messages')
          .set({ next_attempt_at: now })
          .where('subscription_seq', '=', row.seq)
          .where('prompt', '=', prompt)
          .where('state', '=', 'queued')
          .where('next_attempt_at', '>', now)
          .execute()
      }),
    nextDueAt: () => nextDueAt(database),
    waiting: () => waiting(database)
  }
}

async function nextDueAt(database: Database): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`select min(case when state = 'sending' then leased_until
    else next_attempt_at end) as at from messages where state in ('queued', 'sending')`.execute(
    database.queries
  )
  return rows[0]?.at ?? null
}

async function waiting(database: Database): Promise<{ count: number; oldestDueAt: number | null }> {
  const { rows } = await sql<{ count: number; oldest: number | null }>`select count(*) as count,
    min(next_attempt_at) as oldest from messages where state in ('queued', 'sending')`.execute(
    database.queries
  )
  return { count: rows[0]?.count ?? 0, oldestDueAt: rows[0]?.oldest ?? null }
}
