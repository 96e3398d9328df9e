/**
 * On PostgreSQL issued nights, the largest table by far, are one table a month, so that the space of old ones is given back. What is there
 * stays where it is, as the partition of all other months, and is deleted as it ages. A key of partitions has the date in it. A version may name older ones that work with it.
 */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const months: Migration = {
  version: 17,
  name: 'months of issued nights',
  async up(queries, dialect) {
    await sql`alter table schema_versions add column works_from integer`.execute(queries)
    if (!dialect.storesByMonth) return
    const statements = [
      'alter table issued_nights rename to issued_nights_other',
      'alter table issued_nights_other rename constraint issued_nights_key to issued_nights_other_key',
      'alter index issued_nights_by_date rename to issued_nights_other_by_date',
      'drop index issued_nights_chain',
      'create table issued_nights (like issued_nights_other including defaults) partition by range (night_date)',
      'alter table issued_nights add constraint issued_nights_key primary key (point_key, synthetic, night_date, lead_day)',
      'create index issued_nights_by_date on issued_nights (night_date)',
      'create unique index issued_nights_chain on issued_nights (point_key, synthetic, chain_seq, night_date)',
      'alter table issued_nights attach partition issued_nights_other default'
    ]
    for (const statement of statements) await sql.raw(statement).execute(queries)
  }
}
