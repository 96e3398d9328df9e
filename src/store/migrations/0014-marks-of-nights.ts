/**
 * A night of which a cold hour was set aside clears no alert; and nights made afterwards of past forecasts are marked.
 */
import type { Migration } from './migration.ts'

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
