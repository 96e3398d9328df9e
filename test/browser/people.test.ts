/** Contacts and quiet hours on the manage page, with scripts and without; tonight as a key's holder sees it. */
import { createHash } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages, wordsIn } from '../../src/language/language.ts'
import { openStore } from '../../src/store/open.ts'
import type { TestApp } from '../app.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../receivers/smtp-receiver.ts'
import { startUpstream, type Upstream } from '../upstream/upstream.ts'
import { clearNights, shifted } from '../upstream/weather.ts'
import {
  axeFindings,
  axeFindingsInBothThemes,
  browserMissing,
  launch,
  openWatched,
  picture
} from './browser.ts'
import { layoutFaults } from './layout.ts'
import { startAppWithOwnUrl } from './open-app.ts'
import { eveningAt } from './synthetic-site.ts'

const missing = browserMissing()

describe.skipIf(missing !== null)(
  `contacts on the manage page${missing === null ? '' : `: ${missing}`}`,
  () => {
    let browser: Browser
    let app: TestApp
    let upstream: Upstream
    let mail: SmtpReceiver
    const key = 'a-key-of-a-cooperative'
    const openedAt = performance.now()
    const clock = (): number => eveningAt + Math.round(performance.now() - openedAt)
    beforeAll(async () => {
      browser = await launch()
      upstream = await startUpstream(clock)
      upstream.setWeather(shifted(clearNights, -4))
      mail = await startSmtpReceiver()
      app = await startAppWithOwnUrl({
        clock,
        environment: {
          ...upstream.environment,
          ...{ SMTP_URL: mail.url, SMTP_FROM: 'ayaz@example.org', PAGES_PER_MINUTE: '100000' }
        }
      })
      const store = await openStore({ ...app.data, now: clock() })
      const hash = createHash('sha256').update(key).digest('hex')
      await store.apiKeys.add({
        id: 'coop',
        hash,
        tier: 'free',
        label: '',
        operator: false,
        createdAt: clock()
      })
      await store.close()
    })
    afterAll(async () => {
      await browser.close()
      await app.close()
      await mail.close()
      await upstream.close()
    })

    const subscribed = async (more: object = {}, headers: object = {}): Promise<string> => {
      const answer = await fetch(`${app.api}/alerts/subscribe`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ location: 'malatya', channel: 'feed', threshold: 90, lang: 'tr', ...more })
      })
      const { manage } = (await answer.json()) as { manage: { token: string } }
      return manage.token
    }
    const lookedAt = async (page: Page, name: string): Promise<void> => {
      expect(await axeFindingsInBothThemes(page)).toEqual([])
      await picture(page, `${name}-dark`, false)
      await page.locator('html').evaluate((one) => one.setAttribute('data-theme', 'light'))
      for (const width of [320, 1280, 360]) {
        await page.setViewportSize({ width, height: 740 })
        expect(await layoutFaults(page, '.crops ul, .strip'), `${name} ${width}`).toEqual([])
        await picture(page, `${name}-${width}`)
      }
    }

    test.each(languages)('of a key are warned, called and seen to in %s, on any screen', async (lang) => {
      const labels = ['Ayşe Yılmaz', 'Battalgazi Sulama Birliği, Aşağı Bahçe, kuzey sıra', 'Iğdırlı']
      const own = { 'X-API-Key': key }
      for (const label of labels)
        await subscribed(
          { label: `${label} ${lang}`, tag: lang, threshold: 10, crop: 'apricot', stage: 'full-bloom' },
          own
        )
      const { page, faults, requested, close } = await openWatched(browser, [app.origin])
      const words = wordsIn(lang)
      await page.goto(`${app.origin}/alerts/tonight?lang=${lang}`)
      await lookedAt(page, `tonight-${lang}-key`)
      await page.getByLabel(words.tonight.key).fill(key)
      await page.getByRole('button', { name: words.tonight.open }).click()
      await page.getByLabel(words.tonight.tag).fill(lang)
      await page.getByRole('button', { name: words.tonight.show, exact: true }).click()
      const rows = page.locator('.stations li')
      expect(await rows.count()).toBe(3)
      const [form, first] = [
        await page.locator('form.fields').boundingBox(),
        await rows.first().boundingBox()
      ]
      expect((first?.y ?? 0) - (form?.y ?? 0) - (form?.height ?? 0)).toBeGreaterThanOrEqual(12)
      await lookedAt(page, `tonight-${lang}-list`)
      await page.getByRole('button', { name: `${words.tonight.informed}: Ayşe` }).click()
      expect(await page.getByRole('status').textContent()).toBe(words.tonight.done.informed)
      expect(await rows.count()).toBe(2)
      await lookedAt(page, `tonight-${lang}-informed`)
      expect(requested.filter((url) => url.includes(key))).toEqual([])
      expect(faults).toEqual([])
      await close()
    })

    test.each(languages)(
      'say on the manage page in %s that they have seen tonight’s warning',
      async (lang) => {
        const token = await subscribed({ lang, threshold: 10 })
        const { page, faults, close } = await openWatched(browser, [app.origin])
        await page.goto(`${app.origin}/alerts/manage?lang=${lang}#${token}`)
        const { people, seen } = wordsIn(lang)
        await page.locator('summary', { hasText: people.open }).click()
        await page.getByRole('button', { name: seen.button, exact: true }).waitFor()
        await lookedAt(page, `seen-${lang}-asked`)
        await page.getByRole('button', { name: seen.button, exact: true }).click()
        await expect.poll(() => page.locator('.lede').last().textContent()).toBe(people.done['seen'])
        await lookedAt(page, `seen-${lang}-said`)
        expect(faults).toEqual([])
        await close()
      }
    )

    test.each([true, false])('are kept on a narrow screen (scripts: %s)', async (javaScriptEnabled) => {
      const token = await subscribed()
      const viewport = { width: 360, height: 740 }
      const { page, faults, requested, close } = await openWatched(browser, [app.origin], {
        viewport,
        javaScriptEnabled
      })
      const address = `${app.origin}/alerts/manage?lang=tr#${token}`
      const name = 'Haber verilecekler, sessiz saatler, kim gördü'
      await page.goto(address)
      if (javaScriptEnabled) await page.locator('summary', { hasText: name }).click()
      else {
        await page.getByLabel('İletideki bağlantının tamamını').fill(address)
        await page.getByRole('button', { name: 'Uyarıyı göster' }).click()
        await page.getByRole('button', { name }).click()
      }
      const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click()
      const reports = (sentence: string) =>
        expect.poll(() => page.locator('.lede').last().textContent()).toBe(sentence)
      const checked = async (): Promise<void> => {
        // Where scripts are off no test can run one either: the part has the same markup.
        if (!javaScriptEnabled) return
        expect(await axeFindings(page)).toEqual([])
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide).toBeLessThanOrEqual(viewport.width)
      }
      const add = async (label: string): Promise<void> => {
        await page.locator('summary', { hasText: 'Kişi ekle' }).click()
        await page.getByLabel('Adı', { exact: true }).fill(label)
        await page.locator('[name=channel]').selectOption('email')
        await page.getByLabel('Adres').fill(`${encodeURIComponent(label)}@example.org`.replaceAll('%', ''))
        await press('Kişi ekle')
        await reports('Kişi eklendi; şimdi onaylaması gerekiyor.')
      }
      // What people use comes before what programs do.
      const channels = page.locator('[name=channel] option')
      expect((await channels.allTextContents()).map((name) => name.trim())[0]).toBe('E-posta')
      await add('Komşu')
      await add('Oğlum')
      const contacts = () => page.locator('ol.sent b').allTextContents()
      await expect.poll(async () => (await contacts()).slice(0, 2)).toEqual(['Komşu', 'Oğlum'])
      await checked()
      await press('Öne al: Oğlum')
      await reports('Sıra kaydedildi.')
      expect((await contacts()).slice(0, 2)).toEqual(['Oğlum', 'Komşu'])
      await press('Çıkar: Komşu')
      await reports('Kişi çıkarıldı.')
      expect(await contacts()).toEqual(['Oğlum'])
      await page.getByLabel('Başlangıç').fill('23:30')
      await page.getByLabel('Bitiş').fill('23:30')
      await press('Saatleri kaydet')
      await reports('Aynı saatte başlayıp biten sessiz saatler hiç bitmez. Hiçbir şey değiştirilmedi.')
      expect(await page.getByLabel('Bitiş').inputValue()).toBe('23:30')
      await page.getByLabel('Bitiş').fill('05:45')
      await press('Saatleri kaydet')
      await reports('Sessiz saatler kaydedildi.')
      await checked()
      await picture(page, `people-${javaScriptEnabled}`, false)
      await press('Yeniden gönderme')
      await reports('Kaydedildi.')
      expect(await page.locator('main').textContent()).toContain(
        'Yanıt vermediğiniz uyarı yeniden gönderilmez'
      )
      expect(requested.filter((url) => url.includes(token))).toEqual([])
      expect(faults).toEqual([])
      await close()
    })
  }
)
