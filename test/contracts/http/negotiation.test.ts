/** Conditional requests, HEAD, gzip, preflights and caching, on every public operation. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { type CheckedClient, openClient } from './client.ts'

const now = Date.UTC(2026, 3, 11, 22, 20)
let app: TestApp
let client: CheckedClient
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo', TIERS: 'free=100000/60' }, clock: () => now })
  client = await openClient(app.origin)
})
afterAll(async () => {
  await client.close()
  await app.close()
})

const paths = [
  '/weather?location=malatya',
  '/weather/current?location=malatya',
  '/weather/frost-risk?location=malatya',
  '/weather/hourly?location=malatya',
  '/weather/night?location=malatya',
  '/weather/widget-data?location=malatya',
  '/weather/widget-data?location=malatya&detail=short',
  '/weather/frost-risk?location=malatya&detail=short',
  '/weather/hourly?location=malatya&fields=slots.from,slots.temperature',
  '/weather?location=malatya&format=csv',
  '/weather/hourly?location=malatya&format=csv-excel',
  '/weather/frost-risk?location=malatya&format=ics',
  '/locations?q=malatya',
  '/locations/malatya',
  '/crops',
  '/openapi.json'
]

describe.each(paths)('%s', (path) => {
  it('is 304 to whoever has it, by weak comparison, in a list, and by *', async () => {
    const whole = await client.ask(path)
    const etag = whole.headers['etag'] ?? ''
    for (const given of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const answer = await client.ask(path, { headers: { 'if-none-match': given } })
      expect(answer.status).toBe(304)
      expect(answer.body).toHaveLength(0)
      for (const name of ['etag', 'cache-control', 'vary', 'last-modified', 'access-control-allow-origin']) {
        expect(answer.headers[name]).toBe(whole.headers[name])
      }
    }
    for (const given of ['"other"', '', 'W/', etag.slice(0, -3)]) {
      const answer = await client.ask(path, { headers: { 'if-none-match': given } })
      expect(answer.status).toBe(200)
    }
  })

  it('has for HEAD the headers of GET and no body', async () => {
    const got = await client.ask(path)
    const head = await client.ask(path, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.body).toHaveLength(0)
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control']) {
      expect(head.headers[name]).toBe(got.headers[name])
    }
  })

  it('is compressed for whoever takes gzip, with the same bytes inside and the same validator', async () => {
    const plain = await client.ask(path)
    const zipped = await client.ask(path, { headers: { 'accept-encoding': 'br, gzip;q=0.5' } })
    expect(zipped.body.equals(plain.body)).toBe(true)
    expect(zipped.headers['etag']).toBe(plain.headers['etag'])
    expect(zipped.wasCompressed).toBe(plain.body.length >= 800)
    for (const refusing of ['gzip;q=0', 'identity', 'br']) {
      const answer = await client.ask(path, { headers: { 'accept-encoding': refusing } })
      expect(answer.wasCompressed).toBe(false)
    }
  })

  it('has a preflight that allows what the contract has', async () => {
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'GET' }
    const answer = await client.ask(path, { method: 'OPTIONS', headers })
    expect(answer.status).toBe(204)
    for (const name of 'content-type authorization x-api-key idempotency-key if-none-match if-modified-since cache-control x-requested-with traceparent tracestate'.split(
      ' '
    )) {
      expect((answer.headers['access-control-allow-headers'] ?? '').toLowerCase()).toContain(name)
    }
    // Any other, such as a tracer's own: the star stands for all but `Authorization` (Fetch, CORS-preflight fetch).
    expect(answer.headers['access-control-allow-headers']?.split(', ')).toContain('*')
  })

  it('has the same body whatever the headers say', async () => {
    const plain = await client.ask(path)
    const other = await client.ask(path, {
      headers: {
        'accept-language': 'tr',
        accept: 'text/html',
        'user-agent': 'x',
        cookie: 'lang=tr',
        range: 'bytes=0-9'
      }
    })
    expect(other.status).toBe(200)
    expect(other.body.equals(plain.body)).toBe(true)
  })
})

/** Of RFC 9110 § 12.5.3: what names the coding counts, else the star; of two the first. */
function takesGzip(codings: readonly (readonly [string, number])[]): boolean {
  const weightOf = (name: string) => codings.find(([coding]) => coding.toLowerCase() === name)?.[1]
  return (weightOf('gzip') ?? weightOf('*') ?? 0) > 0
}

it('is compressed for no one who does not take gzip, however that is written', async () => {
  const coding = fc.constantFrom('gzip', 'GZip', '*', 'identity', 'br')
  const weight = fc.constantFrom(0, 0.001, 0.5, 1)
  const codings = fc.array(fc.tuple(coding, weight, fc.constantFrom(';q=', ' ; q=', ';Q=')), { maxLength: 4 })
  const isRight = async (drawn: readonly (readonly [string, number, string])[]) => {
    const written = drawn.map(([name, q, sign]) => (q === 1 ? name : `${name}${sign}${q.toFixed(3)}`))
    const headers = { 'accept-encoding': written.join(', ') }
    const { wasCompressed } = await client.ask('/weather/frost-risk?location=malatya', { headers })
    expect(wasCompressed).toBe(takesGzip(drawn.map(([name, q]) => [name, q])))
  }
  await fc.assert(fc.asyncProperty(codings, isRight), { numRuns: 100 })
})

it('compresses a search at its first asking: who types asks for each beginning once', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const [zipped, bare] = [
    await client.ask('/locations?q=ank&limit=50', { headers }),
    await client.ask('/locations?q=ank&limit=50')
  ]
  expect(zipped.wasCompressed).toBe(true)
  expect(Number(zipped.headers['content-length'])).toBeLessThan(bare.body.length / 3)
  expect(zipped.body.equals(bare.body)).toBe(true)
})

it('compresses an answer at its first asking: a phone that asks for its field is always the first', async () => {
  const at = 'lat=38.41&lon=38.29'
  for (const path of [`/weather/frost-risk?${at}`, `/weather/hourly?${at}`, `/weather/night?${at}`]) {
    const first = await client.ask(path, { headers: { 'accept-encoding': 'gzip' } })
    const plain = await client.ask(path)
    expect([path, first.wasCompressed]).toEqual([path, true])
    expect(first.body.equals(plain.body)).toBe(true)
    expect(first.headers['etag']).toBe(plain.headers['etag'])
  }
})

it('is 304 by its date where no validator is sent, and never to an older one', async () => {
  const path = '/weather/frost-risk?location=malatya'
  const whole = await client.ask(path)
  const date = whole.headers['last-modified'] ?? ''
  const asked = async (headers: Readonly<Record<string, string>>) =>
    (await client.ask(path, { headers })).status
  expect(await asked({ 'if-modified-since': date })).toBe(304)
  expect(await asked({ 'if-modified-since': new Date(now + 60_000).toUTCString() })).toBe(304)
  expect(await asked({ 'if-modified-since': new Date(now - 3_600_000).toUTCString() })).toBe(200)
  expect(await asked({ 'if-modified-since': 'yesterday' })).toBe(200)
  expect(await asked({ 'if-modified-since': date, 'if-none-match': '"other"' })).toBe(200)
})

it('keeps the widget data under 2 kB as they travel', async () => {
  for (const place of ['malatya', 'izmir', 'afyonkarahisar', 'malatya-battalgazi']) {
    const path = `/weather/widget-data?location=${place}&lang=tr`
    await client.ask(path)
    const zipped = await client.ask(path, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(Number(zipped.headers['content-length'])).toBeLessThanOrEqual(2048)
  }
})

it('keeps an answer no longer than its step lasts', async () => {
  const { headers } = await client.ask('/weather/current?location=malatya')
  const maxAge = Number(/max-age=(\d+)/.exec(headers['cache-control'] ?? '')?.[1])
  // 22:20 is forty minutes before the hour: the longest time that is allowed, a tenth shorter by the app's even chance.
  expect(maxAge).toBe(540)
  expect(headers['last-modified']).toBe(new Date(now).toUTCString())
})
