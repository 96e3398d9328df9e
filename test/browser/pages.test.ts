import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, browserMissing, launch, openWatched, picture } from './browser.ts'
import { type OpenSite, openSite } from './open-site.ts'

const missing = browserMissing()

const pages: readonly (readonly [name: string, path: string])[] = [
  ['home', '/tr'],
  ['home-en', '/en'],
  ['place', '/tr/yer/malatya'],
  ['place-crop', '/en/place/malatya?curve=apricot/full-bloom'],
  ['place-imperial', '/en/place/van?units=imperial'],
  ['place-unknown-night', '/tr/yer/yalova'],
  ['place-stale', '/en/place/kilis'],
  ['place-missing', '/en/place/nowhereville'],
  ['place-without-data', '/tr/yer/bingol'],
  ['place-beyond-share', '/tr/yer/siirt'],
  ['place-beyond-share-en', '/en/place/siirt'],
  ['search', '/tr/ara?q=mal'],
  ['search-nothing', '/en/search?q=zzzzzz'],
  ['embed', '/tr/siteme-ekle'],
  ['embed-en', '/en/embed?location=izmir&look=dark&width=300'],
  ['documents', '/docs'],
  ['document', '/docs/science'],
  ['document-missing', '/docs/nothing'],
  ['problems', '/problems'],
  ['problem', '/problems/validation_failed'],
  ['status', '/status?lang=tr'],
  ['preview', '/preview?lang=en']
]

describe.skipIf(missing !== null)(`pages in a browser${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let site: OpenSite
  beforeAll(async () => {
    browser = await launch()
    site = await openSite()
    site.without.add('bingol')
    site.beyondShare.add('siirt')
  })
  afterAll(async () => {
    await browser.close()
    await site.served.close()
  })

  for (const [name, path] of pages) {
    test(`${name} is accessible in both themes, fits at 360 and 1280 px, and asks nobody but this site`, async () => {
      for (const theme of ['light', 'dark'] as const) {
        const watched = await openWatched(browser, [site.origin], { viewport: { width: 1280, height: 900 } })
        const { page } = watched
        await page.goto(`${site.origin}${path}${path.includes('?') ? '&' : '?'}theme=${theme}`)
        for (const details of await page.locator('details').all())
          await details.evaluate((one) => one.setAttribute('open', ''))
        expect(await axeFindings(page)).toEqual([])
        expect(await page.locator('h1').count()).toBe(1)
        for (const width of [1280, 360]) {
          await page.setViewportSize({ width, height: 900 })
          const scrolls = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth
          )
          expect(scrolls, `scrolls sideways at ${width} px`).toBe(0)
          await picture(page, `${name}-${theme}-${width}`)
        }
        expect(watched.faults).toEqual([])
        await watched.close()
      }
    }, 60_000)
  }

  test('the system’s dark theme is followed where none is asked for', async () => {
    const watched = await openWatched(browser, [site.origin], { colorScheme: 'dark' })
    await watched.page.goto(`${site.origin}/tr/yer/malatya`)
    const background = await watched.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(background).toBe('rgb(14, 22, 28)')
    expect(await axeFindings(watched.page)).toEqual([])
    await watched.close()
  }, 60_000)

  test('the bare address leads to the language that the browser prefers', async () => {
    const turkish = await openWatched(browser, [site.origin], { locale: 'tr-TR' })
    await turkish.page.goto(`${site.origin}/`)
    expect(new URL(turkish.page.url()).pathname).toBe('/tr')
    await turkish.close()
    const german = await openWatched(browser, [site.origin], { locale: 'de-DE' })
    await german.page.goto(`${site.origin}/?theme=dark`)
    expect(german.page.url()).toBe(`${site.origin}/en?theme=dark`)
    await german.close()
  })

  test('the search offers places as you type and is worked by keyboard alone', async () => {
    const { page, faults, close } = await openWatched(browser, [site.origin])
    await page.goto(`${site.origin}/tr`)
    await page.getByRole('combobox', { name: 'Yer bul' }).focus()
    await page.keyboard.type('IĞD')
    // Offers for the first letters may stand for a moment: the ones for the whole text are waited for.
    await page.locator('[role=option]:first-child', { hasText: 'Iğdır' }).waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tr/yer/igdir')
    expect(await page.locator('h1').textContent()).toBe('Iğdır')
    expect(faults).toEqual([])
    await close()
  })

  test('everything can be reached without a script', async () => {
    const { page, close } = await openWatched(browser, [site.origin], { javaScriptEnabled: false })
    await page.goto(`${site.origin}/en`)
    await page.getByLabel('Find a place').fill('malatya')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: 'Malatya', exact: true }).first().click()
    expect(await page.locator('h1').textContent()).toBe('Malatya')
    await page.getByRole('combobox', { name: 'Crop and stage' }).selectOption('apricot/full-bloom')
    await page.getByRole('button', { name: 'Show' }).click()
    expect(new URL(page.url()).searchParams.get('curve')).toBe('apricot/full-bloom')
    expect(await page.locator('.fan.wide .threshold-name').allTextContents()).toEqual([
      '−2.8° 10 % of buds',
      '−5.6° 90 % of buds'
    ])
    await close()
  })

  test('a name in its own spelling leads to the place’s address', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    await page.goto(`${site.origin}/tr/yer/${encodeURIComponent('Şanlıurfa')}`)
    expect(new URL(page.url()).pathname).toBe('/tr/yer/sanliurfa')
    await close()
  })

  test('a place’s page prints on one page of A4', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    for (const path of ['/tr/yer/malatya', '/en/place/kilis?curve=apricot/full-bloom']) {
      await page.goto(site.origin + path)
      const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
      expect(/\/Type \/Pages\s[^>]*\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]).toBe('1')
    }
    await close()
  })

  test('the first stop of the keyboard leads past the masthead', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    await page.goto(`${site.origin}/tr`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('İçeriğe geç')
    await close()
  })
})
