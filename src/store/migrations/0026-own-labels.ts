/** Whose words a label is: what was confirmed before this version stays as its receiver knows it. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const ownLabels: Migration = {
  version: 26,
  name: 'own labels',
  worksFrom: 22,
  async up(queries) {
    await sql`alter table subscriptions add column label_own smallint not null default 0`.execute(queries)
    await sql`update subscriptions set label_own = 1
      where label is not null and state <> 'pending_confirmation'`.execute(queries)
  }
}
