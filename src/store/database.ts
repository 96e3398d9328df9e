import { type Kysely, type Logger, type RawBuilder, sql } from 'kysely'
import type { Dialect } from './dialect.ts'
import type { Tables } from './schema.ts'
import { isCorrupt } from './store-error.ts'

export interface Database {
  readonly queries: Kysely<Tables>
  readonly dialect: Dialect
}

/** What a database reports apart from answers to queries. */
export interface DatabaseEvents {
  /** A connection to PostgreSQL ended, idle or during a query, which is rejected with its own error. */
  readonly connectionLost: () => void
  /** A statement found damaged data. */
  readonly corrupt: (error: unknown) => void
}

/** Ignores events of a database: commands end at the first error anyway. */
export const ignoredEvents: DatabaseEvents = { connectionLost: () => undefined, corrupt: () => undefined }

/** Kysely's log: checks every failed statement. */
export function reportCorruption({ corrupt }: DatabaseEvents): Logger {
  return (event) => {
    if (event.level === 'error' && isCorrupt(event.error)) corrupt(event.error)
  }
}

/** Most attempts when a transaction collides with another. */
const attempts = 5

/** Each query must use the given database. The callback changes nothing else: it runs again after a collision. */
export async function transact<Result>(
  database: Database,
  work: (inside: Database) => Promise<Result>
): Promise<Result> {
  const { dialect } = database
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.queries.transaction().execute((queries) => work({ queries, dialect }))
    } catch (error) {
      if (attempt >= attempts || !dialect.isCollision(error)) throw error
    }
  }
}

/** For an update on a conflict: these columns as the new row has them. */
export function asGiven<Column extends string>(
  ...columns: readonly Column[]
): Record<Column, RawBuilder<never>> {
  const given = columns.map((column) => [column, sql`${sql.ref(`excluded.${column}`)}`])
  return Object.fromEntries(given) as Record<Column, RawBuilder<never>>
}

/** Any number of numbers as one parameter. */
export function oneOf(
  { dialect }: Database,
  column: string,
  numbers: readonly number[]
): RawBuilder<boolean> {
  return dialect.oneOf(sql.ref(column), numbers)
}
