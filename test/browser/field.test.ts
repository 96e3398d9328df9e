/** From the home page to an alert for the field one stands on, on a phone in the dark. */
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
  serviceWorkers: 'block'
}
/** In Türkiye. */
const tenInTheEvening = Date.parse('2026-04-12T19:00:00Z')
const apricot = 'crop=apricot&stage=full-bloom'
const here = { latitude: 38.400_12, longitude: 38.200_49 }

describe.skipIf(missing !== null)(`a field${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let app: TestApp
  beforeAll(async () => {
    browser = await launch()
    app = await startAppWithOwnUrl({
      environment: { SOURCES: 'demo', PAGES_PER_MINUTE: '100000' },
      clock: () => tenInTheEvening
    })
  })
  afterAll(async () => {
    await browser.close()
    await app.close()
  })

  test('takes at most six touches from the home page to an alert in degrees', async () => {
    const granted = { geolocation: here, permissions: ['geolocation'] }
    const { page, faults, close } = await openWatched(browser, [app.origin], { ...phone, ...granted })
    await page.addInitScript(() =>
      addEventListener('pointerdown', () => {
        sessionStorage.setItem('touches', String(Number(sessionStorage.getItem('touches')) + 1))
      })
    )
    await page.goto(`${app.origin}/tr`)
    await page.getByRole('button', { name: 'Konumumu kullan' }).click()
    await page.waitForURL('**/tr/tarla/38.400,38.200')
    expect(await axeFindings(page)).toEqual([])
    expect(await layoutFaults(page, '.crops ul, .strip')).toEqual([])
    await picture(page, 'field')
    await page.getByRole('link', { name: 'Uyarı al' }).click()
    await page.locator('#subscribe select[name=channel]').selectOption('feed')
    await page.getByRole('button', { name: 'Abone ol' }).click()
    await page.waitForURL('**/tr/abone-ol')
    expect(await page.locator('main').textContent()).toMatch(/bitkilerde −2\s°C/)
    // A list of choices is opened by one more touch and left by another one, outside the page.
    const touches = 2 + (await page.evaluate(() => Number(sessionStorage.getItem('touches'))))
    expect(touches).toBeGreaterThan(3)
    expect(touches).toBeLessThanOrEqual(6)
    expect(await axeFindings(page)).toEqual([])
    expect(await layoutFaults(page, '.crops ul, .strip')).toEqual([])
    await picture(page, 'field-subscribed')
    expect(faults).toEqual([])
    await close()
  })

  test('says what to do where the position is not given', async () => {
    const { page, close } = await openWatched(browser, [app.origin], { ...phone, permissions: [] })
    await page.goto(`${app.origin}/en`)
    const button = page.getByRole('button', { name: 'Use my position' })
    await button.click()
    await expect
      .poll(() => page.locator('.position [role=status]').textContent())
      .toContain('write coordinates')
    await page.locator('input[type=search]').fill('38,400 38,200')
    await page.locator('form.search button:not([type=button])').click()
    await page.waitForURL('**/en/field/38.400,38.200')
    await close()
  })

  test('is remembered in the browser only where that is asked for, until it is forgotten', async () => {
    const { page, faults, close } = await openWatched(browser, [app.origin], phone)
    const stored = () => page.evaluate(() => Object.keys(localStorage))
    const path = '/en/field/38.400,38.200,980?label=Lower+orchard'
    await page.goto(app.origin + path)
    expect(await stored()).toEqual([])
    await page.getByRole('button', { name: 'Remember this field here' }).click()
    await page.goto(`${app.origin}/en`)
    expect(await axeFindings(page)).toEqual([])
    await picture(page, 'field-remembered', false)
    await page.getByRole('link', { name: 'Lower orchard' }).click()
    await page.waitForURL(`**${path}`)
    await page.getByRole('button', { name: 'Forget this field' }).click()
    expect(await stored()).toEqual([])
    await page.goto(`${app.origin}/en`)
    expect(await page.locator('#my-fields').isHidden()).toBe(true)
    expect(faults).toEqual([])
    await close()
  })

  test('is one in the list whatever was asked of it, and a full list says so', async () => {
    const { page, faults, close } = await openWatched(browser, [app.origin], phone)
    const stored = (): Promise<string[]> =>
      page.evaluate(() =>
        JSON.parse(localStorage.getItem('ayaz-fields') ?? '[]').map((one: { path: string }) => one.path)
      )
    const field = `${app.origin}/en/field/38.400,38.200`
    await page.goto(`${field}?theme=dark&label=Mill`)
    await page.getByRole('button', { name: 'Remember this field here' }).click()
    expect(await stored()).toEqual(['/en/field/38.400,38.200?label=Mill'])
    await page.goto(`${field}?${apricot}&units=imperial`)
    await page.getByRole('button', { name: 'Forget this field' }).waitFor()
    expect(await stored()).toEqual([`/en/field/38.400,38.200?label=Mill&${apricot}`])
    const many = Array.from({ length: 20 }, (_, index) => ({
      ...{ path: `/en/field/38.${500 + index},38.200`, name: `Field ${index}` }
    }))
    await page.evaluate((fields) => localStorage.setItem('ayaz-fields', JSON.stringify(fields)), many)
    await page.goto(field)
    await page.getByRole('button', { name: 'Remember this field here' }).click()
    await page.getByText('There are 20 fields here already').waitFor()
    expect(await stored()).toEqual(many.map(({ path }) => path))
    await page.evaluate(
      (fields) => localStorage.setItem('ayaz-fields', JSON.stringify(fields)),
      [
        { path: '/tr/tarla/38.400,38.200?theme=dark', name: 'Newest' },
        { path: '/en/field/38.400,38.200?crop=apple&stage=auto', name: 'Older' }
      ]
    )
    await page.goto(`${app.origin}/en`)
    expect(await page.locator('#my-fields a').allTextContents()).toEqual(['Newest'])
    expect(faults).toEqual([])
    await close()
  })

  test('says first what will happen tonight, and how much time is left', async () => {
    const { page, faults, close } = await openWatched(browser, [app.origin], phone)
    const left = () => page.locator('.times .left').allTextContents()
    await page.clock.setFixedTime(tenInTheEvening)
    await page.goto(`${app.origin}/tr/tarla/38.400,38.200?${apricot}`)
    const screen = page.locator('main')
    expect(await screen.locator('.headline').textContent()).toMatch(
      /^Bu gece 01\.00–07\.00 arasında −2,8.°C ve altı bekleniyor: bu sıcaklıkta tomurcuk veya çiçeklerin onda biri ölür\. En düşük hava −.*, bitki yüzeyi −4,9.°C, saat 06\.00 sularında\.$/
    )
    expect(await page.locator('.tonight time').allTextContents()).toEqual(['21.00', '01.00'])
    expect(await left()).toEqual(['geçti', '3 sa 0 dk sonra'])
    expect(await screen.locator('.fan.narrow').isVisible()).toBe(true)
    expect(await page.locator('.advice .do').first().textContent()).toMatch(
      /^Islak termometreniz −2,0.°C gösterince başlatın/
    )
    expect(await axeFindings(page)).toEqual([])
    expect(await layoutFaults(page, '.crops ul, .strip')).toEqual([])
    await picture(page, 'screen')
    // A page that is read again later counts from then.
    await page.clock.setFixedTime(tenInTheEvening + 2 * 3_600_000)
    await page.reload()
    expect(await left()).toEqual(['geçti', '1 sa 0 dk sonra'])
    await page.clock.setFixedTime(tenInTheEvening + 2 * 3_600_000 + 10 * 60_000)
    await page.reload()
    expect(await left()).toEqual(['geçti', '50 dk sonra'])
    expect(faults).toEqual([])
    await close()
  })

  test('without scripts it gives the times, and the stage is chosen by keyboard', async () => {
    const { page, faults, close } = await openWatched(browser, [app.origin], {
      ...phone,
      javaScriptEnabled: false
    })
    await page.goto(`${app.origin}/en/field/38.400,38.200,980?${apricot}&label=Lower+orchard`)
    expect(await page.locator('.times time').count()).toBe(2)
    expect(await page.locator('.times .left').allTextContents()).toEqual(['', ''])
    await page.locator('summary', { hasText: 'Which stage' }).click()
    await page.locator('.stages input:checked').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/en/field/38.400,38.200,980?*stage=in-the-shuck*')
    expect(await page.locator('h1').textContent()).toBe('Lower orchard Apricot, in the shuck')
    expect(await page.locator('.stages input:checked').getAttribute('value')).toBe('in-the-shuck')
    expect(faults).toEqual([])
    await close()
  })
})
