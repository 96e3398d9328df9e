import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Alerts } from '../alerts/alerts.ts'
import type { ArchiveStore } from '../forecasts/archive-ports.ts'
import type { BudgetStore, ForecastStore, OpenedPoints } from '../forecasts/ports.ts'
import type { RecordStore } from '../observations/record-ports.ts'
import { airportStore } from './airports.ts'
import { allowances, budgetStore, openedPoints } from './allowances.ts'
import { apiKeys } from './api-keys.ts'
import { archiveStore } from './archive.ts'
import type { Database } from './database.ts'
import { deliveryLog } from './deliveries.ts'
import { episodeStore } from './episodes.ts'
import { intakeStore } from './intakes.ts'
import { issuedNightStore } from './issued-nights.ts'
import { type Leases, leases } from './leases.ts'
import { maintenance } from './maintenance.ts'
import { memberStore } from './members.ts'
import {
  allMigrations,
  type Migrated,
  type MissingMigrations,
  migrate,
  missingMigrations
} from './migrate.ts'
import { observationStore } from './observations.ts'
import { outbox } from './outbox.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import { eveningLawStore, eveningStore, readingStore } from './readings.ts'
import { runReader } from './runs.ts'
import { type Secrets, secrets } from './secrets.ts'
import { createSensorNumbers } from './sensor-numbers.ts'
import { openSqlite } from './sqlite.ts'
import { sqlitePath } from './sqlite-path.ts'
import { StoreError } from './store-error.ts'
import { createForecastStore } from './stored-forecasts.ts'
import { subscriptionStore } from './subscriptions.ts'

/** Everything that outlives the process. */
export interface Store
  extends Pick<
    Alerts,
    'subscriptions' | 'members' | 'episodes' | 'outbox' | 'deliveryLog' | 'maintenance' | 'allowances'
  > {
  readonly storedForecasts: ForecastStore
  readonly budgets: BudgetStore
  readonly openedPoints: OpenedPoints
  readonly archive: ArchiveStore
  readonly apiKeys: ReturnType<typeof apiKeys>
  readonly secrets: Secrets
  readonly leases: Leases
  readonly record: RecordStore
  readonly migrated: Migrated
  readonly engine: 'sqlite' | 'postgresql'
  /** The database itself, for queries outside this folder, and benches. */
  readonly database: Database
  readonly close: () => Promise<void>
}

export interface StoreOptions extends PostgresOptions {
  /** `postgres://…`; null: SQLite in `dataDir`. */
  readonly url: string | null
  readonly dataDir: string
  readonly now: number
}

/** @throws {StoreError} `unreachable` or `newer_version`; its message says what to do */
export async function openStore(options: StoreOptions): Promise<Store> {
  const database = openDatabase(options)
  try {
    const migrated = await (options.silentMs === undefined
      ? migrate(database, options.now)
      : migrateUnlimited(options))
    return assemble(database, migrated)
  } catch (error) {
    await database.queries.destroy()
    throw error instanceof StoreError ? error : unreachable(options, error)
  }
}

/** On its own connection: it may read a whole table, or wait for another process. */
async function migrateUnlimited({ silentMs: _, ...options }: StoreOptions): Promise<Migrated> {
  const database = openDatabase({ ...options, poolSize: 1 })
  try {
    return await migrate(database, options.now)
  } finally {
    await database.queries.destroy()
  }
}

/** Changes nothing: another version may serve. @throws {StoreError} `absent`, `older_version`, or as `openStore` */
export async function openExisting(options: StoreOptions): Promise<Store> {
  const { database, schema } = await openAnyVersion(options)
  if (schema.missing.length === 0) return assemble(database, { from: schema.to, to: schema.to })
  await database.queries.destroy()
  throw new StoreError(
    'older_version',
    ['olderSchema', schema.from, schema.to],
    `The database has schema version ${schema.from}, this Ayaz has ${schema.to}. ` +
      'Start the new service, or run "ayaz migrate"; until then use the Ayaz that serves.'
  )
}

/** Also an older version; changes nothing. @throws {StoreError} `absent`, or as `openStore` */
export async function openAnyVersion(
  options: Omit<StoreOptions, 'now'>
): Promise<{ readonly database: Database; readonly schema: MissingMigrations }> {
  // Opening would create the file.
  if (options.url === null && !existsSync(sqlitePath(options.dataDir))) throw absent(options)
  const database = openDatabase(options)
  try {
    const schema = await missingMigrations(database)
    if (schema.from === 0) throw absent(options)
    return { database, schema }
  } catch (error) {
    await database.queries.destroy()
    throw error instanceof StoreError ? error : unreachable(options, error)
  }
}

/** Changes nothing. @throws {StoreError} `unreachable` or `newer_version`; its message says what to do */
export async function checkMigrations(
  options: Pick<StoreOptions, 'url' | 'dataDir'>
): Promise<MissingMigrations & Pick<Store, 'engine'>> {
  // Opening would create the file.
  const isAbsent = options.url === null && !existsSync(sqlitePath(options.dataDir))
  if (isAbsent) return { engine: 'sqlite', ...allMigrations }
  const database = openDatabase(options)
  try {
    return { engine: database.dialect.engine, ...(await missingMigrations(database)) }
  } catch (error) {
    throw error instanceof StoreError ? error : unreachable(options, error)
  } finally {
    await database.queries.destroy()
  }
}

/** Opens a database without migrating it and without a query. */
export function openDatabase({ url, dataDir, ...options }: Omit<StoreOptions, 'now'>): Database {
  if (url !== null) return openPostgres(url, options)
  try {
    return openSqlite(sqlitePath(dataDir), options.events)
  } catch (error) {
    throw unreachable({ url, dataDir }, error)
  }
}

function assemble(database: Database, migrated: Migrated): Store {
  const readRuns = runReader()
  return {
    subscriptions: subscriptionStore(database),
    members: memberStore(database, readRuns),
    episodes: episodeStore(database, readRuns),
    outbox: outbox(database, readRuns),
    deliveryLog: deliveryLog(database, readRuns),
    maintenance: maintenance(database),
    allowances: allowances(database),
    storedForecasts: createForecastStore(database),
    budgets: budgetStore(database),
    openedPoints: openedPoints(database),
    archive: archiveStore(database),
    apiKeys: apiKeys(database),
    secrets: secrets(database),
    leases: leases(database),
    record: recordStore(database),
    migrated,
    engine: database.dialect.engine,
    database,
    close: () => database.queries.destroy()
  }
}

/** Names the database without its password. */
function unreachable({ url, dataDir }: Pick<StoreOptions, 'url' | 'dataDir'>, error: unknown): StoreError {
  const reason = error instanceof Error ? error.message : String(error)
  const where = url === null ? `SQLite in ${dataDir}` : `PostgreSQL at ${serverOf(url)}`
  const remedy =
    url === null ? 'Check DATA_DIR and its permissions.' : 'Check DATABASE_URL and that the server runs.'
  return new StoreError(
    'unreachable',
    url === null ? ['folderUnusable', dataDir, reason] : ['serverUnusable', serverOf(url), reason],
    `The database (${where}) cannot be used: ${reason}. ${remedy}`
  )
}

function serverOf(url: string): string {
  return URL.parse(url)?.host ?? 'DATABASE_URL'
}

function absent({ url, dataDir }: Pick<StoreOptions, 'url' | 'dataDir'>): StoreError {
  const folder = resolve(dataDir)
  const where = url === null ? folder : `PostgreSQL at ${serverOf(url)}`
  const remedy = 'Set DATA_DIR or DATABASE_URL to that of the service; "ayaz migrate" makes a new database.'
  return new StoreError(
    'absent',
    url === null ? ['folderEmpty', folder] : ['serverEmpty', serverOf(url)],
    `There is no database of Ayaz in ${where}. ${remedy}`
  )
}

export function recordStore(database: Database): RecordStore {
  const numbers = createSensorNumbers()
  return {
    ...issuedNightStore(database),
    ...observationStore(database, numbers),
    ...readingStore({ database, numbers }),
    ...intakeStore(database),
    ...airportStore(database),
    ...eveningStore(database),
    ...eveningLawStore(database)
  }
}
