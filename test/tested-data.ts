/**
 * Where an app of a test keeps what outlives it. That is SQLite; the projects that run files once more name
 * PostgreSQL in `TESTED_ON`, which only this file reads.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FreshDatabase, postgresEngine } from './contracts/store/engines.ts'
import { placeMigrated } from './migrated-sqlite.ts'

const onPostgres = process.env['TESTED_ON'] === 'postgresql'

/** The database of the tests of this worker, as the service names it. */
export const testedEngine = onPostgres ? 'postgresql' : 'sqlite'

/**
 * Whether clients' quotas are counted for several processes: in slots of 1/64 of a window, so that a request is free
 * again when its slot is (docs/decisions/0026).
 */
export const quotasAreShared = onPostgres

/** Data that no other test has, in a database that this version has migrated. */
export interface TestedData extends FreshDatabase {
  readonly remove: () => Promise<void>
}

/** Makes such data, of the kind that the tests of this worker have; who asks for it removes it. */
export async function openTestedData(): Promise<TestedData> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ayaz-data-'))
  const database = onPostgres ? await postgresEngine().migrated() : null
  if (database === null) await placeMigrated(dataDir)
  return {
    url: database?.url ?? null,
    dataDir,
    async remove() {
      // PostgreSQL looks after each of its databases, also those that are no longer used.
      if (database !== null) await postgresEngine().drop(database)
      await rm(dataDir, { recursive: true, force: true })
    }
  }
}

/** For what is opened once: SQLite is then in memory. */
export async function openPassingData(): Promise<TestedData> {
  return onPostgres ? openTestedData() : { url: null, dataDir: ':memory:', remove: async () => undefined }
}

/** What leads an app or a command there. */
export function environmentOf({ url, dataDir }: FreshDatabase): Readonly<Record<string, string>> {
  return {
    DATA_DIR: dataDir,
    ...(url !== null && { DATABASE_URL: url })
  }
}
