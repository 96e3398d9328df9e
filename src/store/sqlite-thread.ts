/** SQLite computes and waits for the disk here, not in the service's thread. Queries are answered in order. */

import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { BoundedMap } from '../common/bounded-map.ts'

/** One statement, which may begin a transaction; or to close the file. */
export type SqliteQuestion =
  | {
      readonly id: number
      readonly text: string
      readonly parameters: readonly SQLInputValue[]
      readonly begins: boolean
    }
  | { readonly id: number; readonly close: true }

export type SqliteAnswer =
  | { readonly id: number; readonly columns: readonly string[]; readonly rows: readonly Values[] }
  | { readonly id: number; readonly changes: number | bigint; readonly lastRow: number | bigint }
  | {
      readonly id: number
      /** `errcode`: SQLite's extended result code. */
      readonly failure: { readonly message: string; readonly code: unknown; readonly errcode: unknown }
    }

/** In the order of columns: half the cost of an object. */
type Values = readonly SQLOutputValue[]

interface Prepared {
  readonly statement: StatementSync
  /** None: no result. */
  readonly columns: readonly string[]
}

/** The app has about a hundred texts. */
const storedStatements = 256

const stored = new BoundedMap<string, Prepared>(storedStatements)
let file: DatabaseSync | null = null

const busyMs = 10_000
const againMs = 20
const busyCode = 5 // SQLITE_BUSY, the last byte of an extended code

/** SQLite does not wait with a change of the mode: it refuses at once where another process changes it as well. */
function useWal(opened: DatabaseSync): void {
  for (let waitedMs = 0; ; waitedMs += againMs) {
    try {
      opened.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      const isBusy = error instanceof Error && (Number(Reflect.get(error, 'errcode')) & 0xff) === busyCode
      if (!isBusy || waitedMs >= busyMs) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, againMs)
    }
  }
}

/** A committed write is on disk: WAL with synchronous=FULL syncs at each commit. */
function open(path: string): DatabaseSync {
  const opened = new DatabaseSync(path)
  // Another process may lock the file for one transaction.
  opened.exec(`pragma busy_timeout = ${busyMs}`)
  useWal(opened)
  opened.exec('pragma synchronous = full')
  opened.exec('pragma foreign_keys = on')
  opened.exec('pragma cache_size = -32768')
  // Rare checkpoints (16 MB): many batches write the same pages. During a backup there is none: the WAL grows, and is
  // cut to 64 MB afterwards.
  opened.exec('pragma wal_autocheckpoint = 4000')
  opened.exec('pragma journal_size_limit = 67108864')
  return opened
}

function prepareAnew(text: string): Prepared {
  file ??= open(String(workerData))
  const statement = file.prepare(text)
  statement.setReturnArrays(true)
  return { statement, columns: statement.columns().map(({ name }) => name) }
}

/** After `setReturnArrays`, which the type does not reflect. */
function arrays(rows: unknown): readonly Values[] {
  return rows as readonly Values[]
}

function answer(question: SqliteQuestion): SqliteAnswer {
  const { id } = question
  try {
    if ('close' in question) {
      file?.close()
      return { id, columns: [], rows: [] }
    }
    // SQLite has rolled back what failed badly or could not begin.
    if (question.text === 'rollback' && file?.isTransaction !== true) return { id, columns: [], rows: [] }
    // A transaction that reads first would fail when another process writes in between: begin as a writer.
    if (question.begins) stored.getOrInsertComputed('begin immediate', prepareAnew).statement.run()
    const { statement, columns } = stored.getOrInsertComputed(question.text, prepareAnew)
    if (columns.length > 0) return { id, columns, rows: arrays(statement.all(...question.parameters)) }
    const { changes, lastInsertRowid } = statement.run(...question.parameters)
    return { id, changes, lastRow: lastInsertRowid }
  } catch (error) {
    if (!(error instanceof Error))
      return { id, failure: { message: String(error), code: null, errcode: null } }
    const { message } = error
    return {
      id,
      failure: { message, code: Reflect.get(error, 'code'), errcode: Reflect.get(error, 'errcode') }
    }
  }
}

parentPort?.on('message', (question: SqliteQuestion) => {
  parentPort?.postMessage(answer(question))
  if ('close' in question) parentPort?.close()
})
