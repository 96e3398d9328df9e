import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Readings of thermometers at instants, from which nights follow, and the reports of airports. */
export const readingTables: Migration = {
  version: 13,
  name: 'readings',
  async up(queries, dialect) {
    // SQLite adds one column at a time.
    await sql`alter table sensors add column last_reading_at bigint`.execute(queries)
    await sql`alter table sensors add column revoked_at bigint`.execute(queries)
    await sql`alter table observations add column from_readings smallint not null default 0`.execute(queries)
    await sql`create index sensors_by_reading on sensors (last_reading_at)`.execute(queries)
    await sql`create table readings (
      sensor_seq bigint not null references sensors (seq),
      measured_at bigint not null,
      temperature_hundredths integer not null,
      dew_point_hundredths integer,
      wind_speed_hundredths integer,
      received_at bigint not null,
      primary key (sensor_seq, measured_at)) ${dialect.storedByKey}`.execute(queries)
    await sql`create index readings_by_age on readings (measured_at)`.execute(queries)
    await sql`create table airports (
      icao text not null primary key,
      name text not null,
      lat double precision not null,
      lon double precision not null,
      elevation double precision not null)`.execute(queries)
    await sql`create index airports_by_place on airports (lat)`.execute(queries)
    await sql`create table airport_reports (
      icao text not null references airports (icao),
      measured_at bigint not null,
      temperature_tenths integer not null,
      dew_point_tenths integer,
      wind_speed_hundredths integer,
      cloud_cover_percent smallint,
      is_whole smallint not null,
      primary key (icao, measured_at)) ${dialect.storedByKey}`.execute(queries)
    await sql`create index airport_reports_by_age on airport_reports (measured_at)`.execute(queries)
  }
}

/** With a cold hour set aside a night clears no alert; nights of past forecasts are marked. */
export const nightMarks: Migration = {
  version: 14,
  name: 'marks of nights',
  async up(queries) {
    await queries.schema
      .alterTable('nights')
      .addColumn('may_clear', 'smallint', (column) => column.notNull().defaultTo(1))
      .execute()
    await queries.schema
      .alterTable('issued_nights')
      .addColumn('back_filled', 'smallint', (column) => column.notNull().defaultTo(0))
      .execute()
  }
}

/** Issued nights are chained by hashes; nights of airports and evening updates are stored. */
export const chainedNights: Migration = {
  version: 15,
  name: 'chained nights',
  async up(queries) {
    // SQLite adds one column at a time. Null in older rows, which stay outside.
    await sql`alter table issued_nights add column method text`.execute(queries)
    await sql`alter table issued_nights add column recorded_at bigint`.execute(queries)
    await sql`alter table issued_nights add column chain_seq bigint`.execute(queries)
    await sql`alter table issued_nights add column chain_hash text`.execute(queries)
    // Unique: no two nights can follow the same one.
    await sql`create unique index issued_nights_chain on issued_nights (point_key, synthetic, chain_seq)`.execute(
      queries
    )
    await sql`create table night_chains (
      point_key text not null,
      synthetic smallint not null,
      last_seq bigint not null,
      last_hash text not null,
      removed_seq bigint not null,
      removed_hash text not null,
      removed_at bigint,
      signature text,
      primary key (point_key, synthetic))`.execute(queries)
    await sql`create table airport_nights (
      icao text not null references airports (icao),
      night_date text not null,
      minimum_tenths integer not null,
      is_whole smallint not null,
      primary key (icao, night_date))`.execute(queries)
    await sql`create table evening_nights (
      point_key text not null,
      night_date text not null,
      measured_at bigint not null,
      forecast_minimum double precision not null,
      forecast_sigma double precision not null,
      updated_minimum double precision not null,
      updated_sigma double precision not null,
      primary key (point_key, night_date))`.execute(queries)
    await sql`create index evening_nights_by_date on evening_nights (night_date)`.execute(queries)
    await sql`create index airport_nights_by_date on airport_nights (night_date)`.execute(queries)
  }
}

/** Daily minima of an archive by cell and year, and cells whose years are wanted. */
export const archiveTables: Migration = {
  version: 16,
  name: 'archive',
  async up(queries, dialect) {
    await sql`create table archive_cells (
      source text not null,
      cell text not null,
      lat double precision not null,
      lon double precision not null,
      timezone text not null,
      is_watched smallint not null,
      wanted_at bigint not null,
      primary key (source, cell)) ${dialect.storedByKey}`.execute(queries)
    await queries.schema
      .createTable('archive_years')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('cell', 'text', (column) => column.notNull())
      .addColumn('year', 'integer', (column) => column.notNull())
      .addColumn('elevation', 'double precision')
      .addColumn('minima', dialect.bytes, (column) => column.notNull())
      .addColumn('fetched_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('archive_years_key', ['source', 'cell', 'year'])
      .execute()
    await sql`create index archive_years_by_fetch on archive_years (source, fetched_at)`.execute(queries)
  }
}

/**
 * On PostgreSQL issued nights, by far the largest table, are a table a month, so that old space is given back. What is
 * there stays, as the partition of all months up to its last, and ages away. The partition for months that have none
 * stays empty, because creating one looks through it. A key of partitions has the date in it.
 * A version may name older ones that work with it.
 */
export const months: Migration = {
  version: 17,
  name: 'months of issued nights',
  async up(queries, dialect) {
    await sql`alter table schema_versions add column works_from integer`.execute(queries)
    if (!dialect.storesByMonth) return
    const { rows } = await sql<{ next: string | null }>`select
      to_char(date_trunc('month', max(night_date)::date) + interval '1 month', 'YYYY-MM-DD') as next
      from issued_nights`.execute(queries)
    const next = rows[0]?.next ?? null
    const statements = [
      'alter table issued_nights rename to issued_nights_old',
      'alter table issued_nights_old rename constraint issued_nights_key to issued_nights_old_key',
      'alter index issued_nights_by_date rename to issued_nights_old_by_date',
      'drop index issued_nights_chain',
      'create table issued_nights (like issued_nights_old including defaults) partition by range (night_date)',
      'alter table issued_nights add constraint issued_nights_key primary key (point_key, synthetic, ' +
        'night_date, lead_day)',
      'create index issued_nights_by_date on issued_nights (night_date)',
      'create unique index issued_nights_chain on issued_nights (point_key, synthetic, chain_seq, night_date)',
      next === null
        ? 'drop table issued_nights_old'
        : `alter table issued_nights attach partition issued_nights_old for values from (minvalue) to ('${next}')`,
      'create table issued_nights_other partition of issued_nights default'
    ]
    for (const statement of statements) await sql.raw(statement).execute(queries)
  }
}

const members = 'location, crop, stage, exposure, stage_old'

export const ownCurves: Migration = {
  version: 18,
  name: 'own curves',
  async up(queries, { engine }) {
    for (const statement of engine === 'sqlite' ? rebuild : alter) await sql.raw(statement).execute(queries)
  }
}

/** Empty where everyone's thermometers count, because NULL is never equal to itself. */
const owner = `owner text not null default ''`

const alter: readonly string[] = [
  'alter table curves drop constraint curves_once',
  `alter table curves add column ${owner}`,
  `alter table curves add constraint curves_once unique (${members}, owner)`
]

/** SQLite cannot change a key; what subscriptions miss meanwhile is counted, and there before the transaction ends. */
const rebuild: readonly string[] = [
  'pragma defer_foreign_keys = on',
  'create table curves_before as select * from curves',
  'drop table curves',
  `create table curves (
    seq integer primary key autoincrement,
    location text not null,
    crop text not null,
    stage text not null,
    exposure text not null,
    stage_old smallint not null,
    current_run_seq bigint,
    episodes_until bigint not null default 0,
    ${owner},
    constraint curves_once unique (${members}, owner))`,
  `insert into curves (seq, ${members}, current_run_seq, episodes_until)
    select seq, ${members}, current_run_seq, episodes_until from curves_before`,
  'drop table curves_before'
]

/** Failed messages are counted each minute, among thousands that wait for the morning. */
export const retriedMessages: Migration = {
  version: 19,
  name: 'retried messages',
  worksFrom: 18,
  async up(queries) {
    await sql`create index messages_retried on messages (subscription_seq, created_at)
      where state = 'queued' and attempts > 0`.execute(queries)
  }
}

/** One index has what an evaluation compares; runs are found by their profile. */
export const evaluationByIndex: Migration = {
  version: 20,
  name: 'evaluation by index',
  worksFrom: 18,
  async up(queries) {
    await queries.schema.dropIndex('subscriptions_to_evaluate').execute()
    await sql`create index subscriptions_to_evaluate on subscriptions
      (curve_seq, state, preview, threshold_of, threshold, threshold_temperature, clear_below)`.execute(
      queries
    )
    await sql`create index runs_of_profile on runs (curve_seq)`.execute(queries)
  }
}

/* Where a night has two forecasts, the warmer one may be likelier to fall below a temperature. */

const columns = ['beside_air_mean', 'beside_air_sigma', 'beside_plant_mean', 'beside_plant_sigma'] as const

export const nightsOfTwoForecasts: Migration = {
  version: 21,
  name: 'nights of two forecasts',
  worksFrom: 18,
  async up(queries) {
    for (const column of columns)
      await queries.schema.alterTable('nights').addColumn(column, 'double precision').execute()
  }
}
