/** What the manage page shows of an alert, and offers for it. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../app.ts'
import { patience } from '../patience.ts'
import { axeFindings, browserMissing, launch, openWatched, type Watched } from './browser.ts'
import { eveningAt } from './synthetic-site.ts'

const missing = browserMissing()

describe.skipIf(missing !== null)(
  `an alert on the manage page${missing === null ? '' : `: ${missing}`}`,
  () => {
    let browser: Browser
    let app: TestApp
    let watched: Watched
    let page: Page
    let token = ''
    beforeAll(async () => {
      browser = await launch()
      const environment = { SOURCES: 'demo', PAGES_PER_MINUTE: '100000' }
      const openedAt = performance.now()
      const clock = () => eveningAt + Math.round(performance.now() - openedAt)
      app = await startApp({ environment, clock })
    })
    afterAll(async () => {
      await browser.close()
      await app.close()
    })
    beforeEach(async () => {
      token = await subscribed()
      watched = await openWatched(browser, [app.origin])
      page = watched.page
    })
    afterEach(async () => {
      expect(watched.faults).toEqual([])
      await watched.close()
    })

    const subscribed = async (planting: object = {}): Promise<string> => {
      const answer = await fetch(`${app.api}/alerts/subscribe`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ location: 'malatya', channel: 'feed', threshold: 30, ...planting })
      })
      const { manage } = (await answer.json()) as { manage: { token: string } }
      return manage.token
    }
    const open = async (lang: 'tr' | 'en'): Promise<void> => {
      await page.goto(`${app.origin}/alerts/manage?lang=${lang}#${token}`)
      await page.locator('[data-member=status]', { hasText: /./ }).waitFor()
    }
    const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
    const reports = (sentence: string): Promise<void> =>
      expect.poll(() => page.locator('main [role=status]').textContent()).toBe(sentence)
    const offered = (): Promise<readonly string[]> => page.locator('main button:visible').allTextContents()

    test('only what can be done is offered', async () => {
      await open('tr')
      expect(await offered()).toEqual([
        'Değiştir',
        'Duraklat',
        'Deneme iletisi gönder',
        'Aboneliği sonlandır',
        'Karşılaştır',
        'Termometreleriniz'
      ])
      await press('Duraklat')
      await reports('Uyarı duraklatıldı: sürdürene kadar ileti gelmez.')
      expect(await offered()).toEqual([
        'Değiştir',
        'Devam ettir',
        'Deneme iletisi gönder',
        'Aboneliği sonlandır',
        'Karşılaştır',
        'Termometreleriniz'
      ])
    })

    test('a score gives way to a temperature, and comes back', async () => {
      await open('tr')
      await page.getByLabel('Eşik sıcaklığı').fill('-2.5')
      await page.getByLabel('Hangi sıcaklık').selectOption('air')
      const changed = page.waitForRequest((request) => request.method() === 'PATCH')
      await press('Değiştir')
      expect((await changed).postDataJSON()).toEqual({
        ...{ threshold_temperature: -2.5, threshold_of: 'air', threshold_probability: 0.3 }
      })
      await reports('Eşik sıcaklığı ve olasılığı kaydedildi.')
      expect(await page.getByLabel('Eşik puanı').inputValue()).toBe('')
      await page.getByLabel('Eşik puanı').fill('40')
      expect(await page.getByLabel('Eşik sıcaklığı').inputValue()).toBe('')
      await press('Değiştir')
      await reports('Eşik değiştirildi.')
    })

    test('the probability is shown as it is, also one that the page does not offer, and changed', async () => {
      const degrees = { threshold: undefined, threshold_temperature: -2, threshold_probability: 0.65 }
      token = await subscribed(degrees)
      await open('tr')
      const probability = page.getByLabel('Ne kadar emin olalım?')
      const chosen = () => probability.locator('option:checked').textContent()
      expect(await chosen()).toBe('%65')
      expect(await page.getByLabel('Eşik puanı').inputValue()).toBe('')
      const patched = async () => {
        const changed = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
        await press('Değiştir')
        const answer = await changed
        await reports('Eşik sıcaklığı ve olasılığı kaydedildi.')
        return answer.request().postDataJSON().threshold_probability
      }
      expect(await patched()).toBe(0.65)
      await probability.selectOption('0.1')
      expect(await patched()).toBe(0.1)
      await page.reload()
      await expect.poll(chosen).toMatch(/^%10:/)
    })

    test('the crop is shown, its stage is renewed, and the place opens with both', async () => {
      token = await subscribed({ crop: 'apricot', stage: 'first-white', exposure: 'ground' })
      await open('tr')
      expect(await page.locator('[data-member=crop]').textContent()).toMatch(/^Kayısı, /)
      expect(await page.getByLabel('Zarar gören tomurcuk veya çiçek (%), en az').inputValue()).toBe('30')
      const changed = page.waitForRequest((request) => request.method() === 'PATCH')
      expect(await page.locator('input[name=stage]:checked').getAttribute('value')).toBe('first-white')
      await page.locator('.stages').getByText('tam çiçeklenme', { exact: true }).click()
      await press('Dönemi kaydet')
      expect((await changed).postDataJSON()).toEqual({ stage: 'full-bloom' })
      await reports('Dönem kaydedildi; bugünden itibaren geçerli.')
      expect(await page.locator('[data-member=location] a').getAttribute('href')).toBe(
        '/tr/yer/malatya?crop=apricot&stage=full-bloom&exposure=ground'
      )
      await page.locator('[data-member=location] a').click()
      await page.locator('h1', { hasText: 'Malatya' }).waitFor()
      expect(await page.locator('h1 .of-crop').textContent()).toMatch(/^Kayısı, tam çiçek/)
    })

    test('a message leads to the page of its place for the same crop', async () => {
      const answer = await fetch(`${app.api}/alerts/subscribe`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          ...{ location: 'malatya', channel: 'feed', threshold: 1, lang: 'tr' },
          ...{ crop: 'apricot', stage: 'full-bloom', exposure: 'ground' }
        })
      })
      const { channel_url: feed } = (await answer.json()) as { channel_url: string }
      const link = '/tr/yer/malatya?crop=apricot&amp;stage=full-bloom&amp;exposure=ground"'
      await expect
        .poll(async () => {
          const entries = await (await fetch(app.origin + new URL(feed).pathname)).text()
          // The feed itself, and its first entry.
          return entries.split(link).length > 2 && !entries.includes('/tr/yer/malatya"')
        })
        .toBe(true)
    })

    test.each(['tr', 'en'] as const)('the same without scripts, in %s', async (lang) => {
      token = await subscribed({ crop: 'apricot', stage: 'first-white' })
      /** As the form of the page sends it where there are no scripts. */
      const send = async (members: Readonly<Record<string, string>>) => {
        const path = `/alerts/manage?lang=${lang}`
        await page.goto(app.origin + path)
        const arrives = page.waitForResponse((answer) => answer.request().method() === 'POST')
        const shown = page.waitForNavigation()
        await page.evaluate(
          ([action, fields]) => {
            const form = Object.assign(document.createElement('form'), { method: 'post', action })
            for (const [name, value] of fields)
              form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
            document.body.append(form)
            form.submit()
          },
          [path, Object.entries({ token, ...members })] as const
        )
        const answer = await arrives
        await shown
        expect(await axeFindings(page)).toEqual([])
        expect(answer.headers()['cache-control']).toBe('private, no-store')
        return answer.status()
      }
      expect(await send({ act: 'test' })).toBe(200)
      const share = {
        tr: 'Zarar gören tomurcuk veya çiçek (%), en az',
        en: 'Buds or flowers killed (%), at least'
      }[lang]
      expect(await page.getByLabel(share).inputValue()).toBe('30')
      expect(await page.locator('.sent li').count()).toBeGreaterThan(0)
      // A score beside the temperature that stood there counts; a temperature that is new comes before a score.
      await send({ act: 'threshold', threshold: '', threshold_temperature: '−2,5', threshold_of: 'air' })
      expect(await page.locator('[name=threshold_temperature]').inputValue()).toBe('-2.5')
      expect(await page.locator('[name=threshold_of]').inputValue()).toBe('air')
      const probability = page.locator('[name=threshold_probability]')
      // A form of before the page had the field: the usual one, and it stays.
      expect(await probability.inputValue()).toBe('0.5')
      await send({ act: 'threshold', threshold_temperature: '-2.5', threshold_probability: '0.1' })
      expect(await probability.inputValue()).toBe('0.1')
      const asked = { act: 'threshold', threshold_temperature: '-2.5', threshold_probability: '0.99' }
      expect(await send(asked)).toBe(422)
      expect(await probability.getAttribute('aria-invalid')).toBe('true')
      expect(await page.locator('[role=alert]').textContent()).toContain('95')
      await send({ act: 'threshold', threshold: '40', threshold_temperature: '-2.5' })
      expect(await page.locator('[name=threshold]').inputValue()).toBe('40')
      expect(await send({ act: 'threshold', threshold: '', threshold_temperature: '50' })).toBe(422)
      expect(await page.locator('[role=alert]').textContent()).toContain('10')
      expect(await send({ act: 'end' })).toBe(200)
      // With the door to contacts and quiet hours.
      expect(await offered()).toHaveLength(3)
      // A confirmation within a second of its question is a double tap, and is asked again.
      const confirm = async () => {
        await page.locator('main button.danger').click()
        await page.waitForLoadState()
        return offered()
      }
      await expect
        .poll(confirm, { ...patience, interval: 1200 })
        .toContainEqual(expect.stringMatching(/Geri al|Take it back/))
      expect(await send({ act: 'pause' })).toBe(410)
      expect(await send({ token: token.slice(0, -1), act: 'end', sure: 'yes' })).toBe(404)
    })

    test('what was sent is listed, newest first, and each coming night says why (not)', async () => {
      await open('tr')
      await page.locator('.reasons li').first().waitFor()
      for (const night of await page.locator('.reasons li').allTextContents())
        expect(night).toMatch(/bitki −?[\d,]+\s°C, [\d,]+ \/ 100, /)
      await press('Deneme iletisi gönder')
      await reports('Deneme iletisi gönderildi.')
      await page.locator('.sent li', { hasText: 'Deneme' }).first().waitFor()
      expect(await page.locator('.sent li').first().textContent()).toMatch(/2026.*: Deneme, /)
      expect(await axeFindings(page)).toEqual([])
    })
  }
)
