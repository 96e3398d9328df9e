/** A person says that a warning was seen, and a gateway what became of a message. */
import type { Migration } from './migration.ts'

export const whatWasSeen: Migration = {
  version: 24,
  name: 'what was seen',
  worksFrom: 22,
  async up(queries) {
    await queries.schema.alterTable('episodes').addColumn('seen_at', 'bigint').execute()
    await queries.schema.alterTable('episodes').addColumn('seen_run_seq', 'bigint').execute()
    await queries.schema.alterTable('episodes').addColumn('seen_by', 'text').execute()
    await queries.schema.alterTable('messages').addColumn('receipt', 'text').execute()
    await queries.schema.alterTable('messages').addColumn('receipt_at', 'bigint').execute()
  }
}
