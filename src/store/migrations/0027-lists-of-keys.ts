/** Who made many subscriptions lists them, sorted by their own words. */
import type { Migration } from './migration.ts'

export const listsOfKeys: Migration = {
  version: 27,
  name: 'lists of keys',
  worksFrom: 22,
  async up(queries) {
    await queries.schema.alterTable('subscriptions').addColumn('tag', 'text').execute()
    await queries.schema
      .createIndex('subscriptions_of_key')
      .on('subscriptions')
      .columns(['client', 'seq'])
      .execute()
  }
}
