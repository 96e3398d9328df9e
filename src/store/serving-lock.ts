/**
 * One serving process at a time for a SQLite folder: an empty SQLite file, locked exclusively while the
 * process lives.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivate } from './sqlite.ts'
import { StoreError } from './store-error.ts'

const sqliteBusy = 5

/**
 * Takes the lock of a data folder. The operating system holds it, so it ends with the process, however that
 * ends. Commands do not take it: they share the database with the one process that serves.
 * @returns releases it
 * @throws {StoreError} `in_use` while another process holds it.
 */
export function lockForServing(dataDir: string): () => void {
  const path = join(dataDir, 'serving.lock')
  makePrivate(path)
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('begin exclusive')
    return () => file.close()
  } catch (error) {
    file.close()
    if (!(error instanceof Error) || Reflect.get(error, 'errcode') !== sqliteBusy) throw error
    throw new StoreError(
      'in_use',
      ['served', dataDir],
      `Another process already serves from ${dataDir}, and SQLite is for one. Stop that one first, or set another DATA_DIR; ` +
        'several processes can share a PostgreSQL (DATABASE_URL). Commands such as "ayaz doctor" work meanwhile.'
    )
  }
}
