/** What the manage page says where a wish is not met: what happened and what to do, in the language of the page. */
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../app.ts'
import { axeFindings, browserMissing, launch, openWatched, picture, type Watched } from './browser.ts'
import { eveningAt } from './synthetic-site.ts'

const missing = browserMissing()
const calls = '**/api/v1/alerts/subscriptions/**'

describe.skipIf(missing !== null)(
  `the manage page in a browser${missing === null ? '' : `: ${missing}`}`,
  () => {
    let browser: Browser
    let app: TestApp
    let watched: Watched
    let page: Page
    let token = ''
    // Time goes on with each test: the quota of the API counts what all before have asked in a minute.
    let tests = 0
    beforeAll(async () => {
      browser = await launch()
      const environment = { SOURCES: 'demo', PAGES_PER_MINUTE: '100000' }
      app = await startApp({ environment, clock: () => eveningAt + tests * 20_000 })
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
      tests += 1
      expect(watched.faults).toEqual([])
      await watched.close()
    })

    const subscribed = async (): Promise<string> => {
      const answer = await fetch(`${app.api}/alerts/subscribe`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ location: 'malatya', channel: 'feed', threshold: 30 })
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
    /** What stands before the service, or the service itself, answers every call in its stead. */
    const answering = async (answer: Parameters<Route['fulfill']>[0]): Promise<void> => {
      await page.route(calls, (route) => route.fulfill(answer))
    }

    test('a test too many is told when the next one passes', async () => {
      await open('tr')
      for (let count = 0; count < 5; count++) {
        const answered = page.waitForResponse((response) => response.url().endsWith('/test'))
        await press('Deneme iletisi gönder')
        expect((await answered).status()).toBe(200)
      }
      // The clock as everywhere on the site.
      await expect
        .poll(() => page.locator('.sent li').first().textContent())
        .toMatch(/^11 Nis 2026 \d\d\.\d\d: Deneme/)
      await press('Deneme iletisi gönder')
      await reports('Çok sık istek gönderildi. 40 dakika sonra yeniden deneyin.')
      expect(await axeFindings(page)).toEqual([])
      await picture(page, 'manage-refused-tr', false)
    })

    test('its buttons stand side by side, and its days are before their months', async () => {
      await open('en')
      await expect.poll(() => page.locator('.sent li').first().textContent()).toMatch(/^11 Apr 2026, 19:20: /)
      const [pause, test] = await Promise.all(
        ['Pause', 'Send a test'].map((name) => page.getByRole('button', { name }).boundingBox())
      )
      expect((test?.x ?? 0) - (pause?.x ?? 0) - (pause?.width ?? 0)).toBeLessThan(24)
      expect(await page.getByRole('button', { name: 'Resume' }).isVisible()).toBe(false)
    })

    test('a score that is no threshold changes nothing, and says so', async () => {
      await open('tr')
      await page.locator('[data-form=threshold]').evaluate((form) => form.setAttribute('novalidate', ''))
      await page.getByLabel('Eşik puanı').fill('400')
      await press('Değiştir')
      await reports('Puan ya da oran (%) 1 ile 100 arasında bir sayı olmalı. Hiçbir şey değiştirilmedi.')
      const isFocused = (one: Element): boolean => one === one.ownerDocument.activeElement
      expect(await page.getByLabel('Eşik puanı').evaluate(isFocused)).toBe(true)
      const why = await page.getByLabel('Eşik puanı').getAttribute('aria-describedby')
      expect(await page.locator(`#${why}`).textContent()).toContain('1 ile 100')
    })

    const offered = (): Promise<readonly string[]> => page.locator('main button:visible').allTextContents()

    test('an alert ends only at the second touch, and nothing is offered for what has ended', async () => {
      await open('tr')
      await press('Aboneliği sonlandır')
      expect(await page.locator('[data-member=status]').textContent()).toBe('açık')
      expect(await page.locator('main [role=status]').textContent()).toBe('')
      await press('Hayır, uyarı kalsın')
      expect(await offered()).not.toContain('Evet, aboneliği sonlandır')
      await press('Aboneliği sonlandır')
      await press('Evet, aboneliği sonlandır')
      await reports('Abonelik sonlandırıldı. Artık ileti gönderilmeyecek.')
      expect(await page.locator('[data-member=status]').textContent()).toBe('bitti')
      expect(await offered()).toEqual(['Geri al'])
      await press('Geri al')
      await reports('Uyarı yeniden açık.')
      expect(await page.locator('[data-member=status]').textContent()).toBe('açık')
    })

    test('two touches at one point end no alert, with scripts and without', async () => {
      for (const javaScriptEnabled of [true, false]) {
        const phone = await browser.newContext({
          hasTouch: true,
          javaScriptEnabled,
          viewport: { width: 360, height: 740 }
        })
        const touched = await phone.newPage()
        await touched.goto(`${app.origin}/alerts/manage?lang=tr#${token}`)
        if (!javaScriptEnabled) {
          await touched.getByRole('textbox').fill(token)
          await touched.getByRole('button').first().tap()
        }
        const button = touched.getByRole('button', { name: 'Aboneliği sonlandır', exact: true })
        await button.scrollIntoViewIfNeeded()
        const box = await button.boundingBox()
        const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 15]
        await touched.touchscreen.tap(x, y)
        await touched.waitForTimeout(180)
        await touched.touchscreen.tap(x, y)
        await touched.waitForLoadState()
        expect(await touched.locator('main dl').textContent()).toContain('açık')
        const headers = { Authorization: `Bearer ${token}` }
        const seen = await fetch(`${app.api}/alerts/subscriptions/${token.slice(0, 26)}`, { headers })
        expect(await seen.json()).toMatchObject({ subscription: { status: 'active' } })
        await phone.close()
      }
    })

    test('what was ended elsewhere cannot be paused, and that is told', async () => {
      await open('tr')
      const id = token.slice(0, 26)
      const headers = { Authorization: `Bearer ${token}` }
      await fetch(`${app.api}/alerts/subscriptions/${id}`, { method: 'DELETE', headers })
      await press('Duraklat')
      await reports('Bu uyarı bitmiş. Yerin sayfasından yeniden abone olun.')
    })

    test('a key that opens nothing, and none at all, is told', async () => {
      const sentence =
        'Bu bağlantıyla açılan bir uyarı yok. Eksik kopyalanmış olabilir: bağlantıyı iletinin içinden açın.'
      await page.goto(`${app.origin}/alerts/manage?lang=tr#${token.slice(0, -4)}`)
      await reports(sentence)
      await page.goto(`${app.origin}/status?lang=tr`)
      await page.goto(`${app.origin}/alerts/manage?lang=tr`)
      await reports(sentence)
      expect(await offered()).toEqual([])
    })

    test('the link of a preview is told apart, and no button is offered', async () => {
      await page.goto(`${app.origin}/alerts/manage?lang=tr#preview`)
      const sentence =
        'Bu bağlantı, demo verisiyle hazırlanmış bir önizlemeye ait: herkes okuyabildiği için bir şey açmaz. Gerçek bir iletinin bağlantısı, aboneliği değiştirmek veya bitirmek için burada açardı.'
      await reports(sentence)
      expect(await offered()).toEqual([])
    })

    test('a service out of reach is told apart from one that refuses', async () => {
      await open('tr')
      await page.context().setOffline(true)
      await press('Duraklat')
      await reports('Hizmete ulaşılamadı. Bağlantınızı denetleyin, sonra sayfayı yenileyin.')
      await page.context().setOffline(false)
      await press('Duraklat')
      await reports('Uyarı duraklatıldı: sürdürene kadar ileti gelmez.')
    })

    for (const { status, headers = {}, body, tr, en } of [
      {
        status: 503,
        headers: { 'Retry-After': '5' },
        body: '{"code":"storage_unavailable","detail":"The database is away."}',
        tr: 'Hizmet bunu şu anda yapamıyor. 5 saniye sonra yeniden deneyin.',
        en: 'The service cannot do this at the moment. Try again in 5 seconds.'
      },
      {
        status: 429,
        headers: { 'Retry-After': '7200' },
        body: '{"code":"quota_exceeded","detail":"Too many."}',
        tr: 'Çok sık istek gönderildi. 2 saat sonra yeniden deneyin.',
        en: 'That was asked too often. Try again in 2 hours.'
      },
      {
        status: 500,
        body: '{"code":"internal_error","detail":"Something went wrong here.","request_id":"req_7"}',
        tr: 'Hizmette bir hata oldu. Biraz sonra yeniden deneyin; düzelmezse hizmeti işletene bildirin. (req_7)',
        en: 'Something went wrong in the service. Try again in a little while; if it stays so, tell the operator. (req_7)'
      },
      {
        status: 502,
        body: '<h1>Bad Gateway</h1>',
        tr: 'Hizmette bir hata oldu. Biraz sonra yeniden deneyin; düzelmezse hizmeti işletene bildirin.',
        en: 'Something went wrong in the service. Try again in a little while; if it stays so, tell the operator.'
      },
      {
        status: 409,
        body: '{"code":"invalid_state","detail":"The subscription is pending."}',
        tr: 'Uyarının şu anki durumu buna izin vermiyor. Durumu görmek için sayfayı yenileyin.',
        en: 'The alert is in a state that does not allow this. Load the page again to see where it stands.'
      },
      {
        status: 422,
        body: '{"code":"validation_failed","detail":"A member is wrong."}',
        tr: 'Girilen değer kabul edilmedi ve hiçbir şey değiştirilmedi. Düzeltip yeniden deneyin.',
        en: 'What was entered was not accepted, and nothing was changed. Correct it and try again.'
      },
      {
        status: 403,
        body: '<h1>Forbidden</h1>',
        tr: 'Hizmet bunu kabul etmedi ve hiçbir şey değiştirilmedi. Sayfayı yenileyip bir kez daha deneyin.',
        en: 'The service did not accept this, and nothing was changed. Load the page again and try once more.'
      },
      {
        status: 200,
        body: '<h1>Log in to this network</h1>',
        tr: 'Hizmete ulaşılamadı. Bağlantınızı denetleyin, sonra sayfayı yenileyin.',
        en: 'The service could not be reached. Check your connection, then load the page again.'
      }
    ]) {
      test(`${status} ${body.slice(0, 24)} is told in the page’s language`, async () => {
        for (const [lang, button, sentence] of [
          ['tr', 'Duraklat', tr],
          ['en', 'Pause', en]
        ] as const) {
          await open(lang)
          await answering({ status, headers, body })
          await press(button)
          await reports(sentence)
          await page.unroute(calls)
        }
      })
    }

    test('buttons that need a second line on a phone do not touch those above them', async () => {
      await page.setViewportSize({ width: 360, height: 900 })
      await open('tr')
      const boxes = await page
        .locator('[data-act]:visible')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
      const [first] = boxes
      const below = boxes.filter((box) => box.top > (first?.top ?? 0))
      expect(below.length).toBeGreaterThan(0)
      for (const box of below) expect(box.top - (first?.bottom ?? 0)).toBeGreaterThanOrEqual(8)
    })

    test('the way to the other language leads to the same subscription', async () => {
      await open('tr')
      await page.getByRole('link', { name: 'English' }).click()
      await page.locator('[data-member=status]', { hasText: /^on$/ }).waitFor()
      expect(await page.locator('h1').textContent()).toBe('Your alert')
    })
  }
)
