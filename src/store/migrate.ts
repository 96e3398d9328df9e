import { type Kysely, sql } from 'kysely'
import { type Database, transact } from './database.ts'
import type { Migration } from './migrations/migration.ts'
import { migrations } from './migrations/registry.ts'
import type { Tables } from './schema.ts'
import { openSqlite } from './sqlite.ts'
import { StoreError } from './store-error.ts'

/** The same in every version of Ayaz. */
export const migrationLock = 4_197_001

/** The version before and after. A newer one with which this code works stays. */
export interface Migrated {
  readonly from: number
  readonly to: number
}

const newest = migrations.at(-1)?.version ?? 0

export interface MissingMigrations extends Migrated {
  readonly missing: readonly string[]
  /** Processes of the previous version can work with the migrated schema. */
  readonly olderMayGoOn: boolean
}

export const allMigrations: MissingMigrations = {
  from: 0,
  to: newest,
  missing: migrations.map(({ name }) => name),
  olderMayGoOn: false
}

/**
 * Missing migrations in one transaction. Several processes may start at once: others wait and find nothing to do.
 * @param upTo the last version to run
 * @throws {StoreError} `newer_version`: a newer Ayaz has migrated the database; nothing is changed
 */
export async function migrate(database: Database, now: number, upTo: number = newest): Promise<Migrated> {
  return transact(database, (inside) => migrateWithin(inside, now, upTo))
}

export async function migrateWithin(
  { queries, dialect }: Database,
  now: number,
  upTo: number
): Promise<Migrated> {
  await dialect.advisoryLock(queries, migrationLock)
  await sql`create table if not exists schema_versions (version integer primary key, name text not null, applied_at bigint not null)`.execute(
    queries
  )
  const from = await versionOf(queries)
  const missing = migrations.filter(({ version }) => version > from && version <= upTo)
  for (const { version, name, worksFrom, up } of missing) {
    await up(queries, dialect, now)
    await sql`insert into schema_versions (version, name, applied_at) values (${version}, ${name}, ${now})`.execute(
      queries
    )
    if (worksFrom === undefined) continue
    await sql`update schema_versions set works_from = ${worksFrom} where version = ${version}`.execute(
      queries
    )
  }
  return { from, to: Math.max(from, upTo) }
}

/** Changes nothing. @throws {StoreError} `newer_version`, as `migrate` */
export async function missingMigrations({ queries, dialect }: Database): Promise<MissingMigrations> {
  if (!(await dialect.hasTable(queries, 'schema_versions'))) return allMigrations
  const from = await versionOf(queries)
  const missing = migrations.filter(({ version }) => version > from)
  return {
    from,
    to: Math.max(from, newest),
    missing: missing.map(({ name }) => name),
    olderMayGoOn: missing.every(({ version, worksFrom = version }) => worksFrom <= from)
  }
}

/**
 * Copying table by table would leave out what a newer Ayaz has added and changed. Returns the version.
 * @throws {StoreError} `newer_version`, also where this code works with the newer schema
 */
export async function expectNoNewerSchema(database: Database): Promise<number> {
  const { from } = await missingMigrations(database)
  if (from > newest)
    throw new StoreError(
      'newer_version',
      ['newerSchemaOfCopy', from, newest],
      `A newer Ayaz has brought the schema to version ${from}, and this one copies version ${newest}: ` +
        'it would leave out what is new. Use the newer Ayaz.'
    )
  return from
}

/** Throws where it is newer and does not work with this code. */
async function versionOf(queries: Kysely<Tables>): Promise<number> {
  // Versions before 17 have no column `works_from`.
  const { rows } = await sql<{
    version: number
    name: string
    works_from?: number | null
  }>`select * from schema_versions order by version`.execute(queries)
  const from = rows.at(-1)?.version ?? 0
  const other = migrations.find(
    (one) => one.version <= from && !rows.some((row) => row.version === one.version && row.name === one.name)
  )
  if (other !== undefined) throw otherHistory(other)
  const strange = rows.find(({ version, works_from }) => version > newest && (works_from ?? version) > newest)
  if (strange !== undefined) throw newer(from, newest)
  return from
}

function otherHistory({ version, name }: Migration): StoreError {
  return new StoreError(
    'refused',
    ['otherHistory', version, name],
    `The database has not had the migration ${version} of this Ayaz, "${name}": ` +
      'another build has migrated it, or it is damaged. Use that build, or restore a backup made before.'
  )
}

function newer(from: number, to: number): StoreError {
  return new StoreError(
    'newer_version',
    ['newerSchema', from, to],
    `The database has schema version ${from}, this Ayaz knows versions up to ${to}. ` +
      'Start the newer Ayaz again, or restore the backup made before it was upgraded.'
  )
}

/* A SQLite database has the tables and indexes of this version, and nothing else that would act. */

/** Refuses foreign triggers and views, which would stay active. @throws {StoreError} `damaged`; names what differs */
export async function expectOwnSchema(copy: Database, file: string): Promise<void> {
  const made = openSqlite(':memory:')
  try {
    const { from: version } = await missingMigrations(copy)
    await migrate(made, 0, version)
    const [own, found] = [await schemaOf(made), await schemaOf(copy)]
    const names = [...new Set([...own.keys(), ...found.keys()])]
    // What a newer version changed is not known; a trigger or a view is of no version.
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

/** Definitions by kind and name, without those of statistics. */
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
