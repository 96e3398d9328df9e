/** PostgreSQL through pg. */
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { type Database, type DatabaseEvents, noticeCorruption, unheeded } from './database.ts'
import { databasesTime, postgresDialect } from './dialect.ts'
import { openOutage, socketOf } from './postgres-outage.ts'
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
  /** Whether somebody waits for what is asked now, who is to be refused soon; default: nobody does. */
  readonly isWaitedFor?: () => boolean
  /** Whether leases run by the clock of the database; default: by the instants that its callers give. */
  readonly timesLeases?: boolean
}

/**
 * Connects lazily: the first query reports what is wrong with the address.
 * @param url `postgres://user:password@host:port/database`
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const dialect = new PostgresDialect({ pool: () => openPool(url, options) })
  const { events = unheeded, timesLeases = false } = options
  return {
    queries: new Kysely<Tables>({ dialect, log: noticeCorruption(events) }),
    dialect: timesLeases ? { ...postgresDialect, leaseTime: databasesTime } : postgresDialect
  }
}

/** So long somebody waits for a connection, and for each answer on it [ms]. */
const waitedMs = 3000

/** pg is loaded here, because most installations never need it. */
async function openPool(
  url: string,
  { events = unheeded, poolSize = 10, silentMs = 0, isWaitedFor = () => false }: PostgresOptions
): Promise<PostgresPool> {
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
  const outage = openOutage(
    () => new pg.Client({ connectionString: url, connectionTimeoutMillis: waitedMs, query_timeout: waitedMs })
  )
  // The pool listens to its clients only while they are idle: one that breaks during a query would end the
  // process.
  pool.on('connect', (client) => {
    client.on('error', events.connectionLost)
    endWhereSilent(client, outage.begin)
  })
  // An idle connection is silent, and the pool closes it.
  pool.on('release', (_error, client) => socketOf(client).setTimeout(0))
  // The pool repeats the errors of idle clients.
  pool.on('error', () => undefined)
  return {
    options: pool.options,
    async connect() {
      const isWaited = isWaitedFor()
      if (isWaited && outage.isOn()) throw new Error('The database answered nothing just now.')
      const client = await (isWaited ? connectSoon(pool, outage.begin) : pool.connect())
      socketOf(client).setTimeout(isWaited ? waitedMs : silentMs)
      return client
    },
    end: async () => {
      outage.close()
      await pool.end()
    }
  }
}

/**
 * A host that vanishes sends no end, and with nothing left to send TCP notices it after hours: the query, and
 * with it a round of delivery, would wait for ever.
 */
function endWhereSilent(client: PoolClient, silent: () => void): void {
  // `query_timeout` would give the dead connection back to the pool.
  const socket = socketOf(client)
  socket.on('timeout', () => {
    silent()
    socket.destroy(new Error('The database answered nothing for too long.'))
  })
}

/** The pool may have none to give, or the server may take it and be silent. */
async function connectSoon(pool: Pool, silent: () => void): Promise<PoolClient> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const connecting = pool.connect()
  const timer = setTimeout(() => {
    silent()
    reject(new Error('timeout exceeded when trying to connect'))
    connecting.then(
      (client) => client.release(),
      () => undefined
    )
  }, waitedMs)
  try {
    return await Promise.race([connecting, late])
  } finally {
    clearTimeout(timer)
  }
}
