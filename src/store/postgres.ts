/** PostgreSQL through pg. */
import type { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { type Database, type DatabaseEvents, noticeCorruption, unheeded } from './database.ts'
import { postgresDialect } from './dialect.ts'
import type { Tables } from './schema.ts'

/** pg's number for the type int8; our instants and counts stay far below 2^53. */
const int8 = 20

/** When TCP asks a silent connection whether the other end is still there [ms]. */
const keepAliveMs = 30_000

export interface PostgresOptions {
  readonly events?: DatabaseEvents
  /** Connections open at a time at most; the default of DATABASE_POOL. */
  readonly poolSize?: number
  /**
   * A connection on which nothing is heard for so long [ms] leads nowhere and is ended. Default: never, because a
   * migration or a copy of everything takes as long as it needs.
   */
  readonly silentMs?: number
}

/**
 * Connects lazily: the first query reports what is wrong with the address.
 * @param url `postgres://user:password@host:port/database`
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const dialect = new PostgresDialect({ pool: () => openPool(url, options) })
  const { events = unheeded } = options
  return { queries: new Kysely<Tables>({ dialect, log: noticeCorruption(events) }), dialect: postgresDialect }
}

/** pg is loaded here, because most installations never need it. */
async function openPool(
  url: string,
  { events = unheeded, poolSize = 10, silentMs }: PostgresOptions
): Promise<Pool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'ayaz',
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === int8
          ? Number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser
    }
  })
  // The pool listens to its clients only while they are idle: one that breaks during a query would end the
  // process.
  pool.on('connect', (client) => {
    client.on('error', events.connectionLost)
    if (silentMs !== undefined) endWhereSilent(client, silentMs)
  })
  // The pool repeats the errors of idle clients.
  pool.on('error', () => undefined)
  return pool
}

/**
 * A host that vanishes sends no end, and with nothing left to send TCP notices it after hours: the query, and
 * with it a round of delivery, would wait for ever. Idle connections are closed by the pool before that.
 */
function endWhereSilent(client: PoolClient, silentMs: number): void {
  // pg does not publish its socket; `query_timeout` would give the dead connection back to the pool.
  const { stream } = (client as PoolClient & { readonly connection: { readonly stream: Socket } }).connection
  stream.setTimeout(silentMs, () => stream.destroy(new Error('The database answered nothing for too long.')))
}
