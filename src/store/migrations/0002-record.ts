import type { CreateTableBuilder, Kysely } from 'kysely'
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
