/** What the members of an ensemble said of an issued night: from these and the minima that came, a place learns to read them. */
import type { Migration } from './migration.ts'

export const ensembleOfIssuedNights: Migration = {
  version: 3,
  name: 'ensemble of issued nights',
  async up(queries) {
    // One column a statement: SQLite adds no more at a time. Null in rows of before, and where no members were asked for.
    for (const column of ['ensemble_mean', 'ensemble_spread']) {
      await queries.schema.alterTable('issued_nights').addColumn(column, 'double precision').execute()
    }
  }
}
