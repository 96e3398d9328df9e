/** Pages and pictures are kept by what they are made from, and their forms are taken from this site alone. */
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { eveningAt } from '../../browser/synthetic-site.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({
    environment: { SOURCES: 'demo', PAGES_PER_MINUTE: '100000' },
    clock: () => eveningAt
  })
})
afterAll(() => app.close())

describe('what a page does not know', () => {
  it.each([
    '/picture/malatya',
    '/en',
    '/en/place/ankara',
    '/reference',
    '/docs/alerts',
    '/tr/widget/malatya'
  ])('makes no other answer of %s', async (path) => {
    const texts = new Set<string>()
    for (const [index, extra] of [
      '',
      'x=1',
      'x=2',
      `utm_source=${'y'.repeat(500)}`,
      'crop_=apricot',
      'theme=x&lang=x&map=x',
      // A map and a place say what they show instead.
      ...(/^\/en/.test(path) ? [] : ['units=x&date=x', 'date=2001-01-01'])
    ].entries()) {
      const answer = await fetch(`${app.origin}${path}${extra === '' ? '' : `?${extra}`}`, {
        headers: { 'Accept-Language': `en;q=0.${index + 1}` }
      })
      expect(answer.status).toBe(200)
      texts.add(await answer.text())
    }
    expect(texts.size).toBe(1)
  })

  it.each([
    ['/en', '/tr'],
    ['/en/place/ankara', '/tr/yer/ankara'],
    ['/en/field/38.4,38.2', '/tr/tarla/38.4,38.2']
  ])(
    'says on %s what units and night were written, and what is shown; nothing is kept of it',
    async (...paths) => {
      for (const path of paths) {
        const plain = await (await fetch(app.origin + path)).text()
        for (const [query, said] of [
          ['units=kelvin', '“kelvin”.*°C'],
          ['unit=kelvin&night=soon', '“kelvin”.*°C.*“soon”.*(12|13) (April|Nisan)'],
          ['date=2001-01-01', '“2001-01-01”.*(12|13) (April|Nisan)'],
          ['unit=F&date=soon', '“soon”']
        ] as const) {
          const answer = await fetch(`${app.origin}${path}?${query}`)
          expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
          const [, notice = ''] =
            /<p class="notices" role="status">(.*?)<\/p>/s.exec(await answer.text()) ?? []
          expect(notice, `${path} ${query}`).toMatch(new RegExp(said, 's'))
        }
        expect(plain).not.toContain('class="notices" role="status"')
        expect(await (await fetch(`${app.origin}${path}?units=metric`)).text()).toBe(plain)
      }
    }
  )

  it('is told apart from what it knows', async () => {
    const text = async (query: string): Promise<string> =>
      (await fetch(`${app.origin}/en/place/ankara?${query}`)).text()
    const plain = await text('')
    for (const query of ['units=imperial', 'theme=dark', 'crop=apricot&stage=full-bloom'])
      expect(await text(query), query).not.toBe(plain)
    expect(await text('units=metric&units=imperial')).toBe(plain)
    expect(await text('units=imperial&units=metric')).not.toBe(plain)
  })
})

describe('a form of a page', () => {
  /** Those of one registration together. */
  const forms = [
    ['/en/subscribe', '/tr/abone-ol'],
    ['/en/subscribe/x', '/tr/abone-ol/x'],
    ['/alerts/manage'],
    ['/alerts/manage/people'],
    ['/alerts/tonight'],
    ['/thermometers'],
    ['/how-cold'],
    ['/u/x', '/confirm/x'],
    ['/a/x']
  ]
  const post = (path: string, headers: Readonly<Record<string, string>>) =>
    fetch(`${app.origin}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ location: 'malatya' }),
      headers
    })

  it('is among those that are tried here', () => {
    const sources = globSync('src/site/**/*.ts')
      .filter((file) => !file.includes('/browser/'))
      .map((file) => readFileSync(file, 'utf8'))
    const posts = sources.flatMap((text) => text.match(/method: 'POST',/g) ?? [])
    expect(posts.length).toBe(forms.length)
  })

  it.each(forms.flat())('%s is refused from another site, and taken from this one', async (path) => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' }
    ]) {
      const refused = await post(path, headers)
      expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'foreign_form' }])
    }
    for (const headers of [
      {},
      { origin: 'null' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      { origin: app.origin, 'sec-fetch-site': 'same-origin' },
      { origin: app.origin }
    ])
      expect((await post(path, headers)).status, JSON.stringify(headers)).not.toBe(403)
  })
})
