/** One serving process at a time for a SQLite folder: an empty SQLite file, locked while it lives. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivate } from './sqlite.ts'
import { StoreError } from './store-error.ts'

const sqliteBusy = 5

/**
 * The operating system holds the lock, so it ends with the process. Commands share the database with the one that
 * serves.
 * @returns releases it
 * @throws {StoreError} `in_use`: another process holds it; `unreachable`: its file cannot be opened
 */
export function lockForServing(dataDir: string): () => void {
  const path = lockPath(dataDir)
  makePrivate(path)
  return take(dataDir, { readOnly: false, statement: 'begin exclusive' })
}

/**
 * No process serves from a folder while its database is read. Makes nothing: who ever served has left the file of the
 * lock.
 * @returns releases it
 * @throws {StoreError} as `lockForServing`
 */
export function holdOffServing(dataDir: string): () => void {
  if (!existsSync(lockPath(dataDir))) return () => undefined
  return take(dataDir, { readOnly: true, statement: 'begin; select count(*) from sqlite_master' })
}

function lockPath(dataDir: string): string {
  return join(dataDir, 'serving.lock')
}

function take(
  dataDir: string,
  { readOnly, statement }: { readOnly: boolean; statement: string }
): () => void {
  const path = lockPath(dataDir)
  let file: DatabaseSync | null = null
  try {
    file = new DatabaseSync(path, { readOnly, timeout: 0 })
    file.exec(statement)
    const taken = file
    return () => taken.close()
  } catch (error) {
    file?.close()
    if (error instanceof Error && Reflect.get(error, 'errcode') === sqliteBusy) throw served(dataDir)
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError(
      'unreachable',
      ['lockUnusable', path, reason, dataDir],
      `${path} cannot be opened: ${reason}. It may be another user's: stop what serves from there, then ` +
        `give all files in ${dataDir} to the user of the service (chown, as root).`
    )
  }
}

function served(dataDir: string): StoreError {
  return new StoreError(
    'in_use',
    ['served', dataDir],
    `Another process already serves from ${dataDir}, and SQLite is for one. Stop that one first, or ` +
      'set another DATA_DIR; several processes can share a PostgreSQL (DATABASE_URL). ' +
      'Commands such as "ayaz doctor" work meanwhile.'
  )
}
