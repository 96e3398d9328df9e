import { describe, expect, test } from 'vitest'
import { OutgoingError } from '../outgoing/request.ts'
import { attemptRequest, retryAfterSeconds } from './http-attempt.ts'

const now = Date.UTC(2026, 3, 11, 19, 0, 0)

describe('Retry-After is read as RFC 9110 writes it, and nothing else is guessed', () => {
  test.each<[string | undefined, number | null]>([
    ['120', 120],
    [' 0 ', 0],
    ['Sat, 11 Apr 2026 19:02:30 GMT', 150],
    ['Sat, 11 Apr 2026 18:00:00 GMT', 0],
    [undefined, null],
    ['', null],
    ['-5', null],
    ['1.5', null],
    ['1e9', null],
    ['soon', null],
    ['2026-04-11', null]
  ])('%j → %j', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds)
  })
})

test.each(['forbidden', 'unreachable', 'timeout', 'reset', 'too_large', 'aborted'] as const)(
  'no answer (%s) is tried again, and the reason names no host',
  async (kind) => {
    const send = async () => {
      throw new OutgoingError(kind, 'marked-host.example:443 is down')
    }
    const attempt = await attemptRequest(send, { url: 'https://marked-host.example/secret' })
    expect(attempt).toMatchObject({ ok: false, outcome: { outcome: 'retry', afterSeconds: null } })
    expect(JSON.stringify(attempt)).not.toContain('marked-host')
  }
)

test('a fault of our own is thrown on, not taken for a refusal', async () => {
  const send = async () => {
    throw new TypeError('a mistake in the code')
  }
  await expect(attemptRequest(send, { url: 'https://example.org' })).rejects.toThrow(TypeError)
})
