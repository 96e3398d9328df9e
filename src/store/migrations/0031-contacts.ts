/** Contacts follow a subscription: they are notified of its unanswered nights. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const contacts: Migration = {
  version: 31,
  name: 'contacts',
  worksFrom: 22,
  async up(queries) {
    await queries.schema.alterTable('subscriptions').addColumn('follows', 'text').execute()
    await queries.schema.alterTable('subscriptions').addColumn('step', 'integer').execute()
    await queries.schema.alterTable('messages').addColumn('listed', 'text').execute()
    await sql`create index subscriptions_that_follow on subscriptions (follows) where follows is not null`.execute(
      queries
    )
    await sql`create index steps_of_message on steps (message_seq) where message_seq is not null`.execute(
      queries
    )
  }
}
