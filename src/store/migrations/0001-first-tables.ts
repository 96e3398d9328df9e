import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Tables } from '../schema.ts'
import type { Migration } from './migration.ts'

export const firstTables: Migration = {
  version: 1,
  name: 'first tables',
  async up(queries, dialect) {
    await forecastsOfAlerts(queries, dialect)
    await subscriptions(queries, dialect)
    await subscriptionIndexes(queries)
    await episodes(queries, dialect)
    await messages(queries, dialect)
    await appTables(queries, dialect)
  }
}

async function forecastsOfAlerts(queries: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await texts(
    queries.schema.createTable('curves').addColumn('seq', dialect.countingKey as never),
    'location',
    'crop',
    'stage',
    'exposure'
  )
    .addColumn('stage_old', 'smallint', (column) => column.notNull())
    .addColumn('current_run_seq', 'bigint')
    .addColumn('episodes_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('curves_once', ['location', 'crop', 'stage', 'exposure', 'stage_old'])
    .execute()
  const runs = texts(
    queries.schema.createTable('runs').addColumn('seq', dialect.countingKey as never),
    'run_id',
    'attribution'
  )
  await instants(runs, 'curve_seq', 'issued_at', 'confirmed_at', 'seen_at')
    .addColumn('synthetic', 'smallint', (column) => column.notNull())
    .execute()
  await queries.schema.createIndex('runs_by_age').on('runs').column('seen_at').execute()
  const nights = instants(queries.schema.createTable('nights'), 'run_seq', 'coldest_at', 'over_at')
  await texts(nights, 'night_date', 'facts')
    .addColumn('watched', 'smallint', (column) => column.notNull())
    .addColumn('score', 'double precision')
    .addColumn('level_rank', 'smallint', (column) => column.notNull())
    .addColumn('minimum_tenths', 'integer')
    .addColumn('p10_tenths', 'integer')
    .addColumn('from_hour', 'integer')
    .addColumn('dusk_at', 'bigint')
    .addPrimaryKeyConstraint('nights_key', ['run_seq', 'night_date'])
    .execute()
}

async function subscriptions(queries: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const table = queries.schema
    .createTable('subscriptions')
    .addColumn('seq', dialect.countingKey as never)
    .addColumn('id', 'text', (column) => column.notNull().unique())
  const named = texts(
    table,
    'state',
    'location',
    'channel',
    'language',
    'crop',
    'stage',
    'exposure',
    'client'
  )
  await instants(named, 'created_at')
    .addColumn('curve_seq', 'bigint', (column) => column.notNull().references('curves.seq'))
    .addColumn('threshold', 'double precision', (column) => column.notNull())
    .addColumn('clear_below', 'double precision', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('label', 'text')
    .addColumn('destination', 'text')
    .addColumn('same_as', 'text')
    .addColumn('limited_by', 'text')
    .addColumn('stage_given_at', 'bigint')
    .addColumn('confirm_until', 'bigint')
    .addColumn('confirmed_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('last_sent_at', 'bigint')
    .addColumn('read_at', 'bigint')
    .addColumn('blind_date', 'text')
    .addColumn('blind_open', 'smallint', (column) => column.notNull().defaultTo(0))
    .addColumn('blind_told', 'smallint', (column) => column.notNull().defaultTo(0))
    .addColumn('preview', 'smallint', (column) => column.notNull())
    .execute()
}

async function subscriptionIndexes(queries: Kysely<Tables>): Promise<void> {
  await queries.schema
    .createIndex('subscriptions_to_evaluate')
    .on('subscriptions')
    .columns(['curve_seq', 'state', 'preview', 'threshold'])
    .execute()
  await sql`create index subscriptions_blind on subscriptions (curve_seq) where blind_open = 1`.execute(
    queries
  )
  await queries.schema
    .createIndex('subscriptions_same_destination')
    .on('subscriptions')
    .columns(['same_as', 'channel'])
    .where('same_as', 'is not', null)
    .execute()
  await queries.schema
    .createIndex('subscriptions_of_client')
    .on('subscriptions')
    .columns(['client', 'created_at'])
    .execute()
}

async function episodes(queries: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const table = queries.schema
    .createTable('episodes')
    .addColumn('subscription_seq', 'bigint', (column) => column.notNull().references('subscriptions.seq'))
  await instants(texts(table, 'night_date', 'state'), 'raised_at', 'over_at')
    .addColumn('clearing_at', 'bigint')
    .addColumn('clearing_run_seq', 'bigint')
    .addColumn('dusk_done', 'smallint', (column) => column.notNull().defaultTo(0))
    .addColumn('told_at', 'bigint')
    .addColumn('told_run_seq', 'bigint')
    .addColumn('told_state', 'text')
    .addPrimaryKeyConstraint('episodes_key', ['subscription_seq', 'night_date'])
    .modifyEnd(dialect.storedByKey)
    .execute()
}

async function messages(queries: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const table = queries.schema
    .createTable('messages')
    .addColumn('seq', dialect.countingKey as never)
    .addColumn('subscription_seq', 'bigint', (column) => column.notNull().references('subscriptions.seq'))
  await instants(texts(table, 'prompt', 'state'), 'created_at', 'next_attempt_at')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('leased_by', 'text')
    .addColumn('leased_until', 'bigint')
    .addColumn('message_id', 'text')
    .addColumn('kind', 'text')
    .addColumn('run_seq', 'bigint')
    .addColumn('nights', 'text')
    .addColumn('made_at', 'bigint')
    .addColumn('counted', 'smallint', (column) => column.notNull().defaultTo(0))
    .addColumn('last_attempt_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('reason', 'text')
    .execute()
  // A second change joins the first.
  await sql`create unique index messages_waiting on messages (subscription_seq, prompt) where state = 'queued'`.execute(
    queries
  )
  await sql`create index messages_under_way on messages (subscription_seq) where state = 'sending'`.execute(
    queries
  )
  await sql`create index messages_due on messages (next_attempt_at, seq) where state = 'queued'`.execute(
    queries
  )
  await queries.schema
    .createIndex('messages_of_subscription')
    .on('messages')
    .columns(['subscription_seq', 'seq'])
    .execute()
}

async function appTables(queries: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await instants(
    texts(queries.schema.createTable('kept_forecasts'), 'source', 'point_key', 'meta'),
    'confirmed_at'
  )
    .addColumn('body', dialect.bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('kept_forecasts_key', ['source', 'point_key'])
    .execute()
  await instants(texts(queries.schema.createTable('allowances'), 'scope', 'key'), 'window_start')
    .addColumn('used', 'double precision', (column) => column.notNull())
    .addPrimaryKeyConstraint('allowances_key', ['scope', 'key', 'window_start'])
    .execute()
  await instants(texts(queries.schema.createTable('api_keys'), 'id', 'hash', 'tier', 'label'), 'created_at')
    .addColumn('operator', 'smallint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .addPrimaryKeyConstraint('api_keys_key', ['id'])
    .addUniqueConstraint('api_keys_hash', ['hash'])
    .execute()
  const idempotency = texts(queries.schema.createTable('idempotency'), 'client', 'key', 'body_hash')
  await instants(texts(idempotency, 'subscription_id'), 'created_at')
    .addColumn('answer', 'text')
    .addPrimaryKeyConstraint('idempotency_key', ['client', 'key'])
    .execute()
  await instants(texts(queries.schema.createTable('secrets'), 'name', 'value'), 'created_at')
    .addPrimaryKeyConstraint('secrets_key', ['name'])
    .execute()
  await instants(texts(queries.schema.createTable('leases'), 'name', 'holder'), 'until')
    .addPrimaryKeyConstraint('leases_key', ['name'])
    .execute()
}

type AnyTable = CreateTableBuilder<string, string>

function texts(table: AnyTable, ...names: readonly string[]): AnyTable {
  return names.reduce((so, name) => so.addColumn(name, 'text', (column) => column.notNull()), table)
}

function instants(table: AnyTable, ...names: readonly string[]): AnyTable {
  return names.reduce((so, name) => so.addColumn(name, 'bigint', (column) => column.notNull()), table)
}
