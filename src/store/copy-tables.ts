import { DatabaseSync } from 'node:sqlite'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Database, oneOf } from './database.ts'
import type { Tables } from './schema.ts'

/* What was sent, stopped and paused since a backup: the restored database gets it, so that nothing is sent again. */

/** Rows as the newer version has them, for subscriptions that the backup knows. */
export interface SentSince {
  /** Runs that the episodes and messages name. */
  readonly runs: readonly Row[]
  readonly nights: readonly Row[]
  /** Episodes that were announced since. */
  readonly episodes: readonly Row[]
  /** Messages that waited at the backup, and have ended since. */
  readonly messages: readonly Row[]
  readonly subscriptions: readonly Row[]
}

const states = [
  'seq',
  'state',
  'reason',
  'ended_at',
  'last_sent_at',
  'blind_date',
  'blind_open',
  'blind_told'
]

/** Reads what was sent since the backup, before the database is replaced. */
export async function sentSince(file: string, current: Database): Promise<SentSince> {
  const backup = readBackup(file)
  const all = await rowsOf(current, sql`select * from episodes where told_at is not null`)
  const episodes = all.filter(
    (row) =>
      backup.subscriptions.has(row['subscription_seq']) &&
      backup.notified.get(nightOf(row)) !== row['told_at']
  )
  const hasEnded = sql`${oneOf(current, 'seq', backup.waiting)} and state not in ('queued', 'sending')`
  const messages = await rowsOf(current, sql`select * from messages where ${hasEnded}`)
  const columns = sql.join(states.map((one) => sql.ref(one)))
  const subscriptions = await rowsOf(current, sql`select ${columns} from subscriptions`)
  const runs = runsOf(episodes, messages)
  return {
    runs: await rowsOf(current, sql`select * from runs where ${oneOf(current, 'seq', runs)}`),
    nights: await rowsOf(current, sql`select * from nights where ${oneOf(current, 'run_seq', runs)}`),
    episodes,
    messages,
    subscriptions: subscriptions.filter((row) => hasChanged(row, backup.subscriptions.get(row['seq'])))
  }
}

function runsOf(episodes: readonly Row[], messages: readonly Row[]): readonly number[] {
  const seqs = [
    ...episodes.flatMap((one) => [one['told_run_seq'], one['clearing_run_seq']]),
    ...messages.map((one) => one['run_seq'])
  ]
  return [...new Set(seqs.flatMap((one) => (one === null ? [] : [Number(one)])))]
}

function readBackup(file: string) {
  using backup = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  const read = (text: string): readonly Row[] => backup.prepare(text).all()
  const subscriptions = read(`select ${states.join()} from subscriptions`)
  const nights = read('select subscription_seq, night_date, told_at from episodes')
  const waiting = read("select seq from messages where state in ('queued', 'sending')")
  return {
    subscriptions: new Map(subscriptions.map((row) => [row['seq'], row])),
    notified: new Map(nights.map((row) => [nightOf(row), row['told_at']])),
    waiting: waiting.map(({ seq }) => Number(seq))
  }
}

function nightOf({ subscription_seq, night_date }: Row): string {
  return `${subscription_seq} ${night_date}`
}

/** A confirmation is not among it: it is lost as announced. */
function hasChanged(row: Row, before: Row | undefined): boolean {
  if (before === undefined) return false
  if (before['state'] === 'pending_confirmation' && row['ended_at'] === null) return false
  return states.some((one) => row[one] !== before[one])
}

async function rowsOf({ queries }: Database, text: ReturnType<typeof sql>): Promise<readonly Row[]> {
  return (await sql<Row>`${text}`.execute(queries)).rows
}

/** @param tables as the older version has them */
export async function bringSent(sent: SentSince, to: Database, tables: readonly TableShape[]): Promise<void> {
  for (const table of tables) {
    const { name } = table
    if (name === 'runs' || name === 'nights' || name === 'episodes' || name === 'messages')
      await put(sent[name], to, table)
  }
  for (const { seq, ...row } of sent.subscriptions) {
    const set = Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`update subscriptions set ${sql.join(set)} where seq = ${seq}`.execute(to.queries)
  }
  const last = sql`(select max(e.over_at) from episodes e join subscriptions s on s.seq = e.subscription_seq
    where s.curve_seq = curves.seq)`
  await sql`update curves set episodes_until = ${last} where episodes_until < ${last}`.execute(to.queries)
}

/** Inserts rows without columns that only the newer version has. */
async function put(rows: readonly Row[], to: Database, { name, columns, key }: TableShape): Promise<void> {
  const [first = {}] = rows
  const common = columns.filter((column) => column in first)
  const seqs = sql.join(key.map((column) => sql.ref(column)))
  const set = sql.join(
    common
      .filter((column) => !key.includes(column))
      .map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`)
  )
  const target = { name, columns: common, onKnown: sql`on conflict (${seqs}) do update set ${set}` }
  for (let from = 0; from < rows.length; from += portion)
    await insert(to, target, rows.slice(from, from + portion))
  await continueKeys(to, { name, columns, key })
}

interface TableShape {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

export type RowCounts = Readonly<Record<string, number>>

export type CopyProgress = (copied: number, all: number, table: string) => void

/** Versions belong to the schema; leases to processes that run. */
const notCopied = ['schema_versions', 'leases']
/** The widest table has 30 columns, a statement of SQLite 32,766 parameters. */
const portion = 500

/** The tables, each after those to which it refers. */
export async function tablesOf(sqlite: Database): Promise<readonly TableShape[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where type = 'table' and name not like 'sqlite_%' order by name`.execute(sqlite.queries)
  const ordered: TableShape[] = []
  const add = async (name: string): Promise<void> => {
    if (notCopied.includes(name) || ordered.some((one) => one.name === name)) return
    const parents = await sql<{
      table: string
    }>`select "table" from pragma_foreign_key_list(${name})`.execute(sqlite.queries)
    for (const { table } of parents.rows) if (table !== name) await add(table)
    const columns = await sql<{
      name: string
      pk: number
    }>`select name, pk from pragma_table_info(${name})`.execute(sqlite.queries)
    const key = columns.rows.filter(({ pk }) => pk > 0).sort((left, right) => left.pk - right.pk)
    ordered.push({ name, columns: columns.rows.map((one) => one.name), key: key.map((one) => one.name) })
  }
  for (const { name } of rows) await add(name)
  return ordered
}

export async function countRows(queries: Kysely<Tables>, tables: readonly TableShape[]): Promise<RowCounts> {
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      queries
    )
    counts[name] = Number(rows[0]?.count ?? 0)
  }
  return counts
}

/** Copies tables in two transactions, isolated from other writes. @returns the rows written of each table */
export async function copyTables(
  from: Kysely<Tables>,
  to: Database,
  tables: readonly TableShape[],
  progress: CopyProgress
): Promise<RowCounts> {
  const counts = await countRows(from, tables)
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const written: Record<string, number> = {}
  let copied = 0
  for (const table of tables) {
    written[table.name] = 0
    for await (const rows of portionsOf(from, table)) {
      await insert(to, table, rows)
      copied += rows.length
      written[table.name] = (written[table.name] ?? 0) + rows.length
      progress(copied, all, table.name)
    }
    await continueKeys(to, table)
  }
  return written
}

type Row = Readonly<Record<string, unknown>>

/** Ordered by key, so that an index finds each portion. */
async function* portionsOf(
  from: Kysely<Tables>,
  { name, columns, key }: TableShape
): AsyncGenerator<readonly Row[]> {
  const keys = sql.join(key.map((column) => sql.ref(column)))
  const wanted = sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}`
  let last: Row | undefined
  do {
    const after =
      last === undefined ? sql`` : sql`where (${keys}) > (${sql.join(key.map((column) => last?.[column]))})`
    const { rows } = await sql<Row>`${wanted} ${after} order by ${keys} limit ${sql.lit(portion)}`.execute(
      from
    )
    if (rows.length > 0) yield rows
    last = rows.length === portion ? rows.at(-1) : undefined
  } while (last !== undefined)
}

/** What is done with rows that are there; absent: none may be. */
interface Target extends Pick<TableShape, 'name' | 'columns'> {
  readonly onKnown?: RawBuilder<unknown>
}

async function insert(
  { queries, dialect }: Database,
  { name, columns, onKnown = sql`` }: Target,
  rows: readonly Row[]
): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(name)} (${names}) ${dialect.withOwnKeys}
    values ${sql.join(values)} ${onKnown}`.execute(queries)
}

/** Keys go on above all that were copied. */
async function continueKeys({ queries, dialect }: Database, { name, key }: TableShape): Promise<void> {
  if (key.length === 1 && key[0] === 'seq') await dialect.continueKeys(queries, name)
}
