import { expect, it } from 'vitest'
import { isCorrupt, isUnavailable } from './store-error.ts'

const withCode = (code: string) => Object.assign(new Error('from pg'), { code })
const withErrcode = (errcode: number) =>
  Object.assign(new Error('from SQLite'), { code: 'ERR_SQLITE_ERROR', errcode })

it.each([
  ...['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '08006', '53300', '53100', '58030', '25006'].map(
    withCode
  ),
  // BUSY, IOERR_READ, FULL, CANTOPEN
  ...[5, 266, 13, 14].map(withErrcode),
  new Error('Connection terminated unexpectedly'),
  new Error('The database answered nothing for too long.'),
  new Error('timeout exceeded when trying to connect')
])('a database that is away or full may be tried again: %o', (error) => {
  expect([isUnavailable(error), isCorrupt(error)]).toEqual([true, false])
})

it.each([withCode('XX001'), withCode('XX002'), withErrcode(11), withErrcode(11 + 256), withErrcode(26)])(
  'damaged data are told from it: %o',
  (error) => expect([isUnavailable(error), isCorrupt(error)]).toEqual([true, true])
)

it.each([
  withCode('42P01'),
  withCode('23505'),
  withErrcode(1),
  withErrcode(19),
  new Error('no such table: a'),
  'text',
  null
])('every other fault is ours: %o', (error) =>
  expect([isUnavailable(error), isCorrupt(error)]).toEqual([false, false])
)
