/** A message about nights may also say that forecasts are back. */
import type { Migration } from './migration.ts'

export const endOfDataGap: Migration = {
  version: 7,
  name: 'end of data gap',
  async up(queries) {
    await queries.schema
      .alterTable('messages')
      .addColumn('ends_data_gap', 'smallint', (column) => column.notNull().defaultTo(0))
      .execute()
  }
}
