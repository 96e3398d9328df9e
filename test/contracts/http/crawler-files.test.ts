/** What programs and browsers find at fixed, missing and slightly wrong addresses. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'

const contact = 'mailto:security@example.org'
const now = Date.parse('2026-11-22T18:00:00Z')
let app: TestApp

beforeAll(async () => {
  const environment = { SOURCES: 'demo', SECURITY_CONTACT: contact, PAGES_PER_MINUTE: '100000' }
  app = await startApp({ environment, clock: () => now })
})
afterAll(() => app.close())

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(app.origin + path, { redirect: 'manual', headers })

test('the sitemap has every province and district of Türkiye once in each language, and robots.txt names it', async () => {
  const sitemap = await get('/sitemap.xml')
  expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const paths = [...(await sitemap.text()).matchAll(/<loc>https:\/\/ayaz\.example([^<]*)<\/loc>/g)].map(
    ([, path = '']) => path
  )
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.filter((path) => path.startsWith('/tr/yer/')).length).toBeGreaterThanOrEqual(81 + 922)
  expect(paths).toEqual(expect.arrayContaining(['/tr', '/en', '/docs', '/en/place/malatya-battalgazi']))
  for (const path of ['/tr', '/en/embed', '/tr/yer/malatya', '/docs'].filter((one) => paths.includes(one))) {
    expect([path, (await get(path)).status]).toEqual([path, 200])
  }
  const robots = await (await get('/robots.txt')).text()
  expect(robots).toContain('Sitemap: https://ayaz.example/sitemap.xml\n')
  expect(robots).toContain('Disallow: /feeds/\n')
})

test('every address in llms.txt leads somewhere', async () => {
  const text = await (await get('/llms.txt')).text()
  expect(text).toMatch(/^# Ayaz\n\n> /)
  const links = [...text.matchAll(/\]\(https:\/\/ayaz\.example([^)]*)\)/g)].map(([, path = '']) => path)
  expect(links.length).toBeGreaterThan(7)
  for (const path of links) expect([path, (await get(path)).status]).toEqual([path, 200])
})

test('security.txt has the members that RFC 9116 requires, and is missing without a contact', async () => {
  const text = await (await get('/.well-known/security.txt')).text()
  expect(text).toContain(`Contact: ${contact}\n`)
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
  expect(expires).toBeGreaterThan(now)
  expect(expires).toBeLessThan(now + 366 * 86_400_000)
  const bare = await startApp({ environment: { SOURCES: 'demo' } })
  try {
    expect((await fetch(`${bare.origin}/.well-known/security.txt`)).status).toBe(404)
  } finally {
    await bare.close()
  }
})

test.each([
  ['/tr/', '/tr'],
  ['/en/', '/en'],
  ['/tr/yer/malatya/', '/tr/yer/malatya'],
  ['/docs/', '/docs'],
  ['/status/', '/status'],
  ['/tr/widget/malatya/?theme=dark', '/tr/widget/malatya?theme=dark']
])('%s is %s', async (written, path) => {
  const answer = await get(written)
  expect([answer.status, answer.headers.get('location')]).toEqual([308, path])
})

test.each([
  '/nothing',
  '/de/widget/malatya',
  '/widget/malatya',
  '/tr/yer/%zz',
  '/%ff',
  '/assets/none.js',
  '/.well-known/none'
])('a browser that asks for %s gets a page in the visitor’s language', async (path) => {
  for (const [language, said] of [
    ['tr-TR,tr;q=0.9', 'lang="tr"'],
    ['en', 'lang="en"']
  ] as const) {
    const answer = await get(path, { accept: 'text/html,*/*;q=0.8', 'accept-language': language })
    expect([path, answer.headers.get('content-type')]).toEqual([path, 'text/html; charset=utf-8'])
    expect(answer.status).toBeGreaterThanOrEqual(400)
    const inPath = /^\/(tr|en)\//.exec(path)?.[1]
    expect(await answer.text()).toContain(inPath === undefined ? said : `lang="${inPath}"`)
  }
  const program = await get(path, { accept: 'application/json' })
  expect(program.headers.get('content-type')).toBe('application/problem+json')
})
