/** What a sensor was found to do instead of measuring the air. */
import type { Migration } from './migration.ts'

export const liesOfSensors: Migration = {
  version: 33,
  name: 'lies of sensors',
  worksFrom: 22,
  async up(queries) {
    await queries.schema.alterTable('sensors').addColumn('lie', 'text').execute()
    await queries.schema.alterTable('sensors').addColumn('lie_from', 'bigint').execute()
    await queries.schema.alterTable('sensors').addColumn('lie_found_at', 'bigint').execute()
    await queries.schema.alterTable('sensors').addColumn('lie_seen_at', 'bigint').execute()
  }
}
