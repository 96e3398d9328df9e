/** In a browser with colours of its own (Windows' contrast themes) the keys of a drawing still show its colours. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, launch, openWatched } from './browser.ts'
import { type OpenSite, openSite } from './open-site.ts'

const missing = browserMissing()

describe.skipIf(missing !== null)(`forced colours${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let site: OpenSite
  beforeAll(async () => {
    browser = await launch()
    site = await openSite()
  })
  afterAll(async () => {
    await browser.close()
    await site.served.close()
  })

  test('every key of a chart has the look that it has otherwise', async () => {
    const swatches = async (forcedColors: 'active' | 'none') => {
      const { page, close } = await openWatched(browser, [site.origin], {
        forcedColors,
        colorScheme: 'light'
      })
      await page.goto(`${site.origin}/tr/yer/malatya`)
      const looks = await page.locator(':is(.chart-legend, .part-list) li').evaluateAll((all) =>
        all.map((one) => {
          const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(one, '::before')
          return `${one.className} ${backgroundColor} ${borderTopWidth === '0px' ? '' : borderTopColor}`
        })
      )
      await close()
      return looks
    }
    const usual = await swatches('none')
    expect(usual.length).toBeGreaterThan(3)
    expect(await swatches('active')).toEqual(usual)
  })
})
