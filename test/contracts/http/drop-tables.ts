/** Drops a running app's tables over a separate connection, as a disk or an operator might. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { vi } from 'vitest'
import type { FreshDatabase } from '../store/engines.ts'

/** Drops every table of an app's database, or those that are named. */
export async function dropTables(
  { url, dataDir }: FreshDatabase,
  named?: readonly [string, ...(readonly string[])]
): Promise<void> {
  await (url === null ? dropOnSqlite(dataDir, named) : dropOnPostgres(url, named))
}

async function dropOnSqlite(dataDir: string, named?: readonly string[]): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'ayaz.sqlite'))
  database.exec('PRAGMA foreign_keys = OFF')
  // Without SQLite's own waiting: it would block this thread, which the app needs to end its transaction.
  await vi.waitFor(() => database.exec('BEGIN IMMEDIATE'), { timeout: 60_000, interval: 10 })
  const rows = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  const all = rows.map(({ name }) => String(name)).filter((name) => !name.startsWith('sqlite_'))
  for (const name of chosen(all, named)) database.exec(`DROP TABLE "${name}"`)
  database.exec('COMMIT')
  database.close()
}

async function dropOnPostgres(url: string, named?: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'"
    )
    const dropped = chosen(
      rows.map(({ name }) => name),
      named
    ).map((name) => `"${name}"`)
    // The app's own rounds lock tables in another order: of a deadlock PostgreSQL ends one side.
    await vi.waitFor(() => client.query(`DROP TABLE ${dropped.join()} CASCADE`), {
      timeout: 60_000,
      interval: 10
    })
  } finally {
    await client.end()
  }
}

function chosen(all: readonly string[], named: readonly string[] = all): readonly string[] {
  if (!all.includes('api_keys')) throw new Error(`no table api_keys among ${all.join(', ')}`)
  return named
}
