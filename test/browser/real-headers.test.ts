/** What the whole service sends with its pages; no browser is needed to see it. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../app.ts'
import { openAppOnDemo } from './open-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openAppOnDemo()
})
afterAll(() => app.close())

/** Head and body of one answer, counted on the bare socket. */
function bytesOnTheWire(path: string): Promise<number> {
  const { hostname, port, host } = new URL(app.origin)
  return new Promise((done, failed) => {
    let bytes = 0
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`
      )
    )
    socket.on('data', (piece) => {
      bytes += piece.length
    })
    socket.on('error', failed)
    socket.on('close', () => done(bytes))
  })
}

const get = (path: string, accept = 'text/html'): Promise<Response> =>
  fetch(app.origin + path, { redirect: 'manual', headers: { accept } })

const framed: readonly (readonly [path: string, status: number])[] = [
  ['/tr/widget/malatya', 200],
  ['/en/widget/malatya?theme=dark', 200],
  ['/tr/widget/malatyaa', 404]
]

const unframed: readonly (readonly [path: string, status: number])[] = [
  ['/', 302],
  ['/tr', 200],
  ['/en', 200],
  ['/tr/yer/malatya', 200],
  ['/en/place/malatya?curve=apricot/full-bloom', 200],
  ['/tr/yer/malatyaa', 404],
  ['/en/search?q=mal', 200],
  ['/search.json?q=mal', 200],
  ['/my-field?at=malatya', 200],
  ['/alert-record?at=malatya', 200],
  ['/tr/harita?at=malatya', 200],
  ['/tr/harita?at=malatyaa', 404],
  ['/picture/malatya?crop=apricot&stage=full-bloom', 200],
  ['/picture/nowhere', 302],
  ['/tr/siteme-ekle', 200],
  ['/docs', 200],
  ['/docs/science', 200],
  ['/docs/nothing', 404],
  ['/problems', 200],
  ['/problems/validation_failed', 200],
  ['/problems/nothing', 404],
  ['/status', 200],
  ['/preview', 200],
  ['/alerts/manage', 200],
  ['/u/nonsense', 404],
  ['/confirm/nonsense', 404],
  ['/widget.js', 200],
  ['/nothing', 404],
  ['/reference/nothing', 404]
]

describe('the pages of the whole service', () => {
  test.each([...framed, ...unframed])(
    '%s answers %i with the headers that protect whoever looks',
    async (path, status) => {
      const answer = await get(path)
      const policy = answer.headers.get('content-security-policy') ?? ''
      const isFramed = framed.some(([one]) => one === path)
      expect(answer.status).toBe(status)
      expect(policy).toMatch(/^default-src 'none'/)
      expect(policy).not.toContain('unsafe')
      if (isFramed) expect(policy).not.toContain('frame-ancestors')
      else expect(policy).toMatch(/; frame-ancestors 'none'$/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  )

  test('the widget takes at most 8 kB over the wire, head and body', async () => {
    for (const path of [
      '/tr/widget/malatya',
      '/en/widget/van?theme=dark&units=imperial',
      '/tr/widget/malatyaa'
    ]) {
      const bytes = await bytesOnTheWire(path)
      expect(bytes, path).toBeGreaterThan(1000)
      expect(bytes, path).toBeLessThanOrEqual(8000)
    }
  })

  test('a path that leads nowhere is a page for a person and a problem document for a program', async () => {
    const seen = await get('/nothing', 'text/html,application/xhtml+xml,*/*;q=0.8')
    expect(seen.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(seen.headers.get('cache-control')).toBe('private, no-store')
    expect(await seen.text()).toContain('There is no such page')
    for (const [path, accept] of [
      ['/nothing', 'application/json'],
      ['/nothing', '*/*'],
      ['/api/v1/nothing', 'text/html']
    ] as const) {
      const reported = await get(path, accept)
      expect(reported.status, path).toBe(404)
      expect(reported.headers.get('content-type'), path).toBe('application/problem+json')
      expect(await reported.json(), path).toMatchObject({ code: 'route_not_found' })
    }
    const posted = await fetch(`${app.origin}/nothing`, {
      method: 'POST',
      headers: { accept: 'text/html' }
    })
    expect(posted.headers.get('content-type')).toBe('application/problem+json')
  })

  test('the page of a lost path speaks the language of the path, else the reader’s, and escapes what was asked', async () => {
    expect(await (await get('/tr/nothing')).text()).toContain('<h1>Böyle bir sayfa yok</h1>')
    const turkish = await fetch(`${app.origin}/nothing`, {
      headers: { accept: 'text/html', 'accept-language': 'tr-TR' }
    })
    expect(await turkish.text()).toContain('<html lang="tr"')
    const hostile = await (await get(`/${encodeURIComponent('"><script>alert(1)</script>')}`)).text()
    expect(hostile).not.toContain('<script>')
    expect((await get('/%ff')).status).toBe(400)
  })
})
