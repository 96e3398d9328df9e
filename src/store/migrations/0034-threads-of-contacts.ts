/** The messages to a contact about one night are one conversation. */
import type { Migration } from './migration.ts'

export const threadsOfContacts: Migration = {
  version: 34,
  name: 'threads of contacts',
  worksFrom: 22,
  async up(queries) {
    await queries.schema.alterTable('steps').addColumn('thread', 'text').execute()
  }
}
