/**
 * What the members of an ensemble forecast for an issued night. From these and the measured minima a place
 * learns.
 */
import type { Migration } from './migration.ts'

export const ensembleOfIssuedNights: Migration = {
  version: 3,
  name: 'ensemble of issued nights',
  async up(queries) {
    // One column a statement: SQLite adds only one at a time. Null in older rows, and where no ensemble was
    // requested.
    for (const column of ['ensemble_mean', 'ensemble_spread']) {
      await queries.schema.alterTable('issued_nights').addColumn(column, 'double precision').execute()
    }
  }
}
