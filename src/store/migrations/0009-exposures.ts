/** What was issued for plants of each exposure, and what learning had added to it. */
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

/**
 * Sensors need no column: their `kind` is `plant-canopy` and the like, and the `plant` of older rows is one of unknown
 * exposure.
 */
export const exposuresOfIssuedNights: Migration = {
  version: 9,
  name: 'exposures of issued nights',
  async up(queries) {
    // One column a statement: SQLite adds only one at a time. Null in older rows, where it is unknown.
    for (const column of columns) {
      await queries.schema.alterTable('issued_nights').addColumn(column, 'double precision').execute()
    }
  }
}
