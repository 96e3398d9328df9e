import { gunzipSync } from 'node:zlib'
import { type FastifyInstance, fastify } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClientKeys, parseTrustedProxies } from './client-key.ts'
import { createLimiter } from './limiter.ts'
import { registerReference } from './reference.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Ayaz', version: '1', description: 'x'.repeat(2000) },
  paths: {}
}
const bundle = '/reference/static/swagger-ui-bundle.js'
const urls = ['/reference', '/reference/', '/reference/json', '/reference/static/swagger-ui.css', bundle]

let server: FastifyInstance
let counted: number[]
async function open(quota: number): Promise<void> {
  counted = []
  server = fastify({ exposeHeadRoutes: false })
  await registerReference(server, {
    document,
    baseUrl: 'https://api.example/ayaz/api/v1',
    serving: {
      limiter: createLimiter(10),
      clients: createClientKeys(parseTrustedProxies('')),
      tier: { name: 'pages', quota, windowSeconds: 60 },
      siteUrl: 'https://ayaz.example',
      clock: () => 0,
      count: (_operation, status) => void counted.push(status)
    }
  })
}
beforeEach(() => open(1000))
afterEach(() => server.close())

describe('the reference', () => {
  it('loads nothing from elsewhere, asks only here and at the API, sits in nobody’s frame, and answers HEAD like GET', async () => {
    for (const url of urls) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode, headers } = await server.inject({ method, url })
        expect([method, url, statusCode]).toEqual([method, url, 200])
        const policy = String(headers['content-security-policy'])
        expect(policy).toContain("connect-src 'self' https://api.example;")
        expect(policy.replace(/connect-src [^;]*/, '')).not.toMatch(/https?:|upgrade-insecure|swagger/)
        expect(policy).toContain("frame-ancestors 'none'")
        expect(headers['x-content-type-options']).toBe('nosniff')
        expect(headers['referrer-policy']).toBe('no-referrer')
      }
    }
  })

  it('is compressed for whoever takes gzip, again and again, with the same bytes inside', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    for (const url of urls) {
      const plain = await server.inject({ url })
      expect(plain.headers['content-encoding']).toBeUndefined()
      for (let turn = 0; turn < 2; turn++) {
        const zipped = await server.inject({ url, headers })
        expect([url, zipped.headers['content-encoding'], zipped.headers['vary']]).toEqual([
          url,
          'gzip',
          'Accept-Encoding'
        ])
        expect(zipped.rawPayload.length).toBe(Number(zipped.headers['content-length']))
        expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
      }
      const head = await server.inject({ method: 'HEAD', url, headers })
      expect([head.headers['content-encoding'], head.rawPayload.length]).toEqual(['gzip', 0])
    }
    const zipped = await server.inject({ url: bundle, headers })
    expect(zipped.rawPayload.length).toBeLessThan(gunzipSync(zipped.rawPayload).length / 3)
    const known = await server.inject({
      url: bundle,
      headers: { ...headers, 'if-none-match': String(zipped.headers['etag']) }
    })
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
  })

  it('stands under the limit of the pages, its assets too, and is counted', async () => {
    await server.close()
    await open(3)
    const statuses: number[] = []
    for (const url of urls) statuses.push((await server.inject({ url })).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const refused = await server.inject({ url: bundle })
    expect(refused.json()).toMatchObject({ code: 'quota_exceeded', 'violated-policies': ['pages'] })
    expect(Number(refused.headers['retry-after'])).toBe(60)
    expect(counted).toEqual([200, 200, 200, 429, 429, 429])
  })
})
