/** Keys that vouch for their members, and people who have stopped what they get. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const vouchedMembers: Migration = {
  version: 35,
  name: 'vouched members',
  worksFrom: 22,
  async up(queries, dialect) {
    await sql`alter table api_keys add column vouches smallint not null default 0`.execute(queries)
    await queries.schema.alterTable('subscriptions').addColumn('vouched', 'text').execute()
    await sql`create table stops (
      channel text not null,
      same_as text not null,
      stopped_at bigint not null,
      primary key (channel, same_as)) ${dialect.storedByKey}`.execute(queries)
  }
}
