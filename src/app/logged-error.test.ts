import { expect, it } from 'vitest'
import { OutgoingError } from '../outgoing/request.ts'
import { SourceError } from '../sources/source.ts'
import { leveledReport } from './log.ts'
import { loggedError } from './logged-error.ts'

it('an error is logged with its message, its stack and its code, and nothing else that hangs on it', () => {
  const error = Object.assign(new RangeError('out of range', { cause: new Error('why') }), {
    code: 'E',
    secret: 's'
  })
  expect(loggedError(error)).toEqual({
    type: 'RangeError',
    message: 'out of range',
    stack: expect.stringContaining('logged-error.test.ts'),
    code: 'E',
    cause: { type: 'Error', message: 'why', stack: expect.any(String) }
  })
  expect(loggedError('text')).toEqual({ message: 'text' })
})

/** What the log has as the error of an event. */
function errOf(error: unknown): unknown {
  const lines: object[] = []
  const write = (line: object): void => void lines.push(line)
  const report = leveledReport({ error: write, warn: write, info: write, debug: write }, () => 0)
  report('round_failed', { round: 'watch', error: 'what it says', err: error })
  const [line = {}] = lines
  expect(line).toMatchObject({ event: 'round_failed', round: 'watch', error: 'what it says' })
  return Reflect.get(line, 'err')
}

it('a fault that ends a round has its stack in the line', () => {
  const stack = expect.stringContaining('logged-error.test.ts')
  expect(errOf(new TypeError('x is not a function'))).toMatchObject({ message: 'x is not a function', stack })
})

it.each([
  ['a source', new SourceError('unreachable', 'no answer within 5 s')],
  ['a server', new OutgoingError('timeout', 'no answer within 5 s')],
  ['a database', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })]
])('%s that does not answer is no fault: the message is enough', (_what, error) => {
  expect(errOf(error)).toBeUndefined()
})
