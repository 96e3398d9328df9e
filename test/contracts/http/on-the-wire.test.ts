/**
 * What comes before, after and instead of a request on its connection: nothing that was answered is lost, nothing
 * unasked is said.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfiguration } from '../../../src/app/configuration.ts'
import { hasIpv6 } from '../../../src/app/listening.ts'
import { startApp, type TestApp } from '../../app.ts'
import { type CheckedClient, openClient } from './client.ts'
import { exchangeBytes, takeApart } from './generated/raw-socket.ts'
import type { ReceivedAnswer } from './received-answer.ts'

let app: TestApp
let client: CheckedClient
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo', TIERS: 'free=100000/60' } })
  client = await openClient(app.origin)
})
afterAll(async () => {
  await client.close()
  await app.close()
})

const host = 'Host: ayaz.example\r\n'
const farewell = `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
const body = JSON.stringify({ location: 'malatya', channel: 'feed', threshold: 60 })
const subscribe = `POST /api/v1/alerts/subscribe HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const weather = `GET /api/v1/weather/current?lat=38.3&lon=38.3 HTTP/1.1\r\n${host}\r\n`

async function send(text: string): Promise<readonly ReceivedAnswer[]> {
  return takeApart(await exchangeBytes(app.origin, Buffer.from(text), false), [])
}
const statuses = (answers: readonly ReceivedAnswer[]): readonly number[] =>
  answers.map(({ status }) => status)

describe('requests in one packet', () => {
  it('keep their answers where bytes that are no request come after them', async () => {
    const answers = await send(`${subscribe}${weather}\u0000garbage\r\n\r\n`)
    expect(statuses(answers)).toEqual([201, 200, 400])
    expect(JSON.parse(answers[2]?.body.toString() ?? '')).toMatchObject({ code: 'bad_request' })
  })

  it('keep their answers where the body of the last one is broken', async () => {
    const broken = `POST /api/v1/alerts/subscribe HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`
    expect(statuses(await send(`${weather}${broken}`))).toEqual([200, 400])
  })

  it('are answered up to one that closes the connection, and what follows it is passed over', async () => {
    const last = weather.replace(host, `${host}Connection: close\r\n`)
    expect(statuses(await send(`${weather}${last}${weather}garbage`))).toEqual([200, 200])
  })
})

describe('the head of a cached answer', () => {
  const asked = (fields: string): string =>
    `GET /api/v1/weather?location=malatya HTTP/1.1\r\n${host}${fields}\r\n`
  const otherwise = { date: expect.any(String), 'x-request-id': expect.any(String) }
  const counted = {
    ratelimit: expect.any(String),
    'cache-control': expect.stringMatching(/^public, max-age=\d+/)
  }

  it.each(['', 'Accept-Encoding: gzip\r\n'])('is what Node would write, %j', async (fields) => {
    const answers = await send([fields, fields, fields, `${fields}Connection: close\r\n`].map(asked).join(''))
    const [, , hot, closing] = answers.map(({ headers }) => headers)
    const limits = (await send(`GET /api/v1/limits HTTP/1.1\r\n${host}\r\n${farewell}`))[0]?.headers
    const connection = { connection: limits?.['connection'], 'keep-alive': limits?.['keep-alive'] }
    expect(connection['keep-alive']).toBe('timeout=65, max=10000')
    const { connection: last, ...lasting } = closing ?? {}
    expect(last).toBe('close')
    expect(hot).toEqual({ ...lasting, ...connection, ...otherwise, ...counted })
    expect(Math.abs(Date.parse(hot?.['date'] ?? '') - Date.now())).toBeLessThan(10_000)
    expect(answers[2]?.body).toEqual(answers[3]?.body)
  })

  it('ends with a body for GET, and with none for HEAD', async () => {
    const head = asked('').replace('GET', 'HEAD')
    const bytes = String(await exchangeBytes(app.origin, Buffer.from(`${head}${farewell}`), false))
    expect(bytes).toMatch(/^HTTP\/1\.1 200 OK\r\n[^{]*\r\n\r\nHTTP\/1\.1 200 OK/)
    expect(bytes).toMatch(/Content-Length: \d{4}\r\n/)
  })
})

describe('a body that is too large', () => {
  const head = (path: string): string =>
    `POST ${path} HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 20000\r\n\r\n`

  it('is refused once, and the connection ends without a word where the rest never comes', async () => {
    const answers = await Promise.all(
      ['/api/v1/alerts/subscribe', '/api/v1/nowhere', '/nowhere'].map((path) => send(`${head(path)}{`))
    )
    expect(answers.map(statuses)).toEqual([[413], [404], [404]])
  })

  it('is passed over, and the next request is answered', async () => {
    const large = `${head('/api/v1/alerts/subscribe')}${' '.repeat(20_000)}`
    expect(statuses(await send(`${large}${farewell}`))).toEqual([413, 200])
  })
})

describe('a request target in absolute form', () => {
  it.each(['http://ayaz.example', 'HTTP://other.example:8080', 'https://[2001:db8::1]'])(
    '%s… is the same as its path',
    async (origin) => {
      const ask = (path: string): string =>
        `GET ${origin}${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
      const [limits] = await send(ask('/api/v1/limits'))
      expect(JSON.parse(limits?.body.toString() ?? '')).toMatchObject({ your_tier: 'free' })
      const [home] = await send(ask('?lang=tr'))
      expect([home?.status, home?.headers['location']]).toEqual([302, '/tr'])
      const [nothing] = await send(ask('/api/v1/nowhere'))
      expect(nothing?.status).toBe(404)
    }
  )

  it.each(['ftp://ayaz.example/', 'http:///api/v1/limits', 'http://user@ayaz.example/', 'ayaz.example:443'])(
    '%s is 400',
    async (target) => {
      const [answer] = await send(`GET ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
      expect(answer?.status).toBe(400)
    }
  )

  it('names the host by which the metrics are read', async () => {
    const ask = (target: string): string =>
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
    expect(statuses(await send(ask('/metrics')))).toEqual([200])
    expect(statuses(await send(ask('http://public.example/metrics')))).toEqual([403])
  })
})

describe('a body with a Content-Encoding', () => {
  const post = (encoding: string, path = '/alerts/subscribe', type = 'application/json') =>
    client.ask(path, {
      method: 'POST',
      body,
      headers: { 'content-type': type, 'content-encoding': encoding }
    })

  it('is 415, which says what is taken', async () => {
    for (const encoding of ['gzip', 'br', 'identity, gzip', 'nonsense']) {
      const answer = await post(encoding)
      expect([encoding, answer.status]).toEqual([encoding, 415])
      expect(answer.json).toMatchObject({ code: 'unsupported_media_type' })
      expect(answer.headers['accept-encoding']).toBe('identity')
    }
    expect((await post('identity')).status).toBe(201)
  })

  it('does not matter where there is nothing to send it to', async () => {
    expect((await post('gzip', '/nowhere')).status).toBe(404)
  })
})

describe('401', () => {
  it.each([
    ['/weather?location=malatya', { 'x-api-key': 'unknown' }, 'invalid_api_key', 'ApiKey header="X-API-Key"'],
    ['/sensors', {}, 'api_key_required', 'ApiKey header="X-API-Key"'],
    ['/alerts/subscriptions/abc', {}, 'token_required', 'Bearer']
  ])('at %s with %j says how to authenticate', async (path, headers, code, challenge) => {
    const answer = await client.ask(path, { headers: headers as Readonly<Record<string, string>> })
    expect([answer.status, answer.json]).toMatchObject([401, { code }])
    expect(answer.headers['www-authenticate']).toBe(challenge)
  })
})

describe('a slash at the end of a path', () => {
  const look = (path: string, method = 'GET') =>
    fetch(app.origin + path, { method, redirect: 'manual', headers: { accept: 'text/html' } })

  it.each([
    ['/tr/', '/tr'],
    ['/en/', '/en'],
    ['/tr/widget/malatya/', '/tr/widget/malatya'],
    ['/tr/yer/malatya//?theme=dark', '/tr/yer/malatya?theme=dark'],
    ['/status/?lang=tr', '/status?lang=tr'],
    ['/docs/', '/docs'],
    ['/docs/api//', '/docs/api'],
    ['/reference/', '/reference'],
    ['/metrics/', '/metrics']
  ])('%s leads to %s', async (path, location) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await look(path, method)
      expect([answer.status, answer.headers.get('location')]).toEqual([308, location])
    }
  })

  it.each([
    '/nowhere/',
    '/api/v1/locations/',
    '/api/v1/nowhere/',
    '/tr/widget/',
    '//evil.example/',
    '//evil.example/tr/',
    '/u/'
  ])('%s leads nowhere', async (path) => {
    const answer = await look(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
  })
})

it('an operation answers the same with a slash at its end, unless an identifier may have got lost', async () => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${app.origin}/api/v1${path}`, init)
    return [answer.status, await answer.text()]
  }
  for (const path of ['/weather/frost-risk', '/weather/widget-data', '/weather'])
    expect(await ask(`${path}/?location=malatya`)).toEqual(await ask(`${path}?location=malatya`))
  expect((await ask('/weather/frost-risk/?location=malatya'))[0]).toBe(200)
  const body = JSON.stringify({ location: 'malatya', channel: 'feed', threshold: 60 })
  const post = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }
  expect((await ask('/alerts/subscribe/', post))[0]).toBe(201)
  for (const method of ['GET', 'DELETE'])
    expect((await ask('/alerts/subscriptions/', { method }))[0]).toBe(404)
})

it('listens for both families of addresses by default, and counts IPv6 clients by their /64', async () => {
  expect(readConfiguration({}).host).toBe('::')
  const open = await startApp({ environment: { SOURCES: 'demo', HOST: '::', PORT: '0' } })
  try {
    const { port } = new URL(open.origin)
    for (const host of ['127.0.0.1', ...(hasIpv6() ? ['[::1]'] : [])]) {
      const answer = await fetch(`http://${host}:${port}/api/v1/weather?location=malatya`)
      expect([host, answer.status, answer.headers.get('ratelimit')]).toEqual([
        host,
        200,
        expect.stringContaining('r=59')
      ])
    }
  } finally {
    await open.close()
  }
})

it('the base lists every operation, and a path that leads nowhere names the nearest', async () => {
  const read = async (path: string) => (await fetch(app.origin + path)).json()
  const index = (await read('/api/v1/')) as { operations: { id: string }[] }
  const { paths } = (await read('/api/v1/openapi.json')) as { paths: object }
  const published = Object.values(paths).flatMap((item: object) =>
    Object.values(item).map(({ operationId }) => operationId)
  )
  expect(index.operations.map(({ id }) => id).toSorted()).toEqual(published.toSorted())
  for (const [path, near] of [
    ['/weather/frost_risk', '/weather/frost-risk'],
    ['/frost-risk', '/weather/frost-risk'],
    ['/alert/subscribe', '/alerts/subscribe'],
    ['/location', '/locations'],
    ['/weather/frost-risks/', '/weather/frost-risk'],
    ['//weather', '/weather']
  ]) {
    const answer = await fetch(`${app.origin}/api/v1${path}`)
    const detail = `There is nothing at this path. Did you mean "/api/v1${near}"? /api/v1 lists every path.`
    expect([path, answer.status, await answer.json()]).toMatchObject([path, 404, { detail }])
  }
})

describe('the bare path', () => {
  it('leads to the language that is asked for, else to the one that the browser prefers', async () => {
    const location = async (query: string): Promise<string | null> => {
      const headers = { 'accept-language': 'en' }
      return (await fetch(`${app.origin}/${query}`, { redirect: 'manual', headers })).headers.get('location')
    }
    expect(await location('?lang=tr')).toBe('/tr')
    expect(await location('?lang=tr&units=imperial')).toBe('/tr?units=imperial')
    expect(await location('?lang=de&theme=dark')).toBe('/en?theme=dark')
    expect(await location('')).toBe('/en')
  })
})
