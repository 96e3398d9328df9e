import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { registerHealth } from './health.ts'
import { createRouter, type Routed } from './router.ts'

it('answers HEAD as it answers GET', async () => {
  for (const [url, status] of Object.entries({ '/healthz': 200, '/readyz': 503, '/metrics': 200 })) {
    for (const method of ['GET', 'HEAD'] as const) {
      const request = { method, url, headers: { host: 'localhost' }, peer: '127.0.0.1' }
      expect(await answered(request, { isReady: () => false }), `${method} ${url}`).toBe(status)
    }
  }
})

interface Given {
  readonly method: 'GET' | 'HEAD'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly peer: string
}

async function answered(
  { peer, ...given }: Given,
  deps: Partial<Parameters<typeof registerHealth>[1]>
): Promise<number> {
  const router = createRouter()
  const text = async () => 'up 1'
  registerHealth(router, { metrics: { text }, token: null, isReady: () => true, checks: () => [], ...deps })
  const found = router.find(given.method, given.url)
  let status = 404
  const request = { ...given, socket: { remoteAddress: peer } } as unknown as IncomingMessage
  const writeHead = (code: number) => {
    status = code
  }
  const response = { writeHead, end: () => undefined } as unknown as ServerResponse
  await found?.route?.handle({ ...found, request, response } as Routed)
  return status
}

function statusOf(
  token: string | null,
  peer: string,
  headers: Readonly<Record<string, string>>
): Promise<number> {
  return answered({ method: 'GET', url: '/metrics', headers, peer }, { token })
}

describe('the metrics', () => {
  it.each(['localhost', 'LOCALHOST:8080', '127.0.0.1', '127.0.0.1:8080', '[::1]', '[::1]:9090'])(
    'without a token are given to this machine asking for %s',
    async (host) => {
      for (const peer of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])
        expect(await statusOf(null, peer, { host })).toBe(200)
      expect(await statusOf(null, '192.0.2.7', { host })).toBe(403)
    }
  )

  it.each(['ayaz.example', 'localhost.ayaz.example', '127.0.0.1.nip.io', 'localhost:x', '192.0.2.1'])(
    'without a token are not given through a silent proxy on this machine, whose clients asked for "%s"',
    async (host) => expect(await statusOf(null, '127.0.0.1', { host })).toBe(403)
  )

  it.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'])(
    'without a token are not given where %s tells of a proxy',
    async (name) => expect(await statusOf(null, '127.0.0.1', { host: 'localhost', [name]: 'a' })).toBe(403)
  )

  it('with a token are given to whoever has it, and to nobody else', async () => {
    const token = 'a-token-of-the-operator'
    const host = 'ayaz.example'
    expect(await statusOf(token, '192.0.2.7', { host, authorization: `Bearer ${token}` })).toBe(200)
    for (const authorization of ['', 'Bearer ', `Bearer ${token}x`, token])
      expect(await statusOf(token, '127.0.0.1', { host: 'localhost', authorization })).toBe(403)
  })
})
