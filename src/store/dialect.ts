/** The few places where SQLite and PostgreSQL differ, each with a name; no query asks for the engine in any other way. */
import type { ColumnDataType, Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from './schema.ts'

/** What a query must know of the engine below it. */
export interface Dialect {
  readonly engine: 'sqlite' | 'postgresql'
  /** A key that the engine counts up itself and never gives out twice. */
  readonly countingKey: RawBuilder<unknown>
  /** After a table's definition: its rows lie in the order of its key, so that one search finds the whole row. */
  readonly lyingByKey: RawBuilder<unknown>
  /** The type of a column of bytes. */
  readonly bytes: ColumnDataType
  /**
   * Rows given as one parameter, for `from`: its columns are column1, column2 … One text serves any number of rows, so it is neither
   * built nor prepared anew for each batch.
   */
  readonly valuesTable: (
    types: readonly ColumnType[],
    rows: readonly (readonly unknown[])[]
  ) => RawBuilder<unknown>
  /** Whether a column holds one of any number of whole numbers, given as one parameter. */
  readonly oneOf: (column: RawBuilder<unknown>, numbers: readonly number[]) => RawBuilder<boolean>
  /** After a select over `messages m` and `subscriptions s`: makes the rows this transaction's own, stepping over those held by others. */
  readonly claimRows: RawBuilder<unknown>
  /**
   * Whether another transaction may have committed between the moment a select sees and the moment it gets its locks: what it said of
   * rows it did not lock must then be asked again.
   */
  readonly looksBeforeItLocks: boolean
  /**
   * Until this transaction ends tables are neither read whole nor sorted where an index can be used. Statistics say nothing yet of the crowd
   * that was queued a moment ago: by them each claim would read and sort everything that waits, and each record read the whole log.
   */
  readonly goByIndexes: (transaction: Kysely<Tables>) => Promise<void>
  /**
   * Lets the planner see a crowd as it is before statements that compare it as a whole: what it knows may be of another night, and by that it
   * has compared every run with every episode. Costs about as much however large the tables are. A table that is being vacuumed at this moment
   * is stepped over rather than waited for; in a transaction the others are not vacuumed until that ends.
   */
  readonly lookAgain: (queries: Kysely<Tables>, tables: readonly (keyof Tables)[]) => Promise<void>
  /** A list of lists as a table: each `value ->> 0`, `value ->> 1` … is a text to be cast. For writing many rows with one parameter. */
  readonly rowsOfJson: (json: string) => RawBuilder<unknown>
  /** Keeps every other process with the same purpose out until the transaction ends. */
  readonly advisoryLock: (transaction: Kysely<Tables>, purpose: number) => Promise<void>
  /** Whether a transaction failed only because another one was in its way, so that doing it again is right. */
  readonly isCollision: (error: unknown) => boolean
}

/** Types of columns that are given. */
export type ColumnType = 'bigint' | 'integer' | 'smallint' | 'double precision' | 'text'

/** SQLite: one writer at a time from the start of each transaction, so nothing needs locking. */
export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  countingKey: sql`integer primary key autoincrement`,
  lyingByKey: sql`without rowid`,
  bytes: 'blob',
  valuesTable: (types, rows) => {
    const columns = types.map(
      (_, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(`column${index + 1}`)}`
    )
    return sql`(select ${sql.join(columns)} from json_each(${JSON.stringify(rows)}))`
  },
  oneOf: (column, numbers) => sql`${column} in (select value from json_each(${JSON.stringify(numbers)}))`,
  claimRows: sql``,
  looksBeforeItLocks: false,
  goByIndexes: async () => undefined,
  lookAgain: async () => undefined,
  rowsOfJson: (json) => sql`json_each(${json})`,
  advisoryLock: async () => undefined,
  isCollision: () => false
}

/** PostgreSQL's codes for a deadlock, a failed serialisation, and two transactions that made the same key at once. */
const collisions = new Set(['40P01', '40001', '23505'])

/**
 * What a planner that trusts old statistics takes instead of an index. Where nothing else is left it is taken all the same, and then its price
 * looks so high that older versions would compile the statement first: `jit`.
 */
const unindexed = ['enable_seqscan', 'enable_sort', 'enable_hashjoin', 'enable_mergejoin', 'jit']

/** PostgreSQL: many writers, so claims lock rows and what must be alone takes an advisory lock. */
export const postgresDialect: Dialect = {
  engine: 'postgresql',
  countingKey: sql`bigint generated always as identity primary key`,
  lyingByKey: sql``,
  bytes: 'bytea',
  valuesTable: (types, rows) => {
    const columns = types.map((type, index) => {
      const values = rows.map((row) => row[index])
      return sql`cast(${values} as ${sql.raw(type)}[])`
    })
    const names = types.map((_, index) => sql.ref(`column${index + 1}`))
    return sql`(select * from unnest(${sql.join(columns)}) as rows(${sql.join(names)}))`
  },
  // Not a join with `unnest`: where statistics are old, that is planned as a loop over all numbers for each row.
  oneOf: (column, numbers) => sql`${column} = any(cast(${numbers} as bigint[]))`,
  claimRows: sql`for no key update of m, s skip locked`,
  looksBeforeItLocks: true,
  goByIndexes: async (transaction) => {
    await sql`select ${sql.join(unindexed.map((way) => sql`set_config(${sql.lit(way)}, 'off', true)`))}`.execute(
      transaction
    )
  },
  lookAgain: async (queries, tables) => {
    await sql`analyze (skip_locked) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(queries)
  },
  rowsOfJson: (json) => sql`json_array_elements(cast(${json} as json))`,
  advisoryLock: async (transaction, purpose) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(purpose)})`.execute(transaction)
  },
  isCollision: (error) => error instanceof Error && 'code' in error && collisions.has(String(error.code))
}
