/** SQLite through node:sqlite, as kysely's SqliteDialect wants it. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import type { Database } from './database.ts'
import { sqliteDifferences } from './differences.ts'
import type { Tables } from './schema.ts'

/** How many prepared statements are kept; the house has about a hundred texts. */
const keptStatements = 256

/**
 * Opens the file, making it and its folder where they are missing; `:memory:` for none.
 * An acknowledged write is on the disk: WAL with synchronous=FULL syncs at each commit.
 * @throws where the file cannot be opened or is no database.
 */
export function openSqlite(path: string): Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const file = new DatabaseSync(path)
  // Another process may hold the file for as long as one transaction lasts.
  file.exec('pragma busy_timeout = 10000')
  file.exec('pragma journal_mode = wal')
  file.exec('pragma synchronous = full')
  file.exec('pragma foreign_keys = on')
  file.exec('pragma cache_size = -65536')
  const dialect = new SqliteDialect({ database: adapted(file) })
  return { queries: new Kysely<Tables>({ dialect }), differences: sqliteDifferences }
}

function adapted(file: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  return {
    close: () => file.close(),
    prepare(text) {
      const known = kept.get(text)
      if (known !== undefined) return known
      const made = statement(file, text)
      if (kept.size >= keptStatements) kept.clear()
      kept.set(text, made)
      return made
    }
  }
}

function statement(file: DatabaseSync, text: string): ReturnType<SqliteDatabase['prepare']> {
  // A transaction that reads first and writes later would fail when another process wrote in between: take the writer's place at once.
  const prepared = file.prepare(text === 'begin' ? 'begin immediate' : text)
  return {
    reader: prepared.columns().length > 0,
    all: (parameters) => prepared.all(...(parameters as SQLInputValue[])),
    run: (parameters) => prepared.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => prepared.iterate(...(parameters as SQLInputValue[]))
  }
}
