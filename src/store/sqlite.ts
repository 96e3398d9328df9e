/** SQLite through node:sqlite on a separate thread, as a dialect of kysely. */
import { chmodSync, closeSync, fchownSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler
} from 'kysely'
import { codeExtension } from '../common/code-extension.ts'
import { type Database, type DatabaseEvents, ignoredEvents, reportCorruption } from './database.ts'
import { sqliteDialect } from './dialect.ts'
import type { Tables } from './schema.ts'
import type { SqliteAnswer, SqliteQuestion } from './sqlite-thread.ts'

/** Creates a missing folder; `:memory:`: no file. @throws where folder or file cannot be created */
export function openSqlite(path: string, events: DatabaseEvents = ignoredEvents): Database {
  if (path !== ':memory:') makePrivate(path)
  const log = reportCorruption(events)
  return {
    queries: new Kysely<Tables>({ dialect: threadDialect(path), log }),
    dialect: sqliteDialect
  }
}

/**
 * Only for its owner: the database holds keys and addresses. SQLite gives its WAL the same mode and owner. An existing
 * file loses the rights of others; its group's may be intended, as for a backup.
 * @param ownerOf made by root, the file belongs to whom this folder belongs to; null: to root
 */
export function makePrivate(path: string, ownerOf: string | null = dirname(path)): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  for (const end of ['', '-wal', '-shm', '-journal']) expectNoLink(path + end)
  try {
    // Closing a file that SQLite has open in this process would release its locks: only a new one is opened.
    const file = openSync(path, 'wx', 0o600)
    if (ownerOf !== null) giveToOwnerOf(ownerOf, file)
    closeSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    for (const file of [path, `${path}-wal`, `${path}-shm`]) closeToOthers(file)
  }
}

/** Refuses links: their target may belong to something else, and must not be created, written or made private. */
function expectNoLink(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw new Error(
      `${file} is a symbolic link, not a file; move the file itself here, or set DATA_DIR to its folder`
    )
}

/** Uses the open file: the folder's owner may put another in its place. */
function giveToOwnerOf(folder: string, file: number): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  try {
    fchownSync(file, uid, gid)
  } catch {
    // A root that may give nothing away, as in some containers, serves there, too.
  }
}

function closeToOthers(file: string): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o007) === 0) return
  try {
    chmodSync(file, mode & 0o770)
  } catch {
    // Another user's file: `ayaz doctor` says so.
  }
}

function threadDialect(path: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => threadDriver(path),
    createIntrospector: (queries) => new SqliteIntrospector(queries),
    createQueryCompiler: () => new SqliteQueryCompiler()
  }
}

/** One transaction or query at a time; it begins with its first statement: each request to the thread is a wait. */
function threadDriver(path: string): Driver {
  let thread = sqliteThread(path)
  let begins = false
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const question = { text: sql, parameters: parameters as readonly SQLInputValue[], begins }
      begins = false
      const answer = await thread.ask(question)
      if ('rows' in answer) return { rows: objects(answer) as Row[] }
      return { rows: [], numAffectedRows: BigInt(answer.changes), insertId: BigInt(answer.lastRow) }
    },
    streamQuery: () => {
      throw new Error('Rows are not streamed from SQLite: ask for them in portions.')
    }
  }
  const end = async (word: 'commit' | 'rollback'): Promise<void> => {
    if (!begins) await connection.executeQuery(CompiledQuery.raw(word))
    begins = false
  }
  return {
    init: async () => undefined,
    acquireConnection: async () => {
      // Out of memory a thread lost its transaction. The file is intact: the next request opens it again.
      if (thread.isLost() && path !== ':memory:') thread = sqliteThread(path)
      return connection
    },
    beginTransaction: async () => {
      begins = true
    },
    commitTransaction: () => end('commit'),
    rollbackTransaction: () => end('rollback'),
    releaseConnection: async () => undefined,
    destroy: () => thread.close()
  }
}

/** Rows are copies of one object with all columns, so that all have the same shape. */
function objects({ columns, rows }: Extract<Result, { rows: unknown }>): readonly Record<string, unknown>[] {
  const blank: Record<string, unknown> = Object.fromEntries(columns.map((name) => [name, null]))
  return rows.map((values) => {
    const row = { ...blank }
    for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ''] = values[index]
    return row
  })
}

type Result = Exclude<SqliteAnswer, { failure: unknown }>

type Statement = Omit<Extract<SqliteQuestion, { text: string }>, 'id'>

function sqliteThread(path: string) {
  const worker = new Worker(new URL(`./sqlite-thread${codeExtension}`, import.meta.url), { workerData: path })
  const asked = new Map<number, PromiseWithResolvers<Result>>()
  let count = 0
  let lost: Error | null = null
  worker.unref()
  worker.on('message', (answer: SqliteAnswer) => {
    const waiting = asked.get(answer.id)
    asked.delete(answer.id)
    // An open file alone must not keep the process alive.
    if (asked.size === 0) worker.unref()
    if ('failure' in answer) waiting?.reject(failed(answer.failure))
    else waiting?.resolve(answer)
  })
  const lose = (error: Error): void => {
    lost ??= error
    for (const { reject } of asked.values()) reject(error)
    asked.clear()
  }
  worker.on('error', lose)
  worker.on('exit', () => lose(new Error('The database has been closed.')))
  const put = (question: Statement | { readonly close: true }): Promise<Result> => {
    if (lost !== null) return Promise.reject(lost)
    count += 1
    const waiting = Promise.withResolvers<Result>()
    if (asked.size === 0) worker.ref()
    asked.set(count, waiting)
    worker.postMessage({ ...question, id: count })
    return waiting.promise
  }
  return {
    ask: put,
    /** It has ended and no longer answers. */
    isLost: (): boolean => lost !== null,
    /** Ends once all earlier requests are answered. */
    close: async (): Promise<void> => {
      if (lost !== null) return
      await put({ close: true })
      await worker.terminate()
    }
  }
}

/** The error of a query, with a stack trace of the code that sent it. */
function failed({ message, code, errcode }: Extract<SqliteAnswer, { failure: unknown }>['failure']): Error {
  return Object.assign(new Error(message), { code, errcode })
}
