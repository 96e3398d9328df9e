/** Daily minima of an archive by cell of its grid and year, and the cells whose years are wanted. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const archiveTables: Migration = {
  version: 16,
  name: 'archive',
  async up(queries, dialect) {
    await sql`create table archive_cells (
      source text not null,
      cell text not null,
      lat double precision not null,
      lon double precision not null,
      timezone text not null,
      is_watched smallint not null,
      wanted_at bigint not null,
      primary key (source, cell)) ${dialect.storedByKey}`.execute(queries)
    await queries.schema
      .createTable('archive_years')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('cell', 'text', (column) => column.notNull())
      .addColumn('year', 'integer', (column) => column.notNull())
      .addColumn('elevation', 'double precision')
      .addColumn('minima', dialect.bytes, (column) => column.notNull())
      .addColumn('fetched_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('archive_years_key', ['source', 'cell', 'year'])
      .execute()
    await sql`create index archive_years_by_fetch on archive_years (source, fetched_at)`.execute(queries)
  }
}
