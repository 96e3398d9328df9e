/** An opened database together with what its engine does differently. */
import { type Kysely, type Logger, type RawBuilder, sql } from 'kysely'
import type { Dialect } from './dialect.ts'
import { isCorrupt } from './fault.ts'
import type { Tables } from './schema.ts'

export interface Database {
  readonly queries: Kysely<Tables>
  readonly dialect: Dialect
}

/** What is noticed of a database beside the answers to its queries. */
export interface DatabaseEvents {
  /** A connection to PostgreSQL broke, idle or during a query; the query itself is rejected with an error of its own. */
  readonly connectionLost: () => void
  /** A statement found the data damaged. */
  readonly corrupt: (error: unknown) => void
}

/** For commands, which end with the first error anyway. */
export const unheeded: DatabaseEvents = { connectionLost: () => undefined, corrupt: () => undefined }

/** Kysely's log: every failed statement is looked at for damage. */
export function noticeCorruption({ corrupt }: DatabaseEvents): Logger {
  return (event) => {
    if (event.level === 'error' && isCorrupt(event.error)) corrupt(event.error)
  }
}

/** How often a transaction is done again after it collided with another. */
const attempts = 5

/**
 * Inside one transaction; every query of the callback must go through the database it is given. The callback changes nothing
 * but the database, because after a collision with another transaction it is run again.
 */
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

/** Whether a column holds one of any number of numbers, which are one parameter. */
export function oneOf(
  { dialect }: Database,
  column: string,
  numbers: readonly number[]
): RawBuilder<boolean> {
  return dialect.oneOf(sql.ref(column), numbers)
}
