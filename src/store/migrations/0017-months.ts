/**
 * On PostgreSQL issued nights, the largest table by far, are one table a month, so that the space of old ones is given
 * back. What is there stays where it is, as the partition of all months up to its last one, and is deleted as it ages.
 * The partition for months that have none stays empty, because creating one looks through it. A key of partitions has
 * the date in it.
 *
 * A version may name older ones that work with it.
 */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const months: Migration = {
  version: 17,
  name: 'months of issued nights',
  async up(queries, dialect) {
    await sql`alter table schema_versions add column works_from integer`.execute(queries)
    if (!dialect.storesByMonth) return
    const { rows } = await sql<{ next: string | null }>`select
      to_char(date_trunc('month', max(night_date)::date) + interval '1 month', 'YYYY-MM-DD') as next
      from issued_nights`.execute(queries)
    const next = rows[0]?.next ?? null
    const statements = [
      'alter table issued_nights rename to issued_nights_old',
      'alter table issued_nights_old rename constraint issued_nights_key to issued_nights_old_key',
      'alter index issued_nights_by_date rename to issued_nights_old_by_date',
      'drop index issued_nights_chain',
      'create table issued_nights (like issued_nights_old including defaults) partition by range (night_date)',
      'alter table issued_nights add constraint issued_nights_key primary key (point_key, synthetic, ' +
        'night_date, lead_day)',
      'create index issued_nights_by_date on issued_nights (night_date)',
      'create unique index issued_nights_chain on issued_nights (point_key, synthetic, chain_seq, night_date)',
      next === null
        ? 'drop table issued_nights_old'
        : `alter table issued_nights attach partition issued_nights_old for values from (minvalue) to ('${next}')`,
      'create table issued_nights_other partition of issued_nights default'
    ]
    for (const statement of statements) await sql.raw(statement).execute(queries)
  }
}
