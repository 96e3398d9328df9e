/** Every page that the service has, found by its routes: nothing for axe-core to find, in both themes and widths. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../app.ts'
import { axeFindingsInBothThemes, browserMissing, launch, openWatched, type Watched } from './browser.ts'
import { everyPath } from './every-path.ts'
import { layoutFaults } from './layout.ts'
import { openAppOnDemo } from './open-app.ts'

const missing = browserMissing()
const scrolling = '.crops ul, .strip, .wide[tabindex="0"], pre[tabindex="0"], nav.document-list'

/** Of one page more than one look. */
const more = [
  '/tr/yer/malatya?crop=apricot&stage=full-bloom',
  '/en/place/malatya?crop=apricot',
  '/tr/siteme-ekle?crop=apricot',
  '/tr/siteme-ekle?place=malatya',
  '/en/embed?q=zzzz',
  '/en/search?q=mal',
  '/tr?crop=apricot&map=temperature',
  '/nothing'
]

const paths = missing === null ? await everyPath() : []
/** Those without a language in their path; Turkish words are longer. */
const inTurkish = paths.filter((path) => !/^\/(en|tr)\b/.test(path)).map((path) => `${path}?lang=tr`)
const all = [...paths, ...inTurkish, ...more]

describe.skipIf(missing !== null)(`every page${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let app: TestApp
  let browserOfLargeLetters: Browser
  let visitor: Watched
  let largeReader: Watched
  beforeAll(async () => {
    browser = await launch()
    browserOfLargeLetters = await launch(32)
    app = await openAppOnDemo()
    visitor = await openWatched(browser, [app.origin], { serviceWorkers: 'block' })
    const phone = { viewport: { width: 360, height: 900 }, serviceWorkers: 'block' } as const
    largeReader = await openWatched(browserOfLargeLetters, [app.origin], phone)
  })
  afterAll(async () => {
    await browser.close()
    await browserOfLargeLetters.close()
    await app.close()
  })

  let looked = 0
  test.each(all)(
    '%s has nothing for axe-core to find, and fits a narrow screen with large letters',
    async (path) => {
      const { page } = visitor
      const answer = await fetch(app.origin + path, { headers: { accept: 'text/html' } })
      await answer.arrayBuffer()
      const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
      // Pictures, lists and what leads to another page.
      if (!isPage || new URL(answer.url).pathname !== path.split('?')[0]) return
      looked += 1
      await page.goto(app.origin + path)
      // What has its room before a script shows it.
      expect(await page.locator('.search .position[hidden]').count()).toBe(0)
      await page.locator('details').evaluateAll((folds) => {
        for (const one of folds) one.setAttribute('open', '')
      })
      const isTurkish = /^\/tr\b|lang=tr/.test(path)
      const texts = [
        await page.locator('body').innerText(),
        ...(await page.locator('text').allTextContents())
      ]
      const points = texts.flatMap((text) => text.match(/\d\.\d+\s(?:m|mm|km|°)(?!\w)/g) ?? [])
      if (isTurkish) expect(points, 'numbers with a point').toEqual([])
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await axeFindingsInBothThemes(page), `${width} px`).toEqual([])
      }
      await page.setViewportSize({ width: 320, height: 900 })
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(sideways, '320 px').toBeLessThanOrEqual(0)
      const { page: large } = largeReader
      await large.goto(app.origin + path)
      await large.locator('details').evaluateAll((folds) => {
        for (const one of folds) one.setAttribute('open', '')
      })
      // A widget has the letters of its frame; links in its foot are small.
      const faults = path.includes('/widget/') ? [] : await layoutFaults(large, scrolling)
      expect(faults, '360 px, letters of twice the size').toEqual([])
    }
  )

  test('most routes are pages', () => {
    expect(looked).toBeGreaterThanOrEqual(45)
  })
})
