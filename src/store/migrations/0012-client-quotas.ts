/** Quotas that the processes on one PostgreSQL share, and which processes there are. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const clientQuotas: Migration = {
  version: 12,
  name: 'client quotas',
  async up(queries, dialect) {
    // SQLite is for one process, which counts in its memory.
    if (dialect.engine === 'sqlite') return
    await sql`
      CREATE UNLOGGED TABLE client_quotas (
        key text PRIMARY KEY,
        slot bigint NOT NULL,
        over bigint NOT NULL,
        quota integer NOT NULL,
        wanted integer NOT NULL,
        granted integer NOT NULL,
        used integer NOT NULL,
        slots bigint[] NOT NULL,
        counts integer[] NOT NULL,
        until bigint NOT NULL
      ) WITH (fillfactor = 50)`.execute(queries)
    await sql`CREATE INDEX client_quotas_until ON client_quotas (until)`.execute(queries)
    await sql`CREATE UNLOGGED TABLE serving_processes (id text PRIMARY KEY, seen_at bigint NOT NULL)`.execute(
      queries
    )
  }
}
