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
    await page.locator('.ways label', { hasText: 'Telegram' }).click()
    await page.getByRole('button', { name: 'Devam' }).click()
    await page.getByRole('button', { name: 'Abone ol' }).click()
    await page.waitForURL('**/tr/abone-ol/*')
    expect(await page.locator('.sheet').textContent()).toMatch(/bitkide −2\s°C/)
    const touches = await page.evaluate(() => Number(sessionStorage.getItem('touches')))
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
    await page.getByRole('button', { name: 'Remember here' }).click()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Lower orchard')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.goto(`${app.origin}/en`)
    await page.locator('#my-fields .level').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await picture(page, 'field-remembered', false)
    await page.getByRole('link', { name: 'Lower orchard' }).click()
    await page.waitForURL(`**${path}`)
    await page.getByRole('button', { name: 'Forget here' }).click()
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
    await page.getByRole('button', { name: 'Remember here' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    expect(await stored()).toEqual(['/en/field/38.400,38.200?label=Mill'])
    await page.goto(`${field}?${apricot}&units=imperial`)
    await page.getByRole('button', { name: 'Forget here' }).waitFor()
    expect(await stored()).toEqual([`/en/field/38.400,38.200?label=Mill&${apricot}`])
    const many = Array.from({ length: 20 }, (_, index) => ({
      ...{ path: `/en/field/38.${500 + index},38.200`, name: `Field ${index}` }
    }))
    await page.evaluate((fields) => localStorage.setItem('ayaz-fields', JSON.stringify(fields)), many)
    await page.goto(field)
    await page.getByRole('button', { name: 'Remember here' }).click()
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
    expect(await page.locator('#my-fields li a').allTextContents()).toEqual(['Newest'])
    expect(faults).toEqual([])
    await close()
  })

  test('each remembered place has the degree, hour and level of its own page, and a link carries the list on', async () => {
    const { page, requested, faults, close } = await openWatched(browser, [app.origin], phone)
    const remember = async (path: string, name: string): Promise<readonly string[]> => {
      await page.goto(app.origin + path)
      await page.getByRole('button', { name: 'Remember here' }).click()
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: 'Forget here' }).waitFor()
      return page.locator('.degree b, .verdict h2').allInnerTexts()
    }
    const town = await remember('/en/place/malatya?crop=apple&stage=full-bloom', 'Grandfather’s <b>garden')
    const field = await remember(`/en/field/38.400,38.200?${apricot}`, 'Mill')
    expect(town).not.toEqual(field)
    await page.goto(`${app.origin}/en`)
    const rows = page.locator('#my-fields li')
    await rows.locator('.level').nth(1).waitFor()
    expect(await rows.locator('a').allTextContents()).toEqual(['Mill', 'Grandfather’s <b>garden'])
    for (const [index, [level, degree]] of [field, town].entries()) {
      expect(await rows.nth(index).locator('b').innerText()).toBe(degree)
      expect((await rows.nth(index).locator('.level').innerText()).trim()).toBe(level?.trim())
      expect(await rows.nth(index).innerText()).toMatch(/on the plants · at \d\d:\d\d/)
    }
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      expect(await layoutFaults(page, '.crops ul, .strip')).toEqual([])
    }
    // Nobody but this browser has the list: each night is asked for alone.
    expect(requested.filter((url) => /Mill|garden/i.test(decodeURIComponent(url)))).toEqual([])
    const link = (await page.locator('[data-carry]').getAttribute('href')) ?? ''
    const other = await openWatched(browser, [app.origin], phone)
    await other.page.goto(app.origin + link)
    expect(await other.page.locator('#my-fields li').count()).toBe(0)
    await other.page.getByRole('button', { name: 'Add', exact: true }).click()
    await other.page.locator('#my-fields .level').nth(1).waitFor()
    expect(await other.page.locator('#my-fields li').allInnerTexts()).toEqual(await rows.allInnerTexts())
    expect(new URL(other.page.url()).hash).toBe('')
    expect([...faults, ...other.faults]).toEqual([])
    await other.close()
    await close()
  })

  test('a night that is not known is said to be unknown, never that of any plant', async () => {
    for (const query of ['at=no-such-place', 'at=malatya&crop=no-such-crop', 'at=99,400']) {
      const answer = await fetch(`${app.origin}/my-field?lang=en&${query}`)
      expect(await answer.json(), query).toEqual({ line: expect.stringMatching(/^<b>–<\/b>/) })
    }
  })

  test('says first what will happen tonight, and how much time is left', async () => {
    const { page, faults, close } = await openWatched(browser, [app.origin], phone)
    const left = () => page.locator('.times .left').allTextContents()
    await page.clock.setFixedTime(tenInTheEvening)
    await page.goto(`${app.origin}/tr/tarla/38.400,38.200?${apricot}`)
    const screen = page.locator('main')
    expect(await screen.locator('.headline').textContent()).toMatch(
      /^Bu gece 01\.00–08\.00 arasında bitkide −2,8.°C ve altı bekleniyor: bu sıcaklıkta tomurcuk veya çiçeklerin onda biri ölür\. En düşük: bitkide −4,9.°C, havada −.*, saat 06\.00 sularında\.$/
    )
    expect(await page.locator('.tonight time').allTextContents()).toEqual(['21.00', '01.00'])
    expect(await left()).toEqual(['geçti', '3 sa sonra'])
    expect(await screen.locator('.fan').isVisible()).toBe(true)
    expect(await page.locator('.advice .do').first().textContent()).toMatch(
      /^Islak termometreniz −2,0.°C gösterince başlatın/
    )
    expect(await axeFindings(page)).toEqual([])
    expect(await layoutFaults(page, '.crops ul, .strip')).toEqual([])
    await picture(page, 'screen')
    // A page that is read again later counts from then.
    await page.clock.setFixedTime(tenInTheEvening + 2 * 3_600_000)
    await page.reload()
    expect(await left()).toEqual(['geçti', '1 sa sonra'])
    await page.clock.setFixedTime(tenInTheEvening + 2 * 3_600_000 + 10 * 60_000)
    await page.reload()
    expect(await left()).toEqual(['geçti', '50 dk sonra'])
    for (const [minutes, words] of [
      [0, 'in 3 h'],
      [1, 'in 2 h 59 min'],
      [120, 'in 1 h'],
      [121, 'in 59 min'],
      [180, 'past']
    ] as const) {
      await page.clock.setFixedTime(tenInTheEvening + minutes * 60_000)
      await page.goto(`${app.origin}/en/field/38.400,38.200?${apricot}`)
      expect((await left())[1]).toBe(words)
    }
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
