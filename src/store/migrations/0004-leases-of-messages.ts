/** Finds messages being sent by the end of their lease, without reading every stored message. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const leasesOfMessages: Migration = {
  version: 4,
  name: 'leases of messages',
  async up(queries) {
    await sql`drop index messages_under_way`.execute(queries)
    await sql`create index messages_under_way on messages (subscription_seq, leased_until) where state = 'sending'`.execute(
      queries
    )
  }
}
