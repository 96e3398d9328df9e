/** Every page that the service has, found by its routes: nothing for axe-core to find, in both themes and widths. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../app.ts'
import { axeFindingsInBothThemes, browserMissing, launch, openWatched, type Watched } from './browser.ts'
import { everyPath } from './every-path.ts'
import { openAppOnDemo } from './open-app.ts'

const missing = browserMissing()

/** Of one page more than one look. */
const more = [
  '/tr/yer/malatya?crop=apricot&stage=full-bloom',
  '/en/place/malatya?crop=apricot',
  '/tr/siteme-ekle?crop=apricot',
  '/en/embed?q=zzzz',
  '/en/search?q=mal',
  '/tr?crop=apricot&map=temperature',
  '/nothing'
]

const all = [...(missing === null ? await everyPath() : []), ...more]

describe.skipIf(missing !== null)(`every page${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let app: TestApp
  let visitor: Watched
  beforeAll(async () => {
    browser = await launch()
    app = await openAppOnDemo()
    visitor = await openWatched(browser, [app.origin], { serviceWorkers: 'block' })
  })
  afterAll(async () => {
    await browser.close()
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
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await axeFindingsInBothThemes(page), `${width} px`).toEqual([])
      }
      for (const [width, letters] of [
        [320, '100%'],
        [360, '200%']
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page
          .locator('html')
          .evaluate((root, size) => root.style.setProperty('font-size', size), letters)
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(sideways, `${width} px, ${letters}`).toBeLessThanOrEqual(0)
      }
    }
  )

  test('most routes are pages', () => {
    expect(looked).toBeGreaterThanOrEqual(45)
  })
})
