/** Sixty requests in any sixty seconds, whoever asks from wherever, and what does not count. */
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import { startApp, type TestApp } from '../../app.ts'
import { quotasAreShared } from '../../tested-data.ts'
import { type AskOptions, type CheckedAnswer, type CheckedClient, openClient } from './client.ts'

const minute = 60_000
let now = Date.UTC(2026, 3, 11, 22, 20)
let app: TestApp
let client: CheckedClient

async function open(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  now = Date.UTC(2026, 3, 11, 22, 20)
  app = await startApp({
    environment: { SOURCES: 'demo', TRUST_PROXY: 'loopback', ...environment },
    clock: () => now
  })
  client = await openClient(app.origin)
}
afterEach(async () => {
  await client.close()
  await app.close()
})

function from(address: string): AskOptions {
  return { headers: { 'x-forwarded-for': address } }
}

async function ask(
  count: number,
  options?: AskOptions,
  path = '/locations/malatya'
): Promise<readonly number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index++) statuses.push((await client.ask(path, options)).status)
  return statuses
}

function limitOf({ headers }: CheckedAnswer): readonly number[] {
  return [...(headers['ratelimit'] ?? '').matchAll(/;[rt]=(\d+)/g)].map(([, text]) => Number(text))
}

describe('the free tier', () => {
  it('lets 60 requests pass and answers the next with 429 and what to do', async () => {
    await open()
    const first = await client.ask('/weather?location=malatya')
    expect(first.headers['ratelimit-policy']).toBe('"free";q=60;w=60')
    expect(limitOf(first)).toEqual([59, 60])
    expect(new Set(await ask(59))).toEqual(new Set([200]))
    now += 20_000
    for (const path of ['/weather?location=malatya', '/locations?q=x', '/nowhere', '/weather?lat=x']) {
      const refused = await client.ask(path)
      expect(refused.status).toBe(429)
      expect(refused.json).toMatchObject({
        code: 'quota_exceeded',
        type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
        'violated-policies': ['free']
      })
      expect(refused.headers['retry-after']).toBe('40')
      expect(limitOf(refused)).toEqual([0, 40])
    }
    now += 39_999
    expect((await client.ask('/limits')).status).toBe(200)
    expect(await ask(1)).toEqual([429])
    now += 1
    expect(await ask(61)).toEqual([...Array(60).fill(200), 429])
  })

  it('has no edge at which twice as many pass', async () => {
    await open()
    now += minute - (now % minute) - 1
    expect(new Set(await ask(60))).toEqual(new Set([200]))
    now += 2
    expect(await ask(1)).toEqual([429])
    now += minute - 3
    expect(await ask(1)).toEqual([429])
    now += 1
    // A slot, where they are counted in slots, ends with the minute: a millisecond later.
    if (quotasAreShared) expect(await ask(1)).toEqual([429])
    now += quotasAreShared ? 1 : 0
    expect(await ask(60)).toEqual(Array(60).fill(200))
  })

  it('slides: each request is free again a minute after itself', async () => {
    // Two slots, at whose ends requests are free again at the millisecond, however they are counted.
    const pauseMs = minute / 32
    await open({ TIERS: 'free=32/60' })
    for (let turn = 0; turn < 32; turn++) {
      expect(await ask(1)).toEqual([200])
      now += pauseMs
    }
    for (let turn = 0; turn < 48; turn++) {
      expect(await ask(2)).toEqual([200, 429])
      now += pauseMs
    }
  })

  it('counts 304, 4xx and HEAD, but neither preflights nor the contract nor the limits', async () => {
    await open()
    const { headers } = await client.ask('/weather?location=malatya')
    const remaining = async (path: string, options?: AskOptions): Promise<number> =>
      limitOf(await client.ask(path, options))[0] ?? -1
    const unchanged = { headers: { 'if-none-match': headers['etag'] ?? '' } }
    expect(await remaining('/weather?location=malatya', unchanged)).toBe(58)
    expect(await remaining('/weather?location=malatya', { method: 'HEAD' })).toBe(57)
    expect(await remaining('/weather?lat=x')).toBe(56)
    expect(await remaining('/nowhere')).toBe(55)
    expect(await remaining('/weather', { method: 'DELETE' })).toBe(54)
    expect(
      await remaining('/weather', {
        method: 'POST',
        body: '{',
        headers: { 'content-type': 'application/json' }
      })
    ).toBe(53)
    expect(await remaining(`/weather?utm_x=${'x'.repeat(5000)}`)).toBe(52)
    await client.ask('/weather', { method: 'OPTIONS' })
    await client.ask('/limits')
    await client.ask('/openapi.json')
    await client.ask('/openapi.json', { method: 'HEAD' })
    expect(await remaining('/locations/malatya')).toBe(51)
  })

  it('does not cut a school behind one address off its pages, nor the other way round', async () => {
    await open()
    await ask(60)
    expect((await fetch(`${app.origin}/healthz`)).status).toBe(200)
    expect(await ask(1)).toEqual([429])
  })
})

describe('the contract', () => {
  it('counts as a page, and never as a request to the API', async () => {
    // One more for the contract, which the client of this test has read.
    await open({ PAGES_PER_MINUTE: '11' })
    for (let count = 0; count < 10; count++) expect((await client.ask('/openapi.json')).status).toBe(200)
    now += 45_000
    const refused = await client.ask('/openapi.json')
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '15'])
    expect(refused.json).toMatchObject({ code: 'quota_exceeded', 'violated-policies': ['pages'] })
    expect((await client.ask('/openapi.json', from('203.0.113.9'))).status).toBe(200)
    expect((await client.ask('/limits')).status).toBe(200)
    expect(await ask(60)).toEqual(Array(60).fill(200))
    now += 15_000
    expect((await client.ask('/openapi.json')).status).toBe(200)
  })
})

describe('more pages than one address may open', () => {
  const visit = (accept: string, path = '/') =>
    fetch(app.origin + path, { headers: { accept, 'accept-language': 'en' } })
  const person = 'text/html,application/xhtml+xml,*/*;q=0.8'

  it('are a page in the visitor’s language to a person, in a frame too, and a problem document to a program', async () => {
    // One more for the contract, which the client of this test has read, and one for the page that is made anew.
    await open({ PAGES_PER_MINUTE: '12' })
    for (let count = 0; count < 10; count++) expect((await visit(person, '/en')).status).toBe(200)
    now += 45_000
    for (const [path, said] of [
      ['/', 'Please try again in 15 seconds.'],
      ['/tr/yer/malatya', 'Lütfen 15 saniye sonra yeniden deneyin.'],
      ['/nowhere?lang=tr', 'Lütfen 15 saniye sonra yeniden deneyin.']
    ] as const) {
      const page = await visit(person, path)
      expect([path, page.status, page.headers.get('retry-after')]).toEqual([path, 429, '15'])
      expect(page.headers.get('content-security-policy')).not.toContain('frame-ancestors')
      expect(page.headers.get('cache-control')).toBe('private, no-store')
      expect(await page.text()).toContain(said)
    }
    const problem = await visit('application/json')
    expect([problem.status, problem.headers.get('retry-after')]).toEqual([429, '15'])
    expect(await problem.json()).toMatchObject({ code: 'quota_exceeded', 'violated-policies': ['pages'] })
    now += 15_000
    expect((await visit(person, '/en')).status).toBe(200)
  })
})

describe('a client', () => {
  it('is an IPv4 address or an IPv6 /64, whatever it says of itself', async () => {
    await open()
    expect(await ask(60, from('2001:db8:1:2::1'))).toEqual(Array(60).fill(200))
    for (const address of ['2001:db8:1:2::2', '2001:db8:1:2:ffff:ffff:ffff:ffff', '[2001:db8:1:2::9]:443']) {
      expect(await ask(1, from(address))).toEqual([429])
    }
    expect(await ask(1, from('2001:db8:1:3::1'))).toEqual([200])
    expect(await ask(60, from('198.51.100.7'))).toEqual(Array(60).fill(200))
    expect(await ask(1, from('::ffff:198.51.100.7'))).toEqual([429])
    expect(await ask(1, from('198.51.100.8'))).toEqual([200])
    expect(await ask(1, from('10.9.8.7, 198.51.100.7'))).toEqual([429])
  })

  it('cannot invent an address where no proxy is trusted', async () => {
    await open({ TRUST_PROXY: '' })
    const statuses: number[] = []
    for (let index = 0; index < 61; index++) statuses.push(...(await ask(1, from(`198.51.100.${index}`))))
    expect(statuses).toEqual([...Array(60).fill(200), 429])
  })
})

describe('an API key', () => {
  async function addKey(key: string, tier: string): Promise<void> {
    const store = await openStore({ ...app.data, now })
    const hash = createHash('sha256').update(key).digest('hex')
    await store.apiKeys.add({
      id: key.slice(0, 6),
      hash,
      tier,
      label: 'test',
      operator: false,
      createdAt: now
    })
    await store.close()
  }

  it('has the quota of its tier, apart from its address, and /limits says which', async () => {
    await open({ TIERS: 'partner=3/10' })
    await addKey('partner-key', 'partner')
    const keyed = { headers: { 'x-api-key': 'partner-key' } }
    expect((await client.ask('/limits', keyed)).json).toMatchObject({ your_tier: 'partner' })
    expect((await client.ask('/limits')).json).toMatchObject({ your_tier: 'free' })
    const first = await client.ask('/weather?location=malatya', keyed)
    expect(first.headers['ratelimit-policy']).toBe('"partner";q=3;w=10')
    expect(await ask(3, keyed)).toEqual([200, 200, 429])
    const free = await client.ask('/weather?location=malatya')
    expect(limitOf(free)).toEqual([59, 60])
    now += 10_000
    expect(await ask(1, keyed)).toEqual([200])
  })

  it('that nobody knows is 401, and counts against the address', async () => {
    await open()
    for (const key of ['unknown', '', 'x'.repeat(5000), '\u00ff']) {
      const answer = await client.ask('/weather?location=malatya', { headers: { 'x-api-key': key } })
      expect(answer.status).toBe(401)
      expect(answer.json).toMatchObject({ code: 'invalid_api_key' })
    }
    expect(limitOf(await client.ask('/weather?location=malatya'))[0]).toBe(55)
  })
})
