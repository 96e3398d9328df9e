/**
 * The few differences between SQLite and PostgreSQL, each with a name. No query checks the engine in any
 * other way.
 */
import type { ColumnDataType, Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from './schema.ts'

/** What a query must know about its engine. */
export interface Dialect {
  readonly engine: 'sqlite' | 'postgresql'
  /** A key that the engine increments and never reuses. */
  readonly countingKey: RawBuilder<unknown>
  /**
   * Appended to a table's definition: its rows are stored in key order, so that one search finds the whole
   * row.
   */
  readonly storedByKey: RawBuilder<unknown>
  /** The type of a column of bytes. */
  readonly bytes: ColumnDataType
  /**
   * Rows as one parameter, for `from`: the columns are column1, column2 … The same text serves any number of
   * rows, so it is not built and prepared again for each batch.
   */
  readonly valuesTable: (
    types: readonly ColumnType[],
    rows: readonly (readonly unknown[])[]
  ) => RawBuilder<unknown>
  /** Whether a column holds one of any number of whole numbers, given as one parameter. */
  readonly oneOf: (column: RawBuilder<unknown>, numbers: readonly number[]) => RawBuilder<boolean>
  /**
   * After a select over `messages m` and `subscriptions s`: locks the rows for this transaction and skips
   * locked ones.
   */
  readonly claimRows: RawBuilder<unknown>
  /**
   * Locks rows of a table that counts `seq` until the transaction ends, in the order of their keys: what is read
   * afterwards stays.
   */
  readonly lockRows: (
    transaction: Kysely<Tables>,
    table: keyof Tables,
    seqs: readonly number[]
  ) => Promise<void>
  /**
   * Whether another transaction may commit between the snapshot of a select and its locks. What the select
   * read of rows that it did not lock must then be checked again.
   */
  readonly readsBeforeLocking: boolean
  /**
   * Until the transaction ends, tables are neither scanned nor sorted where an index can be used. Statistics
   * do not show a backlog that was queued a moment ago: with them each claim would read and sort everything
   * that waits, and each record would read the whole log.
   */
  readonly goByIndexes: (transaction: Kysely<Tables>) => Promise<void>
  /**
   * From now on until `goByIndexes` or the end of the transaction, a list given as a table (`valuesTable`) is joined by
   * hash. Where statistics show an empty table, a loop over the whole list for each of its rows looks cheapest: 100,000
   * messages took four minutes.
   */
  readonly joinByHash: (transaction: Kysely<Tables>) => Promise<void>
  /**
   * For the other table of such a join: that a column holds one of the list's numbers, so that only those rows are
   * read. SQLite looks each row up by the list.
   */
  readonly isJoined: (column: string, numbers: readonly number[]) => RawBuilder<boolean>
  /**
   * Analyzes tables before statements that compare a large backlog as a whole. Statistics may be of another
   * night, and with such statistics the planner has compared every run with every episode. The cost hardly
   * depends on the size of the tables. A table that is being vacuumed at this moment is skipped. Inside a
   * transaction, the other tables are not vacuumed until it ends.
   */
  readonly analyze: (queries: Kysely<Tables>, tables: readonly (keyof Tables)[]) => Promise<void>
  /**
   * A list of lists as a table: each `value ->> 0`, `value ->> 1` … is text to be cast. Writes many rows with
   * one parameter.
   */
  readonly rowsOfJson: (json: string) => RawBuilder<unknown>
  /** Whether issued nights are stored in a partition for each month (months.ts). */
  readonly storesByMonth: boolean
  /** Whether there is a table where new ones are made; other schemas of the database may have equal names. */
  readonly hasTable: (queries: Kysely<Tables>, name: string) => Promise<boolean>
  /** Excludes every other process with the same purpose until the transaction ends. */
  readonly advisoryLock: (transaction: Kysely<Tables>, purpose: number) => Promise<void>
  /** In an insert, before `values`: keys that the engine would count are given. */
  readonly withOwnKeys: RawBuilder<unknown>
  /** After such an insert: the next key of a table that counts `seq` is above all that are there. */
  readonly continueKeys: (transaction: Kysely<Tables>, table: string) => Promise<void>
  /**
   * The instant by which leases run [ms since epoch]: where machines share a database and each has a clock, that of the
   * database, so that none takes what another one still holds.
   * @param now that of the caller
   */
  readonly leaseTime: (now: number) => RawBuilder<number>
  /** Whether a transaction failed only because of a concurrent one, so that it should be tried again. */
  readonly isCollision: (error: unknown) => boolean
}

/** Column types of `valuesTable`. */
export type ColumnType = 'bigint' | 'integer' | 'smallint' | 'double precision' | 'text'

/** The caller's, where time is an argument. */
const callersTime: Dialect['leaseTime'] = (now) => sql`cast(${now} as bigint)`

/** PostgreSQL's at the start of the transaction. */
export const databasesTime: Dialect['leaseTime'] = () => sql`cast(extract(epoch from now()) * 1000 as bigint)`

/** SQLite: one writer at a time from the start of each transaction, so nothing needs locking. */
export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  countingKey: sql`integer primary key autoincrement`,
  storedByKey: sql`without rowid`,
  bytes: 'blob',
  valuesTable: (types, rows) => {
    const columns = types.map(
      (_, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(`column${index + 1}`)}`
    )
    return sql`(select ${sql.join(columns)} from json_each(${JSON.stringify(rows)}))`
  },
  oneOf: (column, numbers) => sql`${column} in (select value from json_each(${JSON.stringify(numbers)}))`,
  claimRows: sql``,
  lockRows: async () => undefined,
  readsBeforeLocking: false,
  goByIndexes: async () => undefined,
  joinByHash: async () => undefined,
  isJoined: () => sql`1 = 1`,
  analyze: async () => undefined,
  rowsOfJson: (json) => sql`json_each(${json})`,
  storesByMonth: false,
  hasTable: (queries, name) =>
    isSome(sql`select 1 from sqlite_master where type = 'table' and name = ${name}`, queries),
  advisoryLock: async () => undefined,
  withOwnKeys: sql``,
  continueKeys: async () => undefined,
  leaseTime: callersTime,
  isCollision: () => false
}

/**
 * PostgreSQL's codes for a deadlock, a failed serialisation, and two transactions that inserted the same key.
 */
const collisions = new Set(['40P01', '40001', '23505'])

/**
 * Plans that the planner prefers to an index when its statistics are old. It still uses them where nothing
 * else is possible. Their cost then looks so high that older versions compile the statement first, so `jit`
 * is off as well.
 */
const unindexed = ['enable_seqscan', 'enable_sort', 'enable_hashjoin', 'enable_mergejoin', 'jit']

/** PostgreSQL: many writers, so claims lock rows, and work that must be exclusive takes an advisory lock. */
export const postgresDialect: Dialect = {
  engine: 'postgresql',
  countingKey: sql`bigint generated always as identity primary key`,
  storedByKey: sql``,
  bytes: 'bytea',
  valuesTable: (types, rows) => {
    const columns = types.map((type, index) => {
      const values = rows.map((row) => row[index])
      return sql`cast(${type === 'text' ? values : listText(values)} as ${sql.raw(type)}[])`
    })
    const names = types.map((_, index) => sql.ref(`column${index + 1}`))
    return sql`(select * from unnest(${sql.join(columns)}) as rows(${sql.join(names)}))`
  },
  // Not a join with `unnest`: with old statistics it is planned as a loop over all numbers for each row.
  oneOf: isAny,
  claimRows: sql`for no key update of m, s skip locked`,
  lockRows: async (transaction, table, seqs) => {
    await sql`select from ${sql.table(table)} where ${isAny(sql.ref('seq'), seqs)} order by seq for no key update`.execute(
      transaction
    )
  },
  readsBeforeLocking: true,
  goByIndexes: async (transaction) => {
    const settings = [...unindexed.map((way) => setting(way, 'off')), setting('enable_nestloop', 'on')]
    await sql`select ${sql.join(settings)}`.execute(transaction)
  },
  joinByHash: async (transaction) => {
    const settings = [setting('enable_hashjoin', 'on'), setting('enable_nestloop', 'off')]
    await sql`select ${sql.join(settings)}`.execute(transaction)
  },
  isJoined: (column, numbers) => isAny(sql.ref(column), numbers),
  analyze: async (queries, tables) => {
    await sql`analyze (skip_locked) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(queries)
  },
  rowsOfJson: (json) => sql`json_array_elements(cast(${json} as json))`,
  storesByMonth: true,
  hasTable: (queries, name) =>
    isSome(sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`, queries),
  advisoryLock: async (transaction, purpose) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(purpose)})`.execute(transaction)
  },
  withOwnKeys: sql`overriding system value`,
  continueKeys: async (transaction, table) => {
    await sql`select setval(pg_get_serial_sequence(${table}, 'seq'), greatest(max(seq), 1), max(seq) is not null)
      from ${sql.table(table)}`.execute(transaction)
  },
  leaseTime: callersTime,
  isCollision: (error) => error instanceof Error && 'code' in error && collisions.has(String(error.code))
}

function isAny(column: RawBuilder<unknown>, numbers: readonly number[]): RawBuilder<boolean> {
  return sql`${column} = any(cast(${listText(numbers)} as bigint[]))`
}

/** Numbers as PostgreSQL reads an array. pg quotes and escapes each one, which costs ten times as much. */
function listText(numbers: readonly unknown[]): string {
  return `{${numbers.map((number) => number ?? 'NULL').join()}}`
}

/** For this transaction. */
function setting(name: string, value: 'on' | 'off'): RawBuilder<unknown> {
  return sql`set_config(${sql.lit(name)}, ${sql.lit(value)}, true)`
}

async function isSome(query: RawBuilder<unknown>, queries: Kysely<Tables>): Promise<boolean> {
  return (await query.execute(queries)).rows.length > 0
}
