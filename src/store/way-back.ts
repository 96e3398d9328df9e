/** The way back to an older version: a backup in the older schema replaces the database, whole or not at all. */
import { randomBytes } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { secondMs } from '../common/time.ts'
import { expectWhole, vacuumInto, withSqlite } from './backup.ts'
import {
  bringSent,
  type CopyProgress,
  copyTables,
  countRows,
  type RowCounts,
  type SentSince,
  sentSince,
  tablesOf
} from './copy-tables.ts'
import { type Database, transact } from './database.ts'
import { expectOwnSchema, migrate, migrateWithin } from './migrate.ts'
import type { Tables } from './schema.ts'
import { lockForServing } from './serving-lock.ts'
import { makePrivate, openSqlite } from './sqlite.ts'
import { sqlitePath } from './sqlite-path.ts'
import { StoreError } from './store-error.ts'

/** Rows of the database that the backup lacks: they would be lost. */
interface Younger {
  readonly subscriptions: number
  readonly confirmations: number
  readonly messages: number
  readonly since: number | null
}

/** Compares ids: a copied file has another time than the backup. */
export async function youngerThan(file: string, { queries }: Database): Promise<Younger> {
  using backup = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  const known = new Map(
    backup
      .prepare('select id, confirmed_at from subscriptions')
      .all()
      .map((row) => [String(row['id']), row['confirmed_at']])
  )
  const sent = new Set(
    backup
      .prepare("select message_id from messages where state = 'sent'")
      .all()
      .map((row) => row['message_id'])
  )
  const subscribed = await queries
    .selectFrom('subscriptions')
    .select(['id', 'created_at', 'confirmed_at'])
    .execute()
  const delivered = await queries
    .selectFrom('messages')
    .select(['message_id', 'ended_at'])
    .where('state', '=', 'sent')
    .execute()
  const made = subscribed.filter(({ id }) => !known.has(id)).map((one) => Number(one.created_at))
  const confirmed = subscribed
    .filter(({ id, confirmed_at }) => confirmed_at !== null && (known.get(id) ?? null) === null)
    .map((one) => Number(one.confirmed_at))
  const ended = delivered.filter((one) => !sent.has(one.message_id)).map((one) => Number(one.ended_at))
  const times = [...made, ...confirmed, ...ended]
  return {
    subscriptions: made.length,
    confirmations: confirmed.length,
    messages: ended.length,
    since: times.length === 0 ? null : times.reduce((first, time) => Math.min(first, time))
  }
}

/** `loseSince`: from when on rows may be lost; null: none may. */
interface Replacement {
  readonly store: Database
  readonly dataDir: string
  readonly loseSince: number | null
}

/**
 * The service must be stopped.
 * @throws {StoreError} `damaged`: the backup is not whole; `in_use`: a service serves from the folder; `refused`: rows
 * would be lost that `loseSince` does not name
 */
export async function replaceBy(
  file: string,
  { store, dataDir, loseSince }: Replacement,
  progress: CopyProgress
): Promise<RowCounts> {
  const source = resolve(file)
  expectWhole(source)
  const unlock = store.dialect.engine === 'sqlite' ? lockForServing(dataDir) : () => undefined
  try {
    expectLoss(source, await youngerThan(source, store), loseSince)
    const sent = await sentSince(source, store)
    return await (store.dialect.engine === 'sqlite'
      ? replaceFile(source, sent, { store, dataDir })
      : replaceTables(source, sent, { store, progress }))
  } finally {
    unlock()
  }
}

function expectLoss(file: string, younger: Younger, loseSince: number | null): void {
  const { since, subscriptions, confirmations, messages } = younger
  if (since === null || (loseSince !== null && loseSince <= since)) return
  const time = new Date(since - (since % secondMs)).toISOString().replace('.000Z', 'Z')
  throw new StoreError(
    'refused',
    ['wouldLose', file, subscriptions, confirmations, messages, time],
    `The database has ${subscriptions} subscriptions, ${confirmations} confirmations and ` +
      `${messages} sent messages that ${file} has not. What was sent is not sent again. ` +
      `To lose them, add --lose-since ${time}.`
  )
}

async function replaceFile(
  source: string,
  sent: SentSince,
  { store: { queries }, dataDir }: { store: Database; dataDir: string }
): Promise<RowCounts> {
  const target = sqlitePath(dataDir)
  const part = `${target}.part-${randomBytes(4).toString('hex')}`
  try {
    makePrivate(part)
    vacuumInto(source, part)
    const counts = await checkedRows(part, source, sent)
    // The log is emptied first: what stayed behind would be replayed into the new file.
    await sql`pragma journal_mode = delete`.execute(queries)
    renameSync(part, target)
    return counts
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(part + end, { force: true })
  }
}

/** Counts rows once the schema is one that Ayaz makes, and adds what was sent. */
async function checkedRows(part: string, source: string, sent: SentSince): Promise<RowCounts> {
  return withSqlite(part, async (copy) => {
    await expectOwnSchema(copy, source)
    const tables = await tablesOf(copy)
    const counts = await countRows(copy.queries, tables)
    await transact(copy, (inside) => bringSent(sent, inside, tables))
    return counts
  })
}

async function replaceTables(
  source: string,
  sent: SentSince,
  { store, progress }: { store: Database; progress: CopyProgress }
): Promise<RowCounts> {
  const copy = openSqlite(source)
  await using from = copy.queries
  await expectOwnSchema(copy, source)
  const tables = await tablesOf(copy)
  const { rows } = await sql<{
    version: number
  }>`select max(version) as version from schema_versions`.execute(from)
  const version = rows[0]?.version ?? 0
  const own = await ownTables()
  return await store.queries.transaction().execute(async (queries) => {
    for (const name of own) await dropOwn(queries, name)
    const emptied = { ...store, queries }
    await migrateWithin(emptied, Date.now(), version)
    const counts = await copyTables(from, emptied, tables, progress)
    await bringSent(sent, emptied, tables)
    return counts
  })
}

/** PostgreSQL alone has them: SQLite is for one process. */
const sharedTables = ['client_quotas', 'serving_processes']

async function ownTables(): Promise<readonly string[]> {
  const made = openSqlite(':memory:')
  await using queries = made.queries
  await migrate(made, 0)
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where type = 'table' and name not like 'sqlite_%'`.execute(queries)
  return [...rows.map(({ name }) => name), ...sharedTables]
}

/** Drops tables of the first schema in the search path; equal names in others stay. */
async function dropOwn(queries: Kysely<Tables>, name: string): Promise<void> {
  const { rows } = await sql<{ is: boolean }>`select exists (select 1 from pg_tables
    where schemaname = current_schema() and tablename = ${name}) as is`.execute(queries)
  if (rows[0]?.is === true) await sql`drop table ${sql.table(name)} cascade`.execute(queries)
}
