/** A browser without JavaScript, from the search to a confirmed alert and its end, on the whole service. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../app.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../receivers/smtp-receiver.ts'
import { startUpstream, type Upstream } from '../upstream/upstream.ts'
import { clearNights, shifted } from '../upstream/weather.ts'
import { chooseWay } from './alert-form.ts'
import { browserMissing, launch, openWatched } from './browser.ts'
import { startAppWithOwnUrl } from './open-app.ts'

const missing = browserMissing()

describe.skipIf(missing !== null)(`without scripts${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let upstream: Upstream
  let mail: SmtpReceiver
  let app: TestApp
  beforeAll(async () => {
    browser = await launch()
    upstream = await startUpstream()
    upstream.setWeather(shifted(clearNights, -4))
    mail = await startSmtpReceiver()
    app = await startAppWithOwnUrl({
      environment: {
        ...upstream.environment,
        ...{ SMTP_URL: mail.url, SMTP_FROM: 'ayaz@example.org', PAGES_PER_MINUTE: '100000' }
      }
    })
  })
  afterAll(async () => {
    await browser.close()
    await app.close()
    await mail.close()
    await upstream.close()
  })

  /** The link of the newest mail whose address begins so. */
  const linkIn = async (begins: string): Promise<string> => {
    const find = () => mail.received.at(-1)?.mail.text?.match(new RegExp(`${begins}\\S+`))?.[0]
    await expect.poll(find, { timeout: 60_000 }).toBeDefined()
    return find() ?? ''
  }

  test('a visitor finds a place, chooses a crop, subscribes, confirms and ends the alert', async () => {
    const { page, faults, close } = await openWatched(browser, [app.origin], { javaScriptEnabled: false })
    await page.goto(`${app.origin}/tr`)
    await page.getByRole('searchbox', { name: 'Yer bul' }).fill('malat')
    await page.getByRole('button', { name: 'Ara', exact: true }).click()
    await page.getByRole('link', { name: 'Malatya', exact: true }).first().click()
    await page.locator('.crops').getByRole('link', { name: 'Kayısı' }).click()
    // Where the season tells the stage, the chip leads on to the others; else they are asked for at once.
    if (page.url().includes('stage=auto')) {
      await page.locator('.crops').getByRole('link', { name: 'Kayısı' }).click()
      await page.locator('.stages').getByText('tam çiçeklenme', { exact: true }).click()
      await page.getByRole('button', { name: 'Göster' }).click()
    } else await page.locator('.stages').getByText('tam çiçeklenme', { exact: true }).click()
    expect(await page.locator('h1 .of-crop').textContent()).toMatch(/^Kayısı, tam çiçek/)

    await chooseWay(page, 'email', 'grower@example.org')
    await page.getByLabel('Zarar gören tomurcuk veya çiçek').fill('10')
    await page.getByRole('button', { name: 'Abone ol' }).click()
    await page.getByRole('heading', { level: 1, name: 'Bir adım kaldı' }).waitFor()

    await page.goto(await linkIn(`${app.origin}/confirm/`))
    // As the form called it.
    expect(await page.locator('main dl').textContent()).toContain(
      'Zarar gören tomurcuk veya çiçek (%), en az10'
    )
    await page.locator('main form button').click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const back = page.getByRole('link', { name: 'Malatya sayfasına dön' })
    expect(await back.getAttribute('href')).toBe('/tr/yer/malatya?crop=apricot&stage=full-bloom')
    const manageLink = await linkIn(`${app.origin}/alerts/manage`)
    expect(mail.received.at(-1)?.mail.subject).toContain('Malatya')

    await page.goto(manageLink)
    expect(await page.locator('html').getAttribute('lang')).toBe('tr')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const said = () => page.locator('main .lede').textContent()
    const open = async (link: string) => {
      await page.getByLabel('İletideki bağlantının tamamını').fill(link)
      await press('Uyarıyı göster')
    }
    await open(manageLink.slice(0, -1))
    expect(await said()).toContain('Bu bağlantı')
    await open(manageLink)
    expect(await page.locator('main dl').textContent()).toContain('Kayısı, tam çiçek')
    await press('Duraklat')
    expect(await said()).toContain('duraklatıldı')
    await press('Devam ettir')
    await page.getByLabel('Eşik sıcaklığı').fill('-2.5')
    await page.getByLabel('Ne kadar emin olalım?').selectOption('0.1')
    await press('Değiştir')
    expect(await said()).toBe('Eşik sıcaklığı ve olasılığı kaydedildi.')
    expect(await page.getByLabel('Ne kadar emin olalım?').inputValue()).toBe('0.1')
    expect(await page.getByLabel('Zarar gören tomurcuk veya çiçek (%), en az').inputValue()).toBe('')
    await page.locator('.stages label', { has: page.locator('[value=first-white]') }).click()
    await press('Dönemi kaydet')
    expect(await page.locator('input[name=stage]:checked').getAttribute('value')).toBe('first-white')
    // The token stands in no address.
    expect(page.url()).toBe(`${app.origin}/alerts/manage?lang=tr`)
    await press('Aboneliği sonlandır')
    expect(await page.locator('main dl').textContent()).toContain('açık')
    // What is pressed sooner was not read.
    await page.waitForTimeout(1100)
    await press('Evet, aboneliği sonlandır')
    expect(await said()).toContain('sonlandırıldı')
    expect(faults).toEqual([])
    await close()
    const metrics = await (await fetch(`${app.origin}/metrics`)).text()
    expect(metrics).toMatch(/ayaz_subscriptions\{state="unsubscribed",channel="email"\} 1/)
  })
})
