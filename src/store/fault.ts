/** What a database error means to the service, for both engines. */

/**
 * SQLite's primary result codes: the file cannot be used now (busy, locked, read-only, I/O, full, cannot open
 * …).
 */
const sqliteUnavailable = new Set([5, 6, 7, 8, 10, 13, 14, 15])
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const sqliteCorrupt = new Set([11, 26])

/**
 * Classes of SQLSTATE: connection, no resources, shutdown, system error; and a read-only server, such as a
 * standby.
 */
const postgresUnavailable = /^(?:08...|53...|57P0.|58...|25006)$/
/** Data or index damaged. */
const postgresCorrupt = new Set(['XX001', 'XX002'])

/** Network errors of a server that cannot be reached. */
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
/** Errors of pg and of the SQLite thread that have no code. */
const awayMessage =
  /^(?:Connection terminated|The database answered nothing|timeout exceeded when trying to connect|Client has encountered a connection error|The database has been closed)/

/** Whether a statement failed because the data on disk are damaged. */
export function isCorrupt(error: unknown): boolean {
  const { code, errcode } = codesOf(error)
  return sqliteCorrupt.has(errcode) || postgresCorrupt.has(code)
}

/**
 * Whether the database could not be used at all (unreachable, full, damaged): the same request may succeed
 * later.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, errcode } = codesOf(error)
  if (isCorrupt(error) || sqliteUnavailable.has(errcode)) return true
  if (postgresUnavailable.test(code) || away.has(code)) return true
  return error instanceof Error && awayMessage.test(error.message)
}

/** `errcode` is SQLite's extended result code; its lowest byte is the primary one. */
function codesOf(error: unknown): { readonly code: string; readonly errcode: number } {
  if (!(error instanceof Error)) return { code: '', errcode: 0 }
  const errcode: unknown = Reflect.get(error, 'errcode')
  const code: unknown = Reflect.get(error, 'code')
  return {
    code: typeof code === 'string' ? code : '',
    errcode: typeof errcode === 'number' ? errcode & 0xff : 0
  }
}
