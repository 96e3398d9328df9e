import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { type Database, type DatabaseEvents, ignoredEvents, reportCorruption } from './database.ts'
import { databasesTime, postgresDialect } from './dialect.ts'
import type { Tables } from './schema.ts'

/** int8 in pg; our instants and counts stay far below 2^53. */
const int8 = 20

/** After this silence TCP checks whether the other end is there. */
const keepAliveMs = 30_000

export interface PostgresOptions {
  readonly events?: DatabaseEvents
  readonly poolSize?: number
  /** A connection on which nothing is heard for this long is ended. Default: never, for migrations and copies. */
  readonly silentMs?: number
  /** Whether a client waits and should be refused soon; default: none does. */
  readonly isWaitedFor?: () => boolean
  /** Leases run by the clock of the database; default: by the callers' instants. */
  readonly timesLeases?: boolean
}

/** Lazily: the first query reports a wrong address. @param url `postgres://user:password@host:port/database` */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const dialect = new PostgresDialect({ pool: () => openPool(url, options) })
  const { events = ignoredEvents, timesLeases = false } = options
  return {
    queries: new Kysely<Tables>({ dialect, log: reportCorruption(events) }),
    dialect: timesLeases ? { ...postgresDialect, leaseTime: databasesTime } : postgresDialect
  }
}

/** How long a request waits for a connection, and for each answer on it [ms]. */
const waitedMs = 3000

/** pg is loaded here, because most installations never need it. */
async function openPool(
  url: string,
  { events = ignoredEvents, poolSize = 10, silentMs = 0, isWaitedFor = () => false }: PostgresOptions
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
  // The pool listens to idle clients only: one that breaks during a query would end the process.
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

/** A host that vanishes sends no end; TCP notices after hours, and a round of delivery would wait as long. */
function endWhereSilent(client: PoolClient, silent: () => void): void {
  // `query_timeout` would give the dead connection back to the pool.
  const socket = socketOf(client)
  socket.on('timeout', () => {
    const { bytesRead } = socket
    // What came while this process was busy is read first.
    setImmediate(() => {
      if (socket.bytesRead > bytesRead) return
      silent()
      socket.destroy(new Error('The database answered nothing for too long.'))
    })
  })
}

/** The pool may have none to give, or the server may be silent. */
async function connectSoon(pool: Pool, silent: () => void): Promise<PoolClient> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const connecting = pool.connect()
  let isOver = false
  const giveUp = (): void => {
    if (isOver) return
    silent()
    reject(new Error('timeout exceeded when trying to connect'))
    connecting.then(
      (client) => client.release(),
      () => undefined
    )
  }
  const timer = setTimeout(() => setImmediate(giveUp), waitedMs)
  try {
    return await Promise.race([connecting, late])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

const probeEveryMs = 1000

/**
 * An outage of the server, during which nothing waits for it until it answers.
 * @param open a client for one question, with its own limits
 */
function openOutage(open: () => ClientBase) {
  let isOn = false
  let isClosed = false
  const untilAnswered = async (): Promise<void> => {
    while (!isClosed && !(await answers(open()))) await wait(probeEveryMs, undefined, { ref: false })
    isOn = false
  }
  return {
    /** The server has answered nothing in time. */
    begin(): void {
      if (isOn) return
      isOn = true
      void untilAnswered()
    },
    isOn: () => isOn,
    close: (): void => {
      isClosed = true
    }
  }
}

async function answers(client: ClientBase): Promise<boolean> {
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    // A silent server's goodbye would be waited for.
    socketOf(client).destroy()
  }
}

/** pg does not publish it. */
function socketOf(client: ClientBase): Socket {
  return (client as ClientBase & { readonly connection: { readonly stream: Socket } }).connection.stream
}
