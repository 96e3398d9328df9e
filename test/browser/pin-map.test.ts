/** A field chosen on the map: by touch, by keys, and without a script. */
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../app.ts'
import { axeFindings, browserMissing, launch, openWatched, picture } from './browser.ts'
import { layoutFaults } from './layout.ts'
import { startAppWithOwnUrl } from './open-app.ts'

const missing = browserMissing()
const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  colorScheme: 'dark',
  hasTouch: true,
  serviceWorkers: 'block'
}

describe.skipIf(missing !== null)(`the map of fields${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let app: TestApp
  beforeAll(async () => {
    browser = await launch()
    app = await startAppWithOwnUrl({
      environment: { SOURCES: 'demo', PAGES_PER_MINUTE: '100000' },
      clock: () => Date.parse('2026-04-11T19:00:00Z')
    })
  })
  afterAll(async () => {
    await browser.close()
    await app.close()
  })

  /** The map on a phone, and the coordinates that its link leads to. */
  async function opened() {
    const watched = await openWatched(browser, [app.origin], phone)
    const { page } = watched
    await page.goto(`${app.origin}/tr/harita`)
    await page.locator('.pin-map:not([hidden])').waitFor()
    const svg = page.locator('.pin-map svg')
    const link = page.getByRole('link', { name: 'Bu tarlayı aç' })
    const at = async (): Promise<readonly number[]> =>
      ((await link.getAttribute('href')) ?? '').replace('/tr/tarla/', '').split(',').map(Number)
    return { ...watched, svg, link, at }
  }

  test('is loaded only where it is opened, and small', async () => {
    const { page, close } = await openWatched(browser, [app.origin], phone)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${app.origin}/tr`)
    expect(asked).not.toContain('/map.json')
    await page.getByRole('link', { name: 'Haritadan seç' }).click()
    await page.locator('.pin-map:not([hidden])').waitFor()
    expect(asked).toContain('/map.json')
    const answer = await fetch(`${app.origin}/map.json`, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(60_000)
    await close()
  })

  test('takes a tap for the pin and a drag for the map, and zooms to the pin', async () => {
    const { page, svg, link, at, faults, close } = await opened()
    const box = await svg.boundingBox()
    if (box === null) throw new Error('the map is there')
    await page.touchscreen.tap(box.x + box.width * 0.65, box.y + box.height / 2)
    const tapped = await at()
    // Two thirds of the way from 25.5° to 45° east, in the middle between 35.6° and 42.3° north.
    expect(tapped[0]).toBeCloseTo(39, 0)
    expect(tapped[1]).toBeCloseTo(38.2, 0)
    await page.getByRole('button', { name: 'Yakınlaştır' }).click()
    await page.getByRole('button', { name: 'Yakınlaştır' }).click()
    expect(await page.getByRole('button', { name: 'Yakınlaştır' }).isDisabled()).toBe(true)
    const view = await svg.getAttribute('viewBox')
    await page.mouse.move(box.x + 200, box.y + 200)
    await page.mouse.down()
    await page.mouse.move(box.x + 120, box.y + 240, { steps: 4 })
    await page.mouse.up()
    expect(await svg.getAttribute('viewBox')).not.toBe(view)
    expect(await at()).toEqual(tapped)
    expect(await axeFindings(page)).toEqual([])
    expect(await layoutFaults(page)).toEqual([])
    await picture(page, 'pin-map')
    await link.click()
    await page.waitForURL(`**/tr/tarla/${tapped.map((one) => one.toFixed(3)).join(',')}`)
    expect(faults).toEqual([])
    await close()
  })

  test('moves the pin with the arrows and opens the field with Enter', async () => {
    const { page, svg, at, close } = await opened()
    const [lat = 0, lon = 0] = await at()
    await svg.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowUp')
    const [north = 0, east = 0] = await at()
    expect(east).toBeGreaterThan(lon)
    expect(north).toBeGreaterThan(lat + 0.5)
    await page.keyboard.press('+')
    await page.keyboard.press('ArrowRight')
    expect((await at())[1]).toBeLessThan(east + (east - lon) / 2)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tr/tarla/*')
    await close()
  })

  test('leaves the form for coordinates where no script runs', async () => {
    const { page, close } = await openWatched(browser, [app.origin], { ...phone, javaScriptEnabled: false })
    await page.goto(`${app.origin}/tr/harita`)
    expect(await page.locator('.pin-map').isVisible()).toBe(false)
    await page.locator('input[type=search]').fill('38,355 38,310')
    await page.locator('form.search button:not([type=button])').click()
    await page.waitForURL('**/tr/tarla/38.355,38.310')
    await close()
  })
})
