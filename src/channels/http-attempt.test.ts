import { expect, test } from 'vitest'
import { OutgoingError } from '../outgoing/request.ts'
import { attemptRequest } from './http-attempt.ts'

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
