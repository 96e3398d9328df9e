/** Takes a running house's tables away, by a connection of its own, as a disk or an operator might. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { vi } from 'vitest'

/** Drops every table of the database in a house's folder. */
export async function dropTables(dataDir: string): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'ayaz.sqlite'))
  database.exec('PRAGMA foreign_keys = OFF')
  // Not by SQLite's own waiting: it would hold up this very thread, which the house needs to end its transaction.
  await vi.waitFor(() => database.exec('BEGIN IMMEDIATE'), { timeout: 60_000, interval: 10 })
  const rows = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  const names = rows.map(({ name }) => String(name)).filter((name) => !name.startsWith('sqlite_'))
  if (!names.includes('api_keys')) throw new Error(`no table api_keys among ${names.join(', ')}`)
  for (const name of names) database.exec(`DROP TABLE "${name}"`)
  database.exec('COMMIT')
  database.close()
}
