/** A warning that is not answered is sent again, and those who were to answer are counted. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const answeredAlarms: Migration = {
  version: 28,
  name: 'answered alarms',
  worksFrom: 22,
  async up(queries, dialect) {
    await queries.schema.alterTable('subscriptions').addColumn('escalation', 'text').execute()
    await sql`create index subscriptions_that_escalate on subscriptions (seq) where escalation is not null`.execute(
      queries
    )
    await queries.schema.alterTable('episodes').addColumn('alarm_since', 'bigint').execute()
    await queries.schema.alterTable('episodes').addColumn('unanswered_at', 'bigint').execute()
    await sql`create table steps (
      subscription_seq bigint not null,
      night_date text not null,
      since bigint not null,
      step integer not null,
      made_at bigint not null,
      message_seq bigint,
      primary key (subscription_seq, night_date, since, step)) ${dialect.storedByKey}`.execute(queries)
  }
}
