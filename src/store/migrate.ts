/** Brings a database to the schema of this version of Ayaz. */
import { sql } from 'kysely'
import { type Database, transact } from './database.ts'
import { migrations } from './migrations/all.ts'
import { StoreError } from './store-error.ts'

/** Any number, as long as every version of Ayaz uses the same one. */
const migrationLock = 4_197_001

/** The versions before and after. */
export interface Migrated {
  readonly from: number
  readonly to: number
}

/**
 * Runs the missing migrations in one transaction. Safe when several processes start at once: the others wait
 * and then find nothing to do.
 * @throws {StoreError} `newer_version` where a newer Ayaz has migrated the database; nothing is changed then.
 */
export async function migrate(database: Database, now: number): Promise<Migrated> {
  return transact(database, async ({ queries, dialect }) => {
    await dialect.advisoryLock(queries, migrationLock)
    await sql`create table if not exists schema_versions (version integer primary key, name text not null, applied_at bigint not null)`.execute(
      queries
    )
    const { rows } = await sql<{
      version: number | null
    }>`select max(version) as version from schema_versions`.execute(queries)
    const from = rows[0]?.version ?? 0
    const to = migrations.at(-1)?.version ?? 0
    if (from > to) throw newer(from, to)
    for (const migration of migrations.filter(({ version }) => version > from)) {
      await migration.up(queries, dialect)
      await sql`insert into schema_versions (version, name, applied_at) values (${migration.version}, ${migration.name}, ${now})`.execute(
        queries
      )
    }
    return { from, to }
  })
}

function newer(from: number, to: number): StoreError {
  return new StoreError(
    'newer_version',
    `The database has schema version ${from}, this Ayaz knows versions up to ${to}. ` +
      'Start the newer Ayaz again, or restore the backup made before it was upgraded.'
  )
}
