/** Messages of one spell answer the first one, and the secret of a webhook can be rotated. */
import type { Migration } from './migration.ts'

export const threadsAndSecrets: Migration = {
  version: 8,
  name: 'threads and secrets',
  async up(queries) {
    await queries.schema.alterTable('episodes').addColumn('thread', 'text').execute()
    await queries.schema
      .alterTable('subscriptions')
      .addColumn('secret_number', 'smallint', (column) => column.notNull().defaultTo(0))
      .execute()
    await queries.schema.alterTable('subscriptions').addColumn('secret_changed_at', 'bigint').execute()
  }
}
