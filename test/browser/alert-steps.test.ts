/** The alert in three steps, from the home page to a confirmation that was sent, on the whole service. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../app.ts'
import { patience } from '../patience.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../receivers/smtp-receiver.ts'
import { startUpstream, type Upstream } from '../upstream/upstream.ts'
import { clearNights, shifted, type WeatherAt } from '../upstream/weather.ts'
import { axeFindingsInBothThemes, browserMissing, launch, openWatched, picture } from './browser.ts'
import { layoutFaults } from './layout.ts'
import { startAppWithOwnUrl } from './open-app.ts'
import { eveningAt } from './synthetic-site.ts'

const missing = browserMissing()
const granted: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  geolocation: { latitude: 38.4, longitude: 38.2 },
  permissions: ['geolocation']
}
const words = {
  tr: {
    ...{ here: 'Konumumu kullan', crop: 'Kayısı', alert: 'Uyarı al', mail: 'E-posta', next: 'Devam' },
    ...{ send: 'Abone ol', pending: 'Bir adım kaldı', on: 'Uyarı açık', test: 'Deneme iletisi gönder' },
    ...{ undo: 'Geri al: bu uyarıyı sonlandır', ended: 'Abonelik sonlandı', search: 'Yer bul', find: 'Ara' },
    ...{ manage: /Değiştirin/, tested: 'Deneme iletisi gönderildi.', comes: /ileti gelir/ }
  },
  en: {
    ...{ here: 'Use my position', crop: 'Apricot', alert: 'Alert me', mail: 'E-mail', next: 'Continue' },
    ...{ send: 'Subscribe', pending: 'One more step', on: 'The alert is on', test: 'Send a test' },
    ...{ undo: 'Undo: end this alert', ended: 'The alert has ended', search: 'Find a place', find: 'Search' },
    ...{ manage: /Change, pause/, tested: 'A test message was sent.', comes: /message comes/ }
  }
} as const

const hourOfEvening = eveningAt / 3_600_000

/** Chill, then a spring that brings the apricots of Malatya into flower, and tonight frost. */
const spring: WeatherAt = (place, hour) => {
  const daysOfSpring = Math.max(0, (hour - hourOfEvening) / 24 + 41)
  const byC = hour > hourOfEvening - 12 ? -4 : 0.15 * daysOfSpring - 1
  return shifted(clearNights, byC)(place, hour)
}

describe.skipIf(missing !== null)(`the alert in three steps${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let upstream: Upstream
  let mail: SmtpReceiver
  let app: TestApp
  const openedAt = performance.now()
  const clock = (): number => eveningAt + Math.round(performance.now() - openedAt)
  beforeAll(async () => {
    browser = await launch()
    upstream = await startUpstream(clock)
    upstream.setWeather(spring)
    mail = await startSmtpReceiver()
    const mailing = { SMTP_URL: mail.url, SMTP_FROM: 'ayaz@example.org', PAGES_PER_MINUTE: '100000' }
    app = await startAppWithOwnUrl({ environment: { ...upstream.environment, ...mailing }, clock })
  })
  afterAll(async () => {
    await browser.close()
    await app.close()
    await mail.close()
    await upstream.close()
  })

  /** The link of the newest mail to an address whose own address begins so. */
  const linkIn = async (to: string, begins: string): Promise<string> => {
    const find = () =>
      mail.received
        .findLast(({ mail: { to: receivers } }) => JSON.stringify(receivers).includes(to))
        ?.mail.text?.match(new RegExp(`${app.origin}/${begins}\\S+`))?.[0]
    await expect.poll(find, { timeout: 60_000 }).toBeDefined()
    return find() ?? ''
  }
  const lookedAt = async (page: Page, name: string): Promise<void> => {
    await page.clock.setFixedTime(clock())
    expect(await axeFindingsInBothThemes(page)).toEqual([])
    await page.locator('html').evaluate((one) => one.setAttribute('data-theme', 'light'))
    for (const width of [320, 1280, 360]) {
      await page.setViewportSize({ width, height: 740 })
      expect(await layoutFaults(page, '.crops ul, .strip'), `${name} ${width}`).toEqual([])
      await picture(page, `alert-${name}-${width}`, width === 1280)
    }
    await page.locator('html').evaluate((one) => one.setAttribute('data-theme', 'dark'))
    await picture(page, `alert-${name}-dark`, false)
    await page.locator('html').evaluate((one) => one.setAttribute('data-theme', 'auto'))
  }

  test.each(['tr', 'en'] as const)(
    'takes six touches and two loads in %s with scripts, and ends on a page that names what it is',
    async (lang) => {
      const { page, faults, close } = await openWatched(browser, [app.origin], granted)
      const said = words[lang]
      const to = `sheet-${lang}@example.org`
      let [touches, loads] = [0, 0]
      page.on('domcontentloaded', () => {
        loads += 1
      })
      const touch = async (target: ReturnType<Page['locator']>): Promise<void> => {
        touches += 1
        await target.click()
      }
      await page.goto(`${app.origin}/${lang}`)
      loads = 0
      await touch(page.getByRole('button', { name: said.here }))
      await page.waitForURL(/38\.400,38\.200/)
      await touch(page.locator('.crops').getByRole('link', { name: said.crop, exact: true }))
      await page.locator('h1 .of-crop').waitFor()
      await page.waitForLoadState('load')
      await touch(page.locator('.action-bar').getByRole('link', { name: said.alert }))
      await lookedAt(page, `${lang}-how`)
      await touch(page.locator('.ways label', { hasText: said.mail }))
      await page.keyboard.type(to)
      await touch(page.getByRole('button', { name: said.next }))
      await page.waitForTimeout(500)
      const send = page.getByRole('button', { name: said.send })
      const box = await send.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 1000)).toBeLessThanOrEqual(740)
      await lookedAt(page, `${lang}-when`)
      await touch(send)
      await page.getByRole('heading', { level: 1, name: said.pending }).waitFor()
      await lookedAt(page, `${lang}-pending`)
      expect([touches, loads]).toEqual([6, 2])

      // The same page at its own address.
      await page.reload()
      await page.getByRole('heading', { level: 1, name: said.pending }).waitFor()
      const made = page.url()
      expect(await page.locator('.facts').textContent()).toContain(said.crop)
      expect(await page.locator('.facts').textContent()).toContain(said.mail)

      await page.goto(await linkIn(to, 'confirm/'))
      await page.locator('main form button').click()
      await page.getByRole('heading', { level: 1, name: said.on }).waitFor()
      expect(page.url()).toBe(made)
      expect(await page.locator('main .lede').textContent()).toMatch(said.comes)
      await lookedAt(page, `${lang}-on`)
      await page.getByRole('button', { name: said.test }).click()
      await page.getByText(said.tested).waitFor()
      expect(await page.getByRole('link', { name: said.manage }).getAttribute('href')).toMatch(
        /manage.*#sub_/
      )
      // Within a second of the page a touch was meant for what stood there before.
      const undone = async () => {
        await page.getByRole('button', { name: said.undo }).click()
        return page.locator('h1').textContent()
      }
      await expect.poll(undone, { ...patience, interval: 1200 }).toBe(said.ended)
      await page.locator('main form button').click()
      await page.getByRole('heading', { level: 1, name: said.on }).waitFor()
      expect(faults).toEqual([])
      await close()
    }
  )

  test.each(['tr', 'en'] as const)('takes four loads in %s without scripts', async (lang) => {
    const options = { viewport: { width: 360, height: 740 }, javaScriptEnabled: false }
    const { page, faults, close } = await openWatched(browser, [app.origin], options)
    const said = words[lang]
    let loads = 0
    page.on('domcontentloaded', () => {
      loads += 1
    })
    await page.goto(`${app.origin}/${lang}`)
    loads = 0
    await page.getByRole('searchbox').fill('38.4, 38.2')
    await page.getByRole('button', { name: said.find, exact: true }).click()
    await page.waitForURL(/38\.400,38\.200/)
    await page.locator('.crops').getByRole('link', { name: said.crop, exact: true }).click()
    await page.locator('h1 .of-crop').waitFor()
    await page.locator('.alert > summary').click()
    await page.locator('.ways label', { hasText: said.mail }).click()
    const address = page.locator('[name=destination]')
    await address.fill('nobody at example')
    await picture(page, `alert-${lang}-plain`)
    await page.getByRole('button', { name: said.send }).click()
    await page.locator('#refusal').waitFor()
    expect(await address.inputValue()).toBe('nobody at example')
    const before = loads
    await address.fill(`plain-${lang}@example.org`)
    await page.getByRole('button', { name: said.send }).click()
    await page.getByRole('heading', { level: 1, name: said.pending }).waitFor()
    // The mistake was one more.
    expect([before, loads]).toEqual([3, 4])
    expect(faults).toEqual([])
    await close()
  })

  test('a mistake in the sheet comes back typed, at its step, with what to do', async () => {
    const { page, faults, close } = await openWatched(browser, [app.origin], granted)
    await page.goto(`${app.origin}/tr/yer/malatya`)
    await page.locator('.action-bar').getByRole('link', { name: 'Uyarı al' }).click()
    await page.locator('.ways label', { hasText: 'E-posta' }).click()
    await page.keyboard.type('ad@ornek')
    await page.getByRole('button', { name: 'Devam' }).click()
    await page.getByText('Dereceye göre').click()
    await page.locator('[name=threshold_temperature]').fill('-3.5')
    await page.getByRole('button', { name: 'Abone ol' }).click()
    await page.locator('#refusal').waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('refusal')
    expect(await page.locator('[name=destination]').inputValue()).toBe('ad@ornek')
    expect(await page.locator('[data-step="2"]').isVisible()).toBe(false)
    expect(await axeFindingsInBothThemes(page)).toEqual([])
    await picture(page, 'alert-refused', false)
    await page.locator('[name=destination]').fill('ad@example.org')
    await page.getByRole('button', { name: 'Devam' }).click()
    expect(await page.locator('[name=threshold_temperature]').inputValue()).toBe('-3.5')
    await page.getByRole('button', { name: 'Abone ol' }).click()
    await page.getByRole('heading', { level: 1, name: 'Bir adım kaldı' }).waitFor()
    expect(await page.locator('.sheet .facts').textContent()).toContain('−3,5')
    // Back leads to the place.
    await page.goBack()
    await page.locator('.action-bar').waitFor()
    expect(page.url()).toBe(`${app.origin}/tr/yer/malatya`)
    expect(faults).toEqual([])
    await close()
  })
})
