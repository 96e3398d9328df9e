/** PostgreSQL through pg. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'
import { postgresDifferences } from './differences.ts'
import type { Tables } from './schema.ts'

/** pg's number for the type int8; our instants and counts stay far below 2^53. */
const int8 = 20

/**
 * Connects lazily; the first query meets what is wrong with the address.
 * @param url `postgres://user:password@host:port/database`
 */
export function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === int8
          ? Number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser
    }
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  return {
    queries: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    differences: postgresDifferences
  }
}
