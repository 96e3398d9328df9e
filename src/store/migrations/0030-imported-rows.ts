/** A row of an imported file is one subscription for ever, by the id that its sender gave it. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const importedRows: Migration = {
  version: 30,
  name: 'imported rows',
  worksFrom: 22,
  async up(queries) {
    await queries.schema.alterTable('subscriptions').addColumn('external_id', 'text').execute()
    await queries.schema.alterTable('subscriptions').addColumn('row_hash', 'text').execute()
    await sql`create unique index subscriptions_imported on subscriptions (client, external_id)
      where external_id is not null`.execute(queries)
  }
}
