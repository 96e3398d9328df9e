import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'
import type { Migration } from './migration.ts'

const columns = [
  'plant_learned',
  'vine_minimum',
  'vine_sigma',
  'vine_learned',
  'canopy_minimum',
  'canopy_sigma',
  'canopy_learned'
]

/** Sensors need no column: their `kind` is `plant-canopy` and the like; an older `plant` is of unknown exposure. */
export const exposuresOfIssuedNights: Migration = {
  version: 9,
  name: 'exposures of issued nights',
  async up(queries) {
    // SQLite adds one column at a time. Null in older rows: unknown.
    for (const column of columns) {
      await queries.schema.alterTable('issued_nights').addColumn(column, 'double precision').execute()
    }
  }
}

/** A temperature with a probability, decided by the distribution of the night's minimum. */
export const temperatureThresholds: Migration = {
  version: 10,
  name: 'temperature thresholds',
  async up(queries) {
    // In the order in which a running process locks them.
    await nights(queries)
    await subscriptions(queries)
  }
}

/** Null: unknown, or of an earlier version until the next run. */
async function nights(queries: Kysely<Tables>): Promise<void> {
  for (const column of ['air_mean', 'air_sigma', 'plant_mean', 'plant_sigma']) {
    await queries.schema.alterTable('nights').addColumn(column, 'double precision').execute()
  }
}

async function subscriptions(queries: Kysely<Tables>): Promise<void> {
  await queries.schema
    .alterTable('subscriptions')
    .addColumn('threshold_of', 'text', (column) => column.notNull().defaultTo('score'))
    .execute()
  for (const column of ['threshold_temperature', 'threshold_probability']) {
    await queries.schema.alterTable('subscriptions').addColumn(column, 'double precision').execute()
  }
  // Scores and temperatures are compared by different numbers; the index alone shows whether a temperature is reached.
  await queries.schema.dropIndex('subscriptions_to_evaluate').execute()
  await queries.schema
    .createIndex('subscriptions_to_evaluate')
    .on('subscriptions')
    .columns(['curve_seq', 'state', 'preview', 'threshold_of', 'threshold', 'threshold_temperature'])
    .execute()
}

/** Indexes by age, so that deleting does not read whole tables. */
export const agesOfRows: Migration = {
  version: 11,
  name: 'ages of rows',
  async up(queries) {
    for (const [table, column] of ages) {
      await queries.schema.createIndex(`${table}_by_age`).on(table).columns([column]).execute()
    }
  }
}

const ages = [
  ['kept_forecasts', 'confirmed_at'],
  ['analysed_nights', 'night_date'],
  ['allowances', 'window_start'],
  ['idempotency', 'created_at']
] as const

/** Quotas that processes on one PostgreSQL share, and which processes there are. */
export const clientQuotas: Migration = {
  version: 12,
  name: 'client quotas',
  async up(queries, dialect) {
    // SQLite is for one process, which counts in memory.
    if (dialect.engine === 'sqlite') return
    await sql`
      CREATE UNLOGGED TABLE client_quotas (
        key text PRIMARY KEY,
        slot bigint NOT NULL,
        over bigint NOT NULL,
        quota integer NOT NULL,
        wanted integer NOT NULL,
        granted integer NOT NULL,
        used integer NOT NULL,
        slots bigint[] NOT NULL,
        counts integer[] NOT NULL,
        until bigint NOT NULL
      ) WITH (fillfactor = 50)`.execute(queries)
    await sql`CREATE INDEX client_quotas_until ON client_quotas (until)`.execute(queries)
    await sql`CREATE UNLOGGED TABLE serving_processes (id text PRIMARY KEY, seen_at bigint NOT NULL)`.execute(
      queries
    )
  }
}
