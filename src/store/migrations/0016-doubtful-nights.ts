/** A night that rests on data of which a cold hour was set aside clears no alert. */
import type { Migration } from './migration.ts'

export const doubtfulNights: Migration = {
  version: 16,
  name: 'doubtful nights',
  async up(queries) {
    await queries.schema
      .alterTable('nights')
      .addColumn('may_clear', 'smallint', (column) => column.notNull().defaultTo(1))
      .execute()
  }
}
