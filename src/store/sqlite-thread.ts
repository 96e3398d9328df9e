/**
 * The thread that a SQLite file is worked on: SQLite computes and waits for the disk in the calling thread, and requests and receivers
 * must not wait meanwhile. It answers one query after the other, in the order they were asked.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** What is asked: one statement, or that the file be closed. */
export type SqliteQuestion =
  | { readonly id: number; readonly text: string; readonly parameters: readonly SQLInputValue[] }
  | { readonly id: number; readonly close: true }

/** What is answered to the question of the same id. */
export type SqliteAnswer =
  | { readonly id: number; readonly rows: readonly Record<string, unknown>[] }
  | { readonly id: number; readonly changes: number | bigint; readonly lastRow: number | bigint }
  | { readonly id: number; readonly failure: { readonly message: string; readonly code: unknown } }

interface Prepared {
  readonly statement: StatementSync
  readonly gives: boolean
}

/** How many prepared statements are kept; the house has about a hundred texts. */
const keptStatements = 256

const kept = new Map<string, Prepared>()
let file: DatabaseSync | null = null

/** An acknowledged write is on the disk: WAL with synchronous=FULL syncs at each commit. */
function open(path: string): DatabaseSync {
  const opened = new DatabaseSync(path)
  // Another process may hold the file for as long as one transaction lasts.
  opened.exec('pragma busy_timeout = 10000')
  opened.exec('pragma journal_mode = wal')
  opened.exec('pragma synchronous = full')
  opened.exec('pragma foreign_keys = on')
  opened.exec('pragma cache_size = -65536')
  return opened
}

function prepare(text: string): Prepared {
  const known = kept.get(text)
  if (known !== undefined) return known
  file ??= open(String(workerData))
  // A transaction that reads first and writes later would fail when another process wrote in between: take the writer's place at once.
  const statement = file.prepare(text === 'begin' ? 'begin immediate' : text)
  const made = { statement, gives: statement.columns().length > 0 }
  if (kept.size >= keptStatements) kept.clear()
  kept.set(text, made)
  return made
}

function answer(question: SqliteQuestion): SqliteAnswer {
  const { id } = question
  try {
    if ('close' in question) {
      file?.close()
      return { id, rows: [] }
    }
    const { statement, gives } = prepare(question.text)
    if (gives) return { id, rows: statement.all(...question.parameters) }
    const { changes, lastInsertRowid } = statement.run(...question.parameters)
    return { id, changes, lastRow: lastInsertRowid }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { id, failure: { message, code: error instanceof Error ? Reflect.get(error, 'code') : null } }
  }
}

parentPort?.on('message', (question: SqliteQuestion) => {
  parentPort?.postMessage(answer(question))
  if ('close' in question) parentPort?.close()
})
