import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'
import type { Migration } from './migration.ts'

/** Of an ensemble, for an issued night: from these and measured minima a place learns. */
export const ensembleOfIssuedNights: Migration = {
  version: 3,
  name: 'ensemble of issued nights',
  async up(queries) {
    // SQLite adds one column at a time. Null in older rows, and without an ensemble.
    for (const column of ['ensemble_mean', 'ensemble_spread']) {
      await queries.schema.alterTable('issued_nights').addColumn(column, 'double precision').execute()
    }
  }
}

/** By the end of their lease, without reading every stored message. */
export const leasesOfMessages: Migration = {
  version: 4,
  name: 'leases of messages',
  async up(queries) {
    await sql`drop index messages_under_way`.execute(queries)
    await sql`create index messages_under_way on messages (subscription_seq, leased_until) where state = 'sending'`.execute(
      queries
    )
  }
}

/** Indexes for queries of every minute, page and hour. */
export const waysToRows: Migration = {
  version: 5,
  name: 'ways to rows',
  async up(queries) {
    // In the order in which a running process locks them.
    await runs(queries)
    await messages(queries)
    await subscriptions(queries)
    await episodes(queries)
  }
}

async function messages(queries: Kysely<Tables>): Promise<void> {
  // Until now a replaced message had no end.
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

/** Until now all messages were looked up for this. */
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

/** A night is over by its time: episodes are no longer marked. */
async function episodes(queries: Kysely<Tables>): Promise<void> {
  await sql`update episodes set state = 'raised' where state = 'passed'`.execute(queries)
}

/** Shares a limited number of places between networks. */
export const networksOfClients: Migration = {
  version: 6,
  name: 'networks of clients',
  async up(queries) {
    await addNetworks(queries)
    // The index alone answers how many living ones a channel has, and from which networks.
    await queries.schema.dropIndex('subscriptions_by_state').execute()
    await sql`create index subscriptions_by_state on subscriptions (channel, state, near_network, wide_network)`.execute(
      queries
    )
  }
}

async function addNetworks(queries: Kysely<Tables>): Promise<void> {
  for (const column of ['near_network', 'wide_network']) {
    await queries.schema.alterTable('subscriptions').addColumn(column, 'text').execute()
  }
}

/** A message about nights may say that forecasts are back. */
export const endOfDataGap: Migration = {
  version: 7,
  name: 'end of data gap',
  async up(queries) {
    await queries.schema
      .alterTable('messages')
      .addColumn('ends_data_gap', 'smallint', (column) => column.notNull().defaultTo(0))
      .execute()
  }
}

/** Messages of one spell answer the first one, and webhooks' secrets can be rotated. */
export const threadsAndSecrets: Migration = {
  version: 8,
  name: 'threads and secrets',
  async up(queries) {
    await queries.schema.alterTable('episodes').addColumn('thread', 'text').execute()
    await queries.schema
      .alterTable('subscriptions')
      .addColumn('secret_number', 'smallint', (column) => column.notNull().defaultTo(0))
      .execute()
    await queries.schema.alterTable('subscriptions').addColumn('secret_changed_at', 'bigint').execute()
  }
}
