/**
 * Outside the base path: wrong methods are told the right ones, two Hosts are refused, and metrics stay with the
 * operator.
 */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { readContract } from './closed-contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo', TIERS: 'free=100000/60' } })
})
afterAll(() => app.close())

const site: readonly (readonly [path: string, allow: string])[] = [
  ['/healthz', 'GET, HEAD, OPTIONS'],
  ['/metrics', 'GET, HEAD, OPTIONS'],
  ['/', 'GET, HEAD, OPTIONS'],
  ['/tr/widget/malatya', 'GET, HEAD, OPTIONS'],
  ['/oembed?url=x', 'GET, HEAD, OPTIONS'],
  ['/reference', 'GET, HEAD, OPTIONS'],
  ['/feeds/abc.atom', 'GET, HEAD, OPTIONS'],
  ['/streams/abc', 'GET, OPTIONS'],
  ['/u/abcdef', 'GET, HEAD, POST, OPTIONS']
]

async function problemOf(answer: Response): Promise<unknown> {
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  return answer.json()
}

it.each(['PATCH', 'DELETE'])(
  'a path without a named part is none with one: %s import is not allowed',
  async (method) => {
    const answer = await fetch(`${app.api}/alerts/subscriptions/import?dry_run=true`, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  }
)

describe('a method that a path of the site does not have', () => {
  it.each(site)('%s: 405 with Allow: %s', async (path, allow) => {
    // That the body is broken does not matter where nobody takes one.
    const headers = { 'content-type': 'application/json' }
    for (const method of ['DELETE', 'PUT', 'PROPFIND']) {
      const answer = await fetch(app.origin + path, { method, headers, body: 'x' })
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, allow])
      expect(await problemOf(answer)).toMatchObject({ code: 'method_not_allowed', status: 405 })
    }
    const options = await fetch(app.origin + path, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, allow])
    const isReadElsewhere = /^\/(?:feeds|streams)\//.test(path)
    expect(options.headers.get('access-control-allow-methods')).toBe(
      isReadElsewhere ? allow.replace(', OPTIONS', '') : null
    )
  })

  it.each(['/feeds/abc.atom', '/streams/abc'])(
    '%s: a page of another site may send Last-Event-ID and If-None-Match',
    async (path) => {
      const options = await fetch(app.origin + path, { method: 'OPTIONS' })
      expect(options.headers.get('access-control-allow-origin')).toBe('*')
      expect(options.headers.get('access-control-allow-headers')).toBe('Last-Event-ID, If-None-Match, *')
      const answer = await fetch(app.origin + path)
      expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After')
    }
  )

  it('a page of another site reads Allow, and may send Last-Event-ID to the API too', async () => {
    const refused = await fetch(`${app.origin}/api/v1/weather`, { method: 'DELETE' })
    expect(refused.headers.get('access-control-expose-headers')).toMatch(/\bAllow\b/)
    const options = await fetch(`${app.origin}/api/v1/weather`, { method: 'OPTIONS' })
    expect(options.headers.get('access-control-allow-headers')).toMatch(/\bLast-Event-ID\b/)
  })

  it('is 404 where there is no path, and where a folder of files lacks one', async () => {
    for (const path of ['/nothing', '/healthz/x', '/reference/static/nothing.js', '/tr/widget/a/b']) {
      for (const method of ['POST', 'GET', 'OPTIONS', 'PROPFIND']) {
        if (path.includes('static') && method !== 'GET') continue
        const answer = await fetch(app.origin + path, { method })
        expect([path, method, answer.status]).toEqual([path, method, 404])
        expect(await problemOf(answer)).toMatchObject({ code: 'route_not_found' })
      }
    }
  })
})

describe('the base path itself', () => {
  it.each(['/api/v1', '/api/v1?x=1', '/api/v1/'])(
    '%s counts and is no page, whatever is accepted',
    async (path) => {
      for (const method of ['GET', 'PROPFIND']) {
        const answer = await fetch(app.origin + path, { method, headers: { accept: 'text/html' } })
        const [wanted, fault] = path.includes('?') ? [400, { code: 'invalid_parameter' }] : [200, {}]
        const expected = method === 'GET' ? [wanted, fault] : [405, { code: 'method_not_allowed' }]
        expect([answer.status, await answer.json()]).toMatchObject(expected)
        expect(answer.headers.get('content-type')).toMatch(/^application\/(problem\+)?json/)
        expect(answer.headers.get('ratelimit')).toMatch(/^"free"/)
      }
      const long = await fetch(`${app.origin}${path}${path.includes('?') ? '&' : '?'}y=${'y'.repeat(5000)}`)
      expect([long.status, long.headers.has('ratelimit')]).toEqual([414, true])
    }
  )
})

describe('two Host headers', () => {
  async function ask(head: string): Promise<string> {
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
    socket.write(`${head}\r\nConnection: close\r\n\r\n`)
    return text(socket)
  }

  it.each(['/api/v1/weather?location=malatya', '/healthz'])(
    'are refused at %s, also where the answer is kept',
    async (path) => {
      for (let turn = 0; turn < 2; turn++)
        expect(await ask(`GET ${path} HTTP/1.1\r\nHost: a.example`)).toMatch(/^HTTP\/1\.1 200 /)
      const answer = await ask(`GET ${path} HTTP/1.1\r\nHost: a.example\r\nhOST: b.example`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toContain('"code":"bad_request"')
      expect(answer).toContain('more than one Host')
    }
  )
})

describe('oEmbed', () => {
  const widget = 'https://ayaz.example/tr/widget/malatya'
  const ask = (query: string): Promise<Response> => fetch(`${app.origin}/oembed${query}`)

  it('never exceeds a size that is asked for, and refuses one that is no number', async () => {
    const sized = async (size: string) => ask(`?url=${encodeURIComponent(widget)}&${size}`)
    const small = await (await sized('maxwidth=150&maxheight=90')).json()
    expect(small).toMatchObject({ width: 150, height: 90 })
    expect(await (await sized('maxwidth=2000')).json()).toMatchObject({ width: 360, height: 210 })
    for (const wrong of ['maxwidth=abc', 'maxheight=0', 'maxheight=1.5', 'maxwidth=']) {
      const answer = await sized(wrong)
      const [parameter] = wrong.split('=')
      expect([wrong, answer.status]).toEqual([wrong, 400])
      expect(await problemOf(answer)).toMatchObject({
        code: 'invalid_parameter',
        errors: [{ parameter, code: 'invalid_format', detail: expect.stringContaining('from 1 to 99999') }]
      })
    }
  })

  it('answers with the frame of a place or a widget', async () => {
    for (const url of [widget, 'https://ayaz.example/en/place/malatya', `${widget}?theme=dark`]) {
      const answer = await ask(`?url=${encodeURIComponent(url)}&maxwidth=300`)
      expect([url, answer.status]).toEqual([url, 200])
      expect(await answer.json()).toMatchObject({ version: '1.0', type: 'rich', width: 300 })
    }
  })

  it.each([
    ['', 400, 'invalid_parameter'],
    ['?url=', 400, 'invalid_parameter'],
    ['?url=malatya', 400, 'invalid_parameter'],
    ['?url=https://elsewhere.example/tr/widget/malatya', 404, 'location_not_found'],
    ['?url=https://ayaz.example/docs', 404, 'location_not_found'],
    ['?url=https://ayaz.example/tr/widget/malatia', 404, 'location_not_found'],
    [`?format=xml&url=${widget}`, 501, 'format_not_offered']
  ])('with "%s" is %i %s, as a problem document that any page may read', async (query, status, code) => {
    const answer = await ask(query)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const contract = await readContract(app.api)
    const document = await problemOf(answer)
    expect(document).toMatchObject({ code, status })
    expect(contract.problem(code)?.(document)).toEqual([])
    if (code === 'invalid_parameter') expect(document).toMatchObject({ errors: [{ parameter: 'url' }] })
    if (query.includes('malatia'))
      expect(document).toHaveProperty('suggestions[0]', { slug: 'malatya', name: 'Malatya' })
  })
})

describe('a path of the API with nothing where a name belongs', () => {
  it.each(['/locations/', '/sensors//accept', '/alerts/subscriptions//pause'])(
    '%s is no path, whatever the method and the body',
    async (path) => {
      const headers = { 'content-type': 'application/json' }
      for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS', 'PROPFIND']) {
        const body = method === 'GET' ? null : '{'
        const answer = await fetch(`${app.origin}/api/v1${path}`, { method, headers, body })
        expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 404, null])
        expect(await problemOf(answer)).toMatchObject({ code: 'route_not_found' })
      }
    }
  )
})
