/** Messages that failed are counted each minute: an index finds them among thousands that wait for the morning. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const retriedMessages: Migration = {
  version: 19,
  name: 'retried messages',
  worksFrom: 18,
  async up(queries) {
    await sql`create index messages_retried on messages (subscription_seq, created_at)
      where state = 'queued' and attempts > 0`.execute(queries)
  }
}
