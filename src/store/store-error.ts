import type { StoreFault } from '../language/store-faults.ts'

/**
 * Why the store cannot be used.
 * - `newer_version`: a newer Ayaz has migrated this database; this one would misread it
 * - `older_version`: it must be migrated first, which only the service and `ayaz migrate` do
 * - `absent`: nothing was ever stored there
 * - `unreachable`: no database at that address, or no permission
 * - `in_use`: another process serves from the same SQLite folder
 * - `damaged`: a backup is not whole
 * - `refused`: something is there already, or missing
 */
type StoreErrorKind =
  | 'newer_version'
  | 'older_version'
  | 'absent'
  | 'unreachable'
  | 'in_use'
  | 'damaged'
  | 'refused'

/** `message` says what to do, without a password, and so does `fault` in every language. */
export class StoreError extends Error {
  readonly kind: StoreErrorKind
  readonly fault: StoreFault

  constructor(kind: StoreErrorKind, fault: StoreFault, message: string) {
    super(message)
    this.name = 'StoreError'
    this.kind = kind
    this.fault = fault
  }
}

/** Primary codes of a file that cannot be used now (busy, locked, read-only, I/O, full, cannot open …). */
const sqliteUnavailable = new Set([5, 6, 7, 8, 10, 13, 14, 15])
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const sqliteCorrupt = new Set([11, 26])

/** Classes of SQLSTATE: connection, no resources, shutdown, system error; a read-only server, such as a standby. */
const postgresUnavailable = /^(?:08...|53...|57P0.|58...|25006)$/
const postgresCorrupt = new Set(['XX001', 'XX002'])

const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH'
])
/** Errors of pg and of the SQLite thread without a code. */
const awayMessage =
  /^(?:Connection terminated|The database answered nothing|timeout exceeded when trying to connect|Client has encountered a connection error|The database has been closed)/

export function isCorrupt(error: unknown): boolean {
  const { code, errcode } = codesOf(error)
  return sqliteCorrupt.has(errcode) || postgresCorrupt.has(code)
}

/** Whether the database is unreachable, full or damaged: the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const { code, errcode } = codesOf(error)
  if (isCorrupt(error) || sqliteUnavailable.has(errcode)) return true
  if (postgresUnavailable.test(code) || away.has(code)) return true
  return error instanceof Error && awayMessage.test(error.message)
}

/** `errcode`: SQLite's extended code; the lowest byte is the primary one. */
function codesOf(error: unknown): { readonly code: string; readonly errcode: number } {
  if (!(error instanceof Error)) return { code: '', errcode: 0 }
  const errcode: unknown = Reflect.get(error, 'errcode')
  const code: unknown = Reflect.get(error, 'code')
  return {
    code: typeof code === 'string' ? code : '',
    errcode: typeof errcode === 'number' ? errcode & 0xff : 0
  }
}
