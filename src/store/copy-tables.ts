import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

export interface TableShape {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

export type RowCounts = Readonly<Record<string, number>>

export type CopyProgress = (copied: number, all: number, table: string) => void

/** Versions belong to the schema; leases to processes that run. */
const notCopied = ['schema_versions', 'leases']
/** The widest table has 30 columns, a statement of SQLite 32,766 parameters. */
export const portion = 500

/** Each after those that it refers to. */
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

/** In two transactions, apart from what others write. @returns the rows written of each table */
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

export type Row = Readonly<Record<string, unknown>>

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

export async function insert(
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
export async function continueKeys({ queries, dialect }: Database, { name, key }: TableShape): Promise<void> {
  if (key.length === 1 && key[0] === 'seq') await dialect.continueKeys(queries, name)
}
