import { expect, it } from 'vitest'
import { terminalLine } from './log.ts'

const time = new Date(2026, 3, 11, 17, 5, 3).toISOString()

it('an event is one short line', () => {
  const details = { source: 'open-meteo', message: 'no answer "yet"', count: 3, since: null }
  expect(terminalLine(JSON.stringify({ level: 'warn', time, event: 'source_failed', ...details }))).toBe(
    '17:05:03 warn source_failed source=open-meteo message="no answer \\"yet\\"" count=3 since=null\n'
  )
})

it('a fault has its stack below', () => {
  const err = { message: 'broken', stack: 'Error: broken\n    at here' }
  expect(terminalLine(JSON.stringify({ level: 'error', time, event: 'fault', requestId: 'a-1', err }))).toBe(
    '17:05:03 error fault requestId=a-1\nError: broken\n    at here\n'
  )
})
