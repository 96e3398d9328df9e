/** Databases as earlier versions left them. */
import { sql } from 'kysely'
import { type Database, transact } from '../../../src/store/database.ts'
import { migrations } from '../../../src/store/migrations/registry.ts'
import { openDatabase } from '../../../src/store/open.ts'
import type { FreshDatabase } from './engines.ts'

/** Opens a fresh database that has had only the migrations up to `version`. */
export async function openEarlier(at: FreshDatabase, version: number): Promise<Database> {
  const database = openDatabase(at)
  await transact(database, async ({ queries, dialect }) => {
    await sql`create table schema_versions (version integer primary key, name text not null, applied_at bigint not null)`.execute(
      queries
    )
    for (const migration of migrations.slice(0, version)) {
      await migration.up(queries, dialect, 0)
      await sql`insert into schema_versions (version, name, applied_at)
        values (${migration.version}, ${migration.name}, 0)`.execute(queries)
    }
  })
  return database
}
