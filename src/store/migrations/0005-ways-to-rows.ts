/** Indexes for queries of every minute, page and hour, so that they do not read whole tables that grow. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'
import type { Migration } from './migration.ts'

export const waysToRows: Migration = {
  version: 5,
  name: 'ways to rows',
  async up(queries) {
    // In the order in which a process that is still at work locks them.
    await runs(queries)
    await messages(queries)
    await subscriptions(queries)
    await episodes(queries)
  }
}

async function messages(queries: Kysely<Tables>): Promise<void> {
  // Until now a message replaced by a newer one had no end.
  await sql`update messages set ended_at = coalesce(last_attempt_at, created_at)
    where state = 'dropped' and ended_at is null`.execute(queries)
  await sql`create index messages_ended on messages (state, ended_at) where ended_at is not null`.execute(
    queries
  )
}

async function subscriptions(queries: Kysely<Tables>): Promise<void> {
  await sql`create index subscriptions_by_state on subscriptions (channel, state)`.execute(queries)
  await sql`create index subscriptions_previews on subscriptions (ended_at) where preview = 1`.execute(
    queries
  )
}

/** Whether a message names a run was looked up in all messages; now the run stores it. */
async function runs(queries: Kysely<Tables>): Promise<void> {
  await queries.schema
    .alterTable('runs')
    .addColumn('told', 'smallint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update runs set told = 1 where seq in (select run_seq from messages where run_seq is not null)
    or seq in (select told_run_seq from episodes where told_run_seq is not null)`.execute(queries)
  await queries.schema.dropIndex('runs_by_age').execute()
  await queries.schema.createIndex('runs_by_age').on('runs').columns(['told', 'seen_at']).execute()
}

/** Whether a night is over follows from its time: episodes are no longer marked one by one. */
async function episodes(queries: Kysely<Tables>): Promise<void> {
  await sql`update episodes set state = 'raised' where state = 'passed'`.execute(queries)
}
