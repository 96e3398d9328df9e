/** A backup is one SQLite file, of whichever engine, and takes its name once it is whole. */
import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { type CopyProgress, copyTables, countRows, type RowCounts, tablesOf } from './copy-tables.ts'
import type { Database } from './database.ts'
import { findingsIn } from './integrity.ts'
import { expectNoNewerSchema, expectOwnSchema, migrate } from './migrate.ts'
import { holdOffServing, lockForServing } from './serving-lock.ts'
import { makePrivate, openSqlite } from './sqlite.ts'
import { sqlitePath } from './sqlite-path.ts'
import { StoreError } from './store-error.ts'

/** A table that marks an unfinished backup, which no restore accepts. */
const unfinished = sql`unfinished_backup`

/**
 * While others go on writing; with the schema of the store, also an older one.
 * @param dataDir within it a backup belongs to its owner, as all that is there
 * @throws {StoreError} `refused`: the file is there already, or its folder is not; `damaged`: the copy is not whole;
 * `newer_version`: a newer Ayaz has migrated PostgreSQL, although this one works with it
 */
export async function backUp(
  store: Database,
  file: string,
  progress: CopyProgress,
  dataDir: string | null = null
): Promise<RowCounts> {
  const folder = dirname(resolve(file))
  // A folder made here would fill the system's disk where that of the backups is not mounted.
  if (!existsSync(folder))
    throw new StoreError(
      'refused',
      ['backupFolderMissing', folder],
      `The folder ${folder} is not there. Mount its disk or make it, then take the backup again.`
    )
  if (existsSync(file))
    throw new StoreError(
      'refused',
      ['backupThere', file],
      `${file} is there already. Name a file that is not.`
    )
  const part = `${file}.part-${randomBytes(4).toString('hex')}`
  try {
    makePrivate(part, dataDir !== null && isWithin(dataDir, folder) ? dataDir : null)
    const counts =
      store.dialect.engine === 'sqlite' ? await snapshot(store, part) : await copyOut(store, part, progress)
    expectWhole(part)
    renameSync(part, file)
    return counts
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(part + end, { force: true })
  }
}

function isWithin(dataDir: string, folder: string): boolean {
  return !relative(resolve(dataDir), folder).startsWith('..')
}

/** Copies the database; rows are counted in the copy, as the original keeps changing. */
async function snapshot({ queries }: Database, part: string): Promise<RowCounts> {
  await sql`vacuum into ${part}`.execute(queries)
  return withSqlite(part, async (copy) => countRows(copy.queries, await tablesOf(copy)))
}

async function copyOut(store: Database, part: string, progress: CopyProgress): Promise<RowCounts> {
  const version = await expectNoNewerSchema(store)
  return withSqlite(part, async (copy) => {
    await migrate(copy, Date.now(), version)
    await sql`create table ${unfinished} (it integer primary key)`.execute(copy.queries)
    const tables = (await tablesOf(copy)).filter(({ name }) => name !== 'unfinished_backup')
    return store.queries
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (from) => {
        if ((await expectNoNewerSchema({ ...store, queries: from })) !== version)
          throw new StoreError(
            'refused',
            ['migratedMeanwhile'],
            'The database was migrated just now. Take the backup again.'
          )
        return copy.queries.transaction().execute(async (to) => {
          const counts = await copyTables(from, { ...copy, queries: to }, tables, progress)
          await sql`drop table ${unfinished}`.execute(to)
          return counts
        })
      })
  })
}

interface RestoreTarget {
  /** Opened, migrated; null: SQLite in `dataDir`. */
  readonly postgres: Database | null
  readonly dataDir: string
}

/**
 * A backup, or the database of a stopped service, into an empty database: all of it, or nothing.
 * @throws {StoreError} `damaged` or `newer_version`: the file cannot be used; `in_use`: a service writes to it or to
 * the target; `refused`: the target has data
 */
export async function restore(
  file: string,
  { postgres, dataDir }: RestoreTarget,
  progress: CopyProgress
): Promise<RowCounts> {
  const source = resolve(file)
  expectReadable(source)
  if (statSync(source).isDirectory())
    throw new StoreError(
      'refused',
      ['fileIsFolder', source, sqlitePath(source)],
      `${source} is a folder. Name the file, such as ${sqlitePath(source)}.`
    )
  // What a service writes during the copy would be lost.
  const unlock =
    basename(source) === basename(sqlitePath('.')) ? holdOffServing(dirname(source)) : () => undefined
  try {
    expectWhole(source)
    return postgres === null
      ? await intoFolder(source, dataDir)
      : await intoPostgres(source, postgres, { dataDir, progress })
  } finally {
    unlock()
  }
}

async function intoFolder(source: string, dataDir: string): Promise<RowCounts> {
  const unlock = lockForServing(dataDir)
  const target = sqlitePath(dataDir)
  const part = `${target}.part-${randomBytes(4).toString('hex')}`
  try {
    // A log that stayed behind would be replayed into the restored file.
    if (existsSync(target) || existsSync(`${target}-wal`))
      throw new StoreError(
        'refused',
        ['databaseThere', target],
        `${target} or its -wal is there already. Move them away, with the -shm, or set another DATA_DIR.`
      )
    const counts = await stage(source, part)
    renameSync(part, target)
    return counts
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(part + end, { force: true })
    unlock()
  }
}

/** Next to the backup or the data: a folder for temporary files may be in memory. */
async function stagingFolder(source: string, dataDir: string): Promise<string> {
  for (const place of [source, join(dataDir, basename(source))]) {
    const folder = await mkdtemp(`${place}.restore-`).catch(() => null)
    if (folder !== null) return folder
  }
  throw new StoreError(
    'refused',
    ['noRoom', dirname(source), resolve(dataDir)],
    `Neither ${dirname(source)} nor ${resolve(dataDir)} can be written to, and restoring needs room for a copy ` +
      'of the backup. Move it to a folder that can.'
  )
}

async function intoPostgres(
  source: string,
  target: Database,
  { dataDir, progress }: { dataDir: string; progress: CopyProgress }
): Promise<RowCounts> {
  const folder = await stagingFolder(source, dataDir)
  try {
    const part = join(folder, 'staged.sqlite')
    await stage(source, part)
    return await withSqlite(part, async (copy) => {
      await expectNoNewerSchema(copy)
      const tables = await tablesOf(copy)
      return target.queries.transaction().execute(async (queries) => {
        await expectNoNewerSchema({ ...target, queries })
        const full = Object.entries(await countRows(queries, tables)).filter(([, count]) => count > 0)
        const names = full.map(([name]) => name).join(', ')
        if (names !== '')
          throw new StoreError(
            'refused',
            ['tablesFull', names],
            `The database has data already (${names}). Create an empty one.`
          )
        const counts = await copyTables(copy.queries, { ...target, queries }, tables, progress)
        await sql`analyze`.execute(queries)
        return counts
      })
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** With the schema of this version; the backup stays as it is. */
async function stage(source: string, part: string): Promise<RowCounts> {
  makePrivate(part)
  vacuumInto(source, part)
  return withSqlite(part, async (copy) => {
    await migrate(copy, Date.now())
    await expectOwnSchema(copy, source)
    return countRows(copy.queries, await tablesOf(copy))
  })
}

export function vacuumInto(source: string, part: string): void {
  using original = new DatabaseSync(source, { readOnly: true, timeout: 10_000 })
  original.prepare('vacuum into ?').run(part)
}

export async function withSqlite<Result>(
  path: string,
  work: (copy: Database) => Promise<Result>
): Promise<Result> {
  const copy = openSqlite(path)
  await using queries = copy.queries
  const result = await work(copy)
  // One file can be read also where no other can be written next to it.
  await sql`pragma journal_mode = delete`.execute(queries)
  return result
}

function expectReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw unreadable(file, code)
    throw new StoreError(
      'refused',
      ['fileMissing', file],
      `There is no file ${file}. Name one that "ayaz backup" has written.`
    )
  }
}

function unreadable(file: string, reason: string): StoreError {
  return new StoreError(
    'refused',
    ['fileUnreadable', file, reason],
    `${file} cannot be read (${reason}). Run the command as a user who may read it, or as root.`
  )
}

export function expectWhole(file: string): void {
  const findings = readFindings(file)
  const found = findings.join('; ')
  if (found !== '')
    throw new StoreError(
      'damaged',
      ['fileDamaged', file, found],
      `${file} is damaged: ${found}. Take another backup.`
    )
  using opened = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  const names = opened
    .prepare("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => name)
  if (!names.includes('schema_versions'))
    throw new StoreError('damaged', ['fileForeign', file], `${file} is not a database of Ayaz.`)
  if (names.includes('unfinished_backup'))
    throw new StoreError(
      'damaged',
      ['fileInterrupted', file],
      `${file} is a backup that was interrupted. Take another one.`
    )
}

function readFindings(file: string): readonly string[] {
  try {
    return findingsIn(file)
  } catch (error) {
    throw unreadable(file, error instanceof Error ? error.message : String(error))
  }
}
