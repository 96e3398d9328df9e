/** Another operator's name, logo and contact stand on every page for people, whatever its answer. */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { everyPath } from '../../browser/every-path.ts'

const name = 'Malatya Kayısı <Kooperatifi> & Ortakları'
const escaped = 'Malatya Kayısı &lt;Kooperatifi&gt; &amp; Ortakları'
const contact = 'mailto:frost@koop.example'
const logo = fileURLToPath(new URL('../../../src/site/icons/icon-180.png', import.meta.url))
const eveningAt = Date.UTC(2026, 3, 11, 16, 20)

let app: TestApp
beforeAll(async () => {
  const environment = {
    SOURCES: 'demo',
    PAGES_PER_MINUTE: '100000',
    OPERATOR_NAME: name,
    OPERATOR_CONTACT: contact,
    OPERATOR_ADDRESS: 'Kernek Mah. 5, Malatya',
    OPERATOR_LOGO: logo
  }
  app = await startApp({ environment, clock: () => eveningAt, map: true })
})
afterAll(() => app.close())

/** Of the addresses of one kind, such as the pages of places, the first that was met. */
function kindOf(path: string): string {
  const [, lang = '', topic = '', ...more] = path.split('/')
  return [lang, topic, more.length].join('/')
}

/** Every route, every page that links lead to, one of each kind, and those that only errors lead to. */
async function walk(): Promise<ReadonlyMap<string, string>> {
  const left = [...(await everyPath()), '/nothing', '/tr/yer/malatyaa', '/tr/yer/malatya?crop=apricot']
  left.push('/tr/yer/%E0%A4%A', '/problems/invalid_parameter', '/reference/nothing')
  const pages = new Map<string, string>()
  const met = new Set<string>()
  for (let path = left.shift(); path !== undefined; path = left.shift()) {
    const kind = path.includes('crop') ? path : kindOf(path)
    if (met.has(kind)) continue
    met.add(kind)
    const headers = { accept: 'text/html' }
    const answer = await fetch(app.origin + path, { headers, redirect: 'manual' })
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
    const page = await answer.text()
    if (!path.includes('/widget/')) pages.set(path, page)
    for (const [, href = ''] of page.matchAll(/<a href="(\/[^"#?]*)/g)) left.push(href)
  }
  return pages
}

it('stands on every page', async () => {
  const pages = await walk()
  expect(pages.size).toBeGreaterThan(40)
  const without = [...pages].filter(
    ([, page]) =>
      !page.includes(`<b>${escaped}</b>`) ||
      !page.includes(`<img class="logo" src="/operator-logo.png" alt="${escaped}"`) ||
      !page.includes(`<a href="${contact}">`)
  )
  expect(without.map(([path]) => path)).toEqual([])
  for (const path of ['/tr/gizlilik', '/en/privacy']) {
    expect(pages.get(path)).toContain('Kernek Mah. 5, Malatya')
    expect(pages.get(path)).toContain(`<a class="alone" href="${contact}">frost@koop.example</a>`)
  }
  const picture = await fetch(`${app.origin}/operator-logo.png`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
})
