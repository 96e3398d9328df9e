/** A threshold may be a temperature with a probability, decided by the distribution of the night's minimum. */
import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'
import type { Migration } from './migration.ts'

export const temperatureThresholds: Migration = {
  version: 10,
  name: 'temperature thresholds',
  async up(queries) {
    // In the order in which a process that is still at work locks them.
    await nights(queries)
    await subscriptions(queries)
  }
}

/** Null where the night is unknown, or was stored by an earlier version: the next run has them. */
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
  // Scores and temperatures are compared by different numbers of a night. Whether a temperature is reached is
  // decided from the index alone.
  await queries.schema.dropIndex('subscriptions_to_evaluate').execute()
  await queries.schema
    .createIndex('subscriptions_to_evaluate')
    .on('subscriptions')
    .columns(['curve_seq', 'state', 'preview', 'threshold_of', 'threshold', 'threshold_temperature'])
    .execute()
}
