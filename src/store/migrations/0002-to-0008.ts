import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../schema.ts'
import type { Migration } from './migration.ts'

export const recordTables: Migration = {
  version: 2,
  name: 'record',
  async up(queries, dialect) {
    await points(queries)
    await issuedNights(queries)
    await analysedNights(queries)
    await sensors(queries, dialect)
    await observations(queries)
  }
}

async function points(queries: Kysely<Tables>): Promise<void> {
  const table = queries.schema.createTable('record_points')
  await place(texts(table, 'point_key')).addPrimaryKeyConstraint('record_points_key', ['point_key']).execute()
  await queries.schema.createIndex('record_points_by_place').on('record_points').columns(['lat']).execute()
}

async function issuedNights(queries: Kysely<Tables>): Promise<void> {
  const table = texts(queries.schema.createTable('issued_nights'), 'point_key', 'night_date', 'source')
  const measures = [
    'lead_days',
    'bias',
    'air_minimum',
    'air_sigma',
    'plant_minimum',
    'plant_sigma',
    'full_offset',
    'score',
    'p_air_frost',
    'p_plant_frost',
    'p_moderate',
    'p_strong'
  ]
  await numbers(smallNumbers(table, 'lead_day', 'synthetic'), ...measures)
    .addColumn('issued_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('issued_nights_key', ['point_key', 'synthetic', 'night_date', 'lead_day'])
    .execute()
  await queries.schema
    .createIndex('issued_nights_by_date')
    .on('issued_nights')
    .columns(['night_date'])
    .execute()
}

async function analysedNights(queries: Kysely<Tables>): Promise<void> {
  const table = texts(queries.schema.createTable('analysed_nights'), 'point_key', 'night_date', 'source')
  await numbers(smallNumbers(table, 'synthetic'), 'air_minimum', 'plant_minimum')
    .addColumn('analysed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('analysed_nights_key', ['point_key', 'synthetic', 'night_date'])
    .execute()
}

async function sensors(queries: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const table = queries.schema.createTable('sensors').addColumn('seq', dialect.countingKey as never)
  const named = texts(table, 'owner', 'point_key', 'kind', 'station')
  await place(smallNumbers(named, 'is_operators'))
    .addColumn('accepted_after_date', 'text')
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('sensors_once', ['owner', 'point_key', 'kind', 'station'])
    .execute()
  await queries.schema.createIndex('sensors_by_place').on('sensors').columns(['lat']).execute()
  await queries.schema.createIndex('sensors_by_change').on('sensors').columns(['changed_at']).execute()
}

async function observations(queries: Kysely<Tables>): Promise<void> {
  await texts(queries.schema.createTable('observations'), 'night_date')
    .addColumn('sensor_seq', 'bigint', (column) => column.notNull().references('sensors.seq'))
    .addColumn('minimum_hundredths', 'integer', (column) => column.notNull())
    .addColumn('previous_hundredths', 'integer')
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('observations_key', ['sensor_seq', 'night_date'])
    .execute()
}

type AnyTable = CreateTableBuilder<string, string>

function texts(table: AnyTable, ...names: readonly string[]): AnyTable {
  return names.reduce((so, name) => so.addColumn(name, 'text', (column) => column.notNull()), table)
}

function numbers(table: AnyTable, ...names: readonly string[]): AnyTable {
  return names.reduce((so, name) => so.addColumn(name, 'double precision', (one) => one.notNull()), table)
}

function smallNumbers(table: AnyTable, ...names: readonly string[]): AnyTable {
  return names.reduce((so, name) => so.addColumn(name, 'smallint', (column) => column.notNull()), table)
}

/** Degrees, metres and the zone that dates its nights. */
function place(table: AnyTable): AnyTable {
  return texts(numbers(table, 'lat', 'lon'), 'timezone').addColumn('elevation', 'double precision')
}

/** An ensemble for an issued night: from these and measured minima a place learns. */
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

/** Finds them by the end of their lease, without reading every stored message. */
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
  // A replaced message had no end until now.
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

/** All messages were looked up for this until now. */
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
