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
  test.each(all)('%s has nothing for axe-core to find, at 360 and 1280 px, light and dark', async (path) => {
    const { page } = visitor
    const answer = await fetch(app.origin + path, { headers: { accept: 'text/html' } })
    await answer.arrayBuffer()
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
    // Pictures, lists and what leads to another page.
    if (!isPage || new URL(answer.url).pathname !== path.split('?')[0]) return
    looked += 1
    await page.goto(app.origin + path)
    await page.locator('details').evaluateAll((folds) => {
      for (const one of folds) one.setAttribute('open', '')
    })
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await axeFindingsInBothThemes(page), `${width} px`).toEqual([])
    }
  })

  test('most routes are pages', () => {
    expect(looked).toBeGreaterThanOrEqual(45)
  })
})
