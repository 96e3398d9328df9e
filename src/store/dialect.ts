/** The differences between SQLite and PostgreSQL, each with a name. No query checks the engine in any other way. */
import type { ColumnDataType, Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from './schema.ts'

export interface Dialect {
  readonly engine: 'sqlite' | 'postgresql'
  /** Incremented and never reused. */
  readonly countingKey: RawBuilder<unknown>
  /** For a table's definition: rows are stored in key order, one search finds the whole row. */
  readonly storedByKey: RawBuilder<unknown>
  readonly bytes: ColumnDataType
  /** Rows as one parameter, with columns column1, column2 …: one text, prepared once, serves any number of rows. */
  readonly valuesTable: (
    types: readonly ColumnType[],
    rows: readonly (readonly unknown[])[]
  ) => RawBuilder<unknown>
  /** Any number of whole numbers as one parameter. */
  readonly oneOf: (column: RawBuilder<unknown>, numbers: readonly number[]) => RawBuilder<boolean>
  /** Over `messages m` and `subscriptions s`: locks rows for this transaction and skips locked ones. */
  readonly claimRows: RawBuilder<unknown>
  /** For a table that counts `seq`, until the transaction ends, by key: what is read afterwards stays. */
  readonly lockRows: (
    transaction: Kysely<Tables>,
    table: keyof Tables,
    seqs: readonly number[]
  ) => Promise<void>
  /** Another transaction may commit between a select's snapshot and its locks: unlocked rows are checked again. */
  readonly readsBeforeLocking: boolean
  /**
   * Until the transaction ends tables are neither scanned nor sorted where an index can be used. Statistics do not show
   * a backlog of a moment ago: each claim would read and sort all that waits, each record the whole log.
   */
  readonly goByIndexes: (transaction: Kysely<Tables>) => Promise<void>
  /** From here a list given as a table (`valuesTable`) is joined by hash: a loop took minutes for 100,000 messages. */
  readonly joinByHash: (transaction: Kysely<Tables>) => Promise<void>
  /** For the other table of such a join, so that only those rows are read. SQLite looks each up by the list. */
  readonly isJoined: (column: string, numbers: readonly number[]) => RawBuilder<boolean>
  /**
   * Renews statistics before a large backlog is compared: with those of another night the planner compared every run
   * with every episode. The cost hardly depends on the size. A table being vacuumed is skipped; inside a transaction
   * other tables are not vacuumed until it ends.
   */
  readonly analyze: (queries: Kysely<Tables>, tables: readonly (keyof Tables)[]) => Promise<void>
  /** A list of lists as one parameter: `value ->> 0`, `value ->> 1` … are texts to be cast. */
  readonly rowsOfJson: (json: string) => RawBuilder<unknown>
  /** A partition for each month (old-nights.ts). */
  readonly storesByMonth: boolean
  /** Where new ones are made; other schemas may have equal names. */
  readonly hasTable: (queries: Kysely<Tables>, name: string) => Promise<boolean>
  /** Excludes other processes with the same purpose until the transaction ends. */
  readonly advisoryLock: (transaction: Kysely<Tables>, purpose: number) => Promise<void>
  /** Before `values`: keys that the engine would count are given. */
  readonly withOwnKeys: RawBuilder<unknown>
  /** After such an insert the next `seq` is above all that are there. */
  readonly continueKeys: (transaction: Kysely<Tables>, table: string) => Promise<void>
  /** Where machines share a database, its clock: none takes what another still holds. @param now the caller's */
  readonly leaseTime: (now: number) => RawBuilder<number>
  /** Caused by a concurrent transaction: try again. */
  readonly isCollision: (error: unknown) => boolean
}

/** Types of columns of `valuesTable`. */
export type ColumnType = 'bigint' | 'integer' | 'smallint' | 'double precision' | 'text'

const callersTime: Dialect['leaseTime'] = (now) => sql`cast(${now} as bigint)`

export const databasesTime: Dialect['leaseTime'] = () => sql`cast(extract(epoch from now()) * 1000 as bigint)`

/** One writer at a time from the start of each transaction: nothing needs locking. */
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

/** Deadlock, failed serialisation, two inserts of the same key. */
const collisions = new Set(['40P01', '40001', '23505'])

/**
 * Plans preferred to an index when statistics are old; still used where nothing else works. Their cost then looks so
 * high that older versions compile the statement first: `jit` is off.
 */
const unindexed = ['enable_seqscan', 'enable_sort', 'enable_hashjoin', 'enable_mergejoin', 'jit']

/** Many writers: claims lock rows, exclusive work takes an advisory lock. */
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
  // A join with `unnest` is planned as a loop over all numbers for each row when statistics are old.
  oneOf: isAny,
  claimRows: sql`for no key update of m, s skip locked`,
  lockRows: async (transaction, table, seqs) => {
    await sql`select from ${sql.table(table)} where ${isAny(sql.ref('seq'), seqs)}
      order by seq for no key update`.execute(transaction)
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

/** Numbers as PostgreSQL reads an array; pg's quoting of each one costs ten times as much. */
function listText(numbers: readonly unknown[]): string {
  return `{${numbers.map((number) => number ?? 'NULL').join()}}`
}

function setting(name: string, value: 'on' | 'off'): RawBuilder<unknown> {
  return sql`set_config(${sql.lit(name)}, ${sql.lit(value)}, true)`
}

async function isSome(query: RawBuilder<unknown>, queries: Kysely<Tables>): Promise<boolean> {
  return (await query.execute(queries)).rows.length > 0
}
