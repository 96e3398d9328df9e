import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { codeExtension } from '../common/code-extension.ts'
import { sqlitePath } from './sqlite-path.ts'
import { isCorrupt } from './store-error.ts'

/** A few show that a backup is needed. */
const maxFindings = 3

/** Every page, on a connection that cannot write. @throws where the file cannot be read */
export function findingsIn(path: string): readonly string[] {
  using file = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    const rows = file.prepare(`pragma integrity_check(${maxFindings})`).all()
    const texts = rows.map((row) => String(row['integrity_check']))
    return texts.length === 1 && texts[0] === 'ok' ? [] : texts
  } catch (error) {
    if (isCorrupt(error)) return [error instanceof Error ? error.message : String(error)]
    throw error
  }
}

/** Findings in SQLite's words; empty: intact or missing. @throws where the file cannot be read, or `signal` aborts */
export async function integrityFindings(dataDir: string, signal: AbortSignal): Promise<readonly string[]> {
  signal.throwIfAborted()
  const path = sqlitePath(dataDir)
  if (!existsSync(path)) return []
  const worker = new Worker(new URL(`./integrity-thread${codeExtension}`, import.meta.url), {
    workerData: path
  })
  const stop = (): void => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The check of the database was stopped.')))
    })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
