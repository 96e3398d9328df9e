/** Drops a running app's tables over a separate connection, as a disk or an operator might. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { vi } from 'vitest'

/** Drops every table of the database in an app's folder. */
export async function dropTables(dataDir: string): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'ayaz.sqlite'))
  database.exec('PRAGMA foreign_keys = OFF')
  // Without SQLite's own waiting: it would block this thread, which the app needs to end its transaction.
  await vi.waitFor(() => database.exec('BEGIN IMMEDIATE'), { timeout: 60_000, interval: 10 })
  const rows = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  const names = rows.map(({ name }) => String(name)).filter((name) => !name.startsWith('sqlite_'))
  if (!names.includes('api_keys')) throw new Error(`no table api_keys among ${names.join(', ')}`)
  for (const name of names) database.exec(`DROP TABLE "${name}"`)
  database.exec('COMMIT')
  database.close()
}
