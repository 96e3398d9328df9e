/** A field chosen on the map: by touch, by keys, and without a script. */
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGazetteer } from '../../src/places/gazetteer.ts'
import { seededRandom } from '../../verification/data/seeded-random.ts'
import type { TestApp } from '../app.ts'
import { axeFindings, browserMissing, launch, openWatched, picture } from './browser.ts'
import { layoutFaults } from './layout.ts'
import { walkToFields } from './metres.ts'
import { startAppWithOwnUrl } from './open-app.ts'

const missing = browserMissing()
const apricot = 'crop=apricot&stage=full-bloom'
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

  /** The map on a phone, and the place that its link leads to. */
  async function opened(query = '') {
    const watched = await openWatched(browser, [app.origin], phone)
    const { page } = watched
    await page.goto(`${app.origin}/tr/harita${query}`)
    await page.locator('.pin-map:not([hidden])').waitFor()
    const link = page.getByRole('link', { name: 'Bu yerden başla' })
    const at = async () => new URL((await link.getAttribute('href')) ?? '', app.origin).searchParams.get('at')
    return { ...watched, svg: page.locator('.pin-map svg'), link, at }
  }

  test('is loaded only where it is opened, and small', async () => {
    const { page, close } = await openWatched(browser, [app.origin], phone)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${app.origin}/tr`)
    expect(asked).not.toContain('/map.json')
    await page.getByRole('link', { name: 'Tarlanızı bulun' }).click()
    await page.locator('.pin-map:not([hidden])').waitFor()
    expect(asked).toContain('/map.json')
    const answer = await fetch(`${app.origin}/map.json`, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(60_000)
    await close()
  })

  test('its pin stands where the field is looked for, or in the middle for what is beyond its edge', async () => {
    for (const [query, slug] of [
      ['?at=van', 'van'],
      ['?at=38.350,38.317', 'malatya'],
      ['?at=paris', 'yozgat-bogazliyan'],
      ['', 'yozgat-bogazliyan']
    ] as const) {
      const { at, close } = await opened(query)
      expect(await at(), query).toBe(slug)
      await close()
    }
  })

  test('takes a tap for the nearest named place, never for a field, and a drag for the map', async () => {
    const { page, svg, link, at, faults, close } = await opened()
    const box = await svg.boundingBox()
    if (box === null) throw new Error('the map is there')
    await page.touchscreen.tap(box.x + box.width * 0.65, box.y + box.height / 2)
    const tapped = await at()
    const near = await page.locator('.pin-map [role=status]').textContent()
    await page.getByRole('button', { name: 'Yakınlaştır' }).click()
    await page.getByRole('button', { name: 'Yakınlaştır' }).click()
    expect(await page.getByRole('button', { name: 'Yakınlaştır' }).isDisabled()).toBe(true)
    const view = await svg.getAttribute('viewBox')
    await page.mouse.move(box.x + 200, box.y + 200)
    await page.mouse.down()
    await page.mouse.move(box.x + 120, box.y + 240, { steps: 4 })
    await page.mouse.up()
    expect(await svg.getAttribute('viewBox')).not.toBe(view)
    expect(await at()).toBe(tapped)
    expect(await axeFindings(page)).toEqual([])
    expect(await layoutFaults(page)).toEqual([])
    await picture(page, 'pin-map')
    await link.click()
    await page.waitForURL(`**/tr/harita?at=${tapped}`)
    expect(await page.locator('.position-panel [role=status] span').textContent()).toBe(near)
    // Two thirds of the way from 25.5° to 45° east, in the middle between 35.6° and 42.3° north.
    const [lat = 0, lon = 0] = ((await page.locator('.position-panel').getAttribute('data-at')) ?? '')
      .split(',')
      .map(Number)
    expect(Math.abs(lat - 39)).toBeLessThan(0.6)
    expect(Math.abs(lon - 38.2)).toBeLessThan(0.6)
    expect(faults).toEqual([])
    await close()
  })

  test('moves the pin with the arrows and begins at its place with Enter', async () => {
    const { page, svg, at, close } = await opened()
    const before = await at()
    await svg.focus()
    await page.keyboard.press('Shift+ArrowUp')
    const after = await at()
    expect(after).not.toBe(before)
    await page.keyboard.press('+')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/tr/harita?at=${after}`)
    await close()
  })

  test('goes on by metres, with keys as with buttons, and says how far and where', async () => {
    const { page, faults, close } = await openWatched(browser, [app.origin], phone)
    await page.goto(`${app.origin}/tr/yer/malatya?${apricot}`)
    await page.getByRole('link', { name: 'Tarlanızı bulun' }).first().click()
    await page.waitForURL('**/tr/harita?*')
    const panel = page.locator('.position-panel')
    const open = panel.getByRole('link', { name: 'Bu tarlayı aç' })
    const start = await open.getAttribute('href')
    await panel.getByRole('link', { name: '1 km kuzey', exact: true }).click()
    await panel.getByRole('link', { name: '100 m doğu', exact: true }).click()
    expect(await panel.getByRole('status').innerText()).toMatch(
      /^38\.\d{3}, 38\.\d{3} 1,0.km kuzey, Malatya$/
    )
    await panel.focus()
    for (const key of ['Shift+ArrowDown', 'ArrowLeft']) await page.keyboard.press(key)
    expect(await open.getAttribute('href')).toBe(start)
    for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+ArrowRight')
    expect(await panel.getByRole('status').innerText()).toContain('2,9\u00a0km doğu, Malatya')
    expect(await axeFindings(page)).toEqual([])
    for (const width of [320, 360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 740 })
      expect(await layoutFaults(page)).toEqual([])
    }
    await picture(page, 'position')
    const field = new URL((await open.getAttribute('href')) ?? '', app.origin)
    await panel.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(field.href)
    expect(field.searchParams.get('crop')).toBe('apricot')
    expect(await page.locator('.place-head p').innerText()).toMatch(/km \p{L}+, \p{L}+/u)
    await page.getByRole('link', { name: 'Yerini düzelt' }).click()
    expect(await panel.getAttribute('data-at')).toBe(field.pathname.split('/').at(-1))
    expect(faults).toEqual([])
    await close()
  })

  test('leads to the own grid cell of generated fields in few presses', async () => {
    const { page, close } = await openWatched(browser, [app.origin], phone)
    const gazetteer = await openGazetteer()
    const asked = { random: seededRandom(34), count: 12 }
    const { faults, presses } = await walkToFields(page, { origin: app.origin, gazetteer }, asked)
    expect(faults).toEqual([])
    expect(presses).toBeGreaterThan(100)
    await close()
  })

  test('a place that is none is said to be none, and stays typed', async () => {
    const { page, close } = await openWatched(browser, [app.origin], phone)
    for (const written of ['no-such-place', '99.5,38.2', '38.4,200']) {
      const answer = await page.goto(`${app.origin}/tr/harita?at=${written}`)
      expect(answer?.status()).toBe(404)
      expect(await page.locator('.position-panel').count()).toBe(0)
      expect(await page.locator('#refusal').innerText()).toContain(written)
      expect(await page.locator('input[type=search]').inputValue()).toBe(written)
    }
    await close()
  })

  test('needs no script: each press is a page, and coordinates are written', async () => {
    const { page, close } = await openWatched(browser, [app.origin], { ...phone, javaScriptEnabled: false })
    await page.goto(`${app.origin}/tr/harita?at=malatya`)
    expect(await page.locator('.pin-map').isVisible()).toBe(false)
    await page.getByRole('link', { name: '1 km batı', exact: true }).click()
    await page.getByRole('link', { name: '100 m güney', exact: true }).click()
    expect(await page.locator('.position-panel [role=status]').innerText()).toContain('km batı, Malatya')
    await page.locator('input[type=search]').fill('38,355 38,310')
    await page.locator('form.search button:not([type=button])').click()
    await page.waitForURL('**/tr/tarla/38.355,38.310')
    await close()
  })
})
