/** Documents in a real browser: readable at every width, with contents and a list of all, and code that is copied. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noOperator } from '../../src/common/operator.ts'
import { browserScript } from '../../src/site/browser-code.ts'
import { documentPages, problemPages } from '../../src/site/documents/documents-route.ts'
import { staticPages } from '../../src/site/static-files.ts'
import { pageStylesheet } from '../../src/site/stylesheets.ts'
import {
  axeFindingsInBothThemes,
  browserMissing,
  launch,
  openWatched,
  picture,
  type Watched
} from './browser.ts'
import { layoutFaults } from './layout.ts'
import { type Served, servePages } from './serve-pages.ts'

const missing = browserMissing()
const widths = [320, 360, 768, 1280]
const scrolling = '.wide[tabindex="0"], pre[tabindex="0"], nav.document-list'
const rootFolder = new URL('../../', import.meta.url).pathname
/** Documents with the widest tables and the longest code, the list, and a decision. */
const names = [
  ...['', '/readme', '/configuration', '/alerts', '/verification', '/glossary', '/growers.tr'],
  '/decisions/0001-how-is-freshness-judged'
]

describe.skipIf(missing !== null)(`documents${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let site: Served
  let visitor: Watched
  beforeAll(async () => {
    browser = await launch()
    const script = browserScript('documents')
    site = await servePages(
      async (origin) => {
        const frame = {
          siteUrl: origin,
          baseUrl: `${origin}/api/v1`,
          css: pageStylesheet('documents.css'),
          operator: noOperator
        }
        return [
          ...documentPages({ frame, rootFolder, script }),
          ...problemPages(frame),
          ...staticPages([script])
        ]
      },
      () => 0
    )
    visitor = await openWatched(browser, [site.origin], { locale: 'tr-TR', serviceWorkers: 'block' })
  })
  afterAll(async () => {
    await browser.close()
    await site.close()
  })

  for (const path of [...names.map((name) => `/docs${name}`), '/problems']) {
    test(`${path} fits at every width, in both themes, and only tables and code scroll sideways`, async () => {
      const { page, faults } = visitor
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.goto(site.origin + path)
      expect(await axeFindingsInBothThemes(page)).toEqual([])
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 })
        expect(await layoutFaults(page, scrolling), `${width} px`).toEqual([])
        if (width === 360 || width === 1280)
          await picture(page, `document-${path.replaceAll(/\W+/g, '-')}-${width}`, false)
      }
      expect(faults.splice(0)).toEqual([])
    })
  }

  test('a table of sentences breaks its lines, and on a phone its cells stand below each other, none beyond the edge', async () => {
    const { page, close } = await openWatched(browser, [site.origin], {
      viewport: { width: 1280, height: 800 }
    })
    await page.goto(`${site.origin}/docs/configuration`)
    const table = page.locator('.wide').first()
    expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(1)
    await page.setViewportSize({ width: 360, height: 740 })
    const cell = table.locator('td').nth(3)
    expect((await cell.boundingBox())?.width).toBeLessThanOrEqual(328)
    expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(1)
    const heading = await table.locator('thead').locator('th, td').nth(1).textContent()
    const named = await table
      .locator('tbody tr td:nth-child(2)')
      .first()
      .evaluate((one) => getComputedStyle(one, '::before').content)
    expect(named).toContain(heading)
    await close()
  })

  test('the contents lead to every section, the list to every document in the names of the visitor’s language', async () => {
    const { page, close } = await openWatched(browser, [site.origin], { locale: 'tr-TR' })
    await page.goto(`${site.origin}/docs/alerts`)
    const sections = await page.locator('article h2').evaluateAll((all) => all.map(({ id }) => `#${id}`))
    const contents = page.locator('.contents a')
    expect(await contents.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual(sections)
    const list = page.getByRole('navigation', { name: 'Belgeler' })
    expect(await list.locator('[aria-current=page]').textContent()).toBe('Uyarılar')
    expect(await page.locator('article').getAttribute('lang')).toBe('en')
    await list.getByRole('link', { name: 'Puan ne demek' }).click()
    await page.waitForURL('**/docs/growers.tr')
    expect(await page.locator('article').getAttribute('lang')).toBe('tr')
    await page.goto(`${site.origin}/docs/alerts`)
    expect(await page.getByRole('link', { name: 'English', exact: true }).getAttribute('href')).toBe(
      '/docs/alerts?lang=en'
    )
    await page.goto(`${site.origin}/docs/alerts?lang=en`)
    const english = page.getByRole('navigation', { name: 'Documents' })
    expect(await english.locator('[aria-current=page]').textContent()).toBe('Alerts')
    await close()
  })

  test('a button copies the code as it stands, and without scripts the code is there without one', async () => {
    const { page, faults, close } = await openWatched(browser, [site.origin], {
      permissions: ['clipboard-read', 'clipboard-write'],
      locale: 'tr-TR'
    })
    await page.goto(`${site.origin}/docs/readme`)
    const block = page.locator('.code').first()
    const button = block.getByRole('button', { name: 'Kopyala' })
    await button.focus()
    await page.keyboard.press('Enter')
    await block.getByRole('button', { name: 'Kopyalandı' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `npm ci --omit=dev && npm start\ncurl '${site.origin}/api/v1/weather/widget-data?location=malatya'`
    )
    expect(faults).toEqual([])
    await close()
    const plain = await openWatched(browser, [site.origin], { javaScriptEnabled: false })
    await plain.page.goto(`${site.origin}/docs/readme`)
    expect(await plain.page.locator('.code').first().textContent()).toContain(
      'npm ci --omit=dev && npm start'
    )
    expect(await plain.page.locator('.code button').count()).toBe(0)
    await plain.close()
  })
})
