/** Runs say that a coming night is unknown or older than they are: freshness is judged by the night. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const lackingNights: Migration = {
  version: 23,
  name: 'lacking nights',
  worksFrom: 22,
  async up(queries) {
    await sql`alter table runs add column lacking smallint not null default 0`.execute(queries)
  }
}
