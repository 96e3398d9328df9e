/** Whether a SQLite database has the tables and indexes that this version makes, and nothing else that would act. */
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { migrate, missingMigrations } from './migrate.ts'
import { openSqlite } from './sqlite.ts'
import { StoreError } from './store-error.ts'

/**
 * A trigger would go on deleting, a view or another default would answer something else: what somebody has put into a
 * backup is not restored with it.
 * @throws {StoreError} `damaged`; names what is foreign, changed or missing
 */
export async function expectOwnSchema(copy: Database, file: string): Promise<void> {
  const made = openSqlite(':memory:')
  try {
    const { from: version } = await missingMigrations(copy)
    await migrate(made, 0, version)
    const [own, found] = [await schemaOf(made), await schemaOf(copy)]
    const names = [...new Set([...own.keys(), ...found.keys()])]
    // What a newer version has changed is not known here; a trigger or a view is of no version.
    const isNewer = version > (await missingMigrations(made)).to
    const isOurs = (name: string) =>
      isNewer ? !/^(trigger|view) /.test(name) : own.get(name) === found.get(name)
    const foreign = names.filter((name) => !isOurs(name))
    if (foreign.length === 0) return
    const shown = foreign.slice(0, 5).join(', ')
    throw new StoreError(
      'damaged',
      ['schemaForeign', file, shown],
      `${file} has a schema that Ayaz has not made: ${shown}. Take another backup, or remove what was added.`
    )
  } finally {
    await made.queries.destroy()
  }
}

/** What each object was made by, by its kind and name. Statistics are no part of it. */
async function schemaOf({ queries }: Database): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{
    type: string
    name: string
    sql: string | null
  }>`select type, name, sql from sqlite_master where name not like 'sqlite\\_%' escape '\\'`.execute(queries)
  return new Map(
    rows.map(({ type, name, sql: text }) => [`${type} ${name}`, (text ?? '').replaceAll(/\s+/g, ' ')])
  )
}
