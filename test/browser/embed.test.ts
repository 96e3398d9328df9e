import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseWay } from './alert-form.ts'
import { browserMissing, launch, openWatched } from './browser.ts'
import { type OpenSite, openSite } from './open-site.ts'
import { type Served, serveDocument } from './serve-pages.ts'

const missing = browserMissing()

describe.skipIf(missing !== null)(
  `embedding and subscribing${missing === null ? '' : `: ${missing}`}`,
  () => {
    let browser: Browser
    let site: OpenSite
    let host: Served
    let pasted = ''
    beforeAll(async () => {
      browser = await launch()
      site = await openSite()
      host = await serveDocument(() => `<!doctype html><html lang="tr"><title>host</title><body>${pasted}`)
    })
    afterAll(async () => {
      await browser.close()
      await site.served.close()
      await host.close()
    })

    test('the builder’s code, pasted into another page, shows what was chosen', async () => {
      const watched = await openWatched(browser, [site.origin, host.origin])
      const { page } = watched
      await page.goto(`${site.origin}/tr/siteme-ekle`)
      await page.getByRole('combobox', { name: 'Yer', exact: true }).fill('erzurum')
      await page.getByLabel('Tema').selectOption('dark')
      await page.getByLabel('Genişlik').fill('300')
      await page.getByLabel('Genişlik').blur()
      await page.waitForFunction(() =>
        document.querySelector<HTMLTextAreaElement>('#frame-code')?.value.includes('width="300"')
      )
      const live = page.frameLocator('#live')
      await live.locator('.place a', { hasText: 'Erzurum' }).waitFor()
      for (const id of ['#frame-code', '#script-code']) {
        pasted = await page.locator(id).inputValue()
        const other = await openWatched(browser, [site.origin, host.origin])
        await other.page.goto(host.origin)
        const frame = other.page.frameLocator('iframe')
        await frame.locator('.place a', { hasText: 'Erzurum' }).waitFor()
        expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark')
        expect(await other.page.locator('iframe').getAttribute('title')).toBe('Don riski: Erzurum')
        expect(other.faults).toEqual([])
        await other.close()
      }
      expect(watched.faults).toEqual([])
      await watched.close()
    })

    test('the builder finds a place by its search, and takes crop, stage and height step by step', async () => {
      const { page, faults, close } = await openWatched(browser, [site.origin])
      await page.goto(`${site.origin}/tr/siteme-ekle`)
      const code = () => page.locator('#frame-code').inputValue()
      await page.getByRole('combobox', { name: 'Yer', exact: true }).fill('battalg')
      await page.locator('[role=option]', { hasText: 'Battalgazi' }).first().click()
      await page.frameLocator('#live').locator('.place a', { hasText: 'Battalgazi' }).waitFor()
      expect(await code()).toContain('/tr/widget/malatya-battalgazi"')
      await page.locator('select[name=crop]').selectOption({ label: 'Kayısı' })
      await page.locator('#said', { hasText: 'Kayısı için fenolojik dönem gerekli' }).waitFor()
      // Nothing stands there that is of another question.
      expect(await page.locator('#live, #frame-code').count()).toBe(0)
      await page.locator('select[name=stage]').selectOption({ label: 'tam çiçeklenme' })
      await page.frameLocator('#live').locator('.crop', { hasText: 'Kayısı, tam çiçeklenme' }).waitFor()
      await page.locator('select[name=exposure]').selectOption('canopy')
      await expect.poll(code).toContain('crop=apricot&amp;stage=full-bloom&amp;exposure=canopy"')
      expect(new URL(page.url()).searchParams.get('location')).toBe('malatya-battalgazi')
      await page.locator('select[name=crop]').selectOption({ label: 'Elma' })
      await page.locator('#said', { hasText: 'Elma' }).waitFor()
      expect(await page.locator('select[name=stage]').inputValue()).toBe('')
      await page.getByRole('combobox', { name: 'Yer', exact: true }).fill('zzzz')
      await page.getByRole('combobox', { name: 'Yer', exact: true }).press('Enter')
      await page.locator('#said', { hasText: 'Böyle bir yer yok: zzzz' }).waitFor()
      expect(await page.getByRole('combobox', { name: 'Yer', exact: true }).inputValue()).toBe('zzzz')
      expect(await page.locator('select[name=crop]').inputValue()).toBe('apple')
      expect(faults).toEqual([])
      await close()
    })

    test('the builder works without a script too', async () => {
      const { page, close } = await openWatched(browser, [site.origin], { javaScriptEnabled: false })
      await page.goto(`${site.origin}/en/embed`)
      await page.getByLabel('Place', { exact: true }).fill('İzmir')
      await page.getByLabel('Tonight only').check()
      await page.getByRole('button', { name: 'Show' }).click()
      expect(await page.locator('#frame-code').inputValue()).toContain('/en/widget/izmir?compact=1')
      expect(await page.getByLabel('Place', { exact: true }).inputValue()).toBe('İzmir')
      await page.getByLabel('Place', { exact: true }).fill('battalgazi')
      await page.locator('select[name=crop]').selectOption({ label: 'Apricot' })
      await page.getByRole('button', { name: 'Show' }).click()
      await page.locator('.places').getByRole('link', { name: 'Battalgazi' }).first().click()
      await page.locator('select[name=stage]').selectOption({ label: 'full bloom' })
      await page.getByRole('button', { name: 'Show' }).click()
      expect(await page.locator('#frame-code').inputValue()).toMatch(
        /malatya-battalgazi\?compact=1&amp;crop=apricot&amp;stage=full-bloom"/
      )
      await page.getByLabel('Place', { exact: true }).fill('38.355, 38.31')
      await page.getByRole('button', { name: 'Show' }).click()
      expect(await page.locator('#frame-code').inputValue()).toMatch(
        /widget\/38\.355,38\.310(,\d+)?\?compact=1/
      )
      await close()
    })

    test('a place’s page announces oEmbed, and its answer is the frame', async () => {
      const { page, close } = await openWatched(browser, [site.origin])
      await page.goto(`${site.origin}/tr/yer/malatya`)
      const address = await page.locator('link[type="application/json+oembed"]').getAttribute('href')
      const answer = await page.request.get(`${address}&maxwidth=320`)
      const body = await answer.json()
      expect(body).toMatchObject({
        version: '1.0',
        type: 'rich',
        width: 320,
        height: 210,
        title: 'Don riski: Malatya'
      })
      expect(body.html).toContain(`src="${site.origin}/tr/widget/malatya"`)
      expect(
        (
          await page.request.get(`${site.origin}/oembed?url=https://elsewhere.example/tr/widget/malatya`)
        ).status()
      ).toBe(404)
      expect((await page.request.get(`${address?.replace('format=json', 'format=xml')}`)).status()).toBe(501)
      await close()
    })

    for (const javaScriptEnabled of [true, false]) {
      test(`the subscribe form ends in a subscription, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
        const { page, faults, close } = await openWatched(browser, [site.origin], { javaScriptEnabled })
        site.candidates.length = 0
        await page.goto(`${site.origin}/tr/yer/malatya?curve=apricot/full-bloom`)
        await chooseWay(page, 'email', 'a@example.org')
        await page.getByLabel('Zarar gören tomurcuk veya çiçek').fill('45')
        await page.getByRole('button', { name: 'Abone ol' }).click()
        await expect
          .poll(() => site.candidates)
          .toEqual([
            {
              location: 'malatya',
              channel: 'email',
              threshold: { threshold: 45 },
              destination: 'a@example.org',
              crop: 'apricot',
              stage: 'full-bloom',
              exposure: null,
              format: null,
              idempotencyKey: javaScriptEnabled ? expect.stringMatching(/^[0-9a-f-]{31,47}$/) : null,
              lang: 'tr'
            }
          ])
        expect(faults).toEqual([])
        await close()
      })
    }

    test('the answer to a subscription is kept by nobody', async () => {
      const { page, close } = await openWatched(browser, [site.origin])
      await page.goto(`${site.origin}/en/place/malatya`)
      const answered = page.waitForResponse((response) => response.url().endsWith('/en/subscribe'))
      await chooseWay(page, 'telegram')
      await page.getByRole('button', { name: 'Subscribe' }).click()
      expect((await answered).headers()['cache-control']).toBe('no-store')
      await close()
    })

    test('an address that is asked for is not asked for where the channel needs none', async () => {
      const { page, close } = await openWatched(browser, [site.origin])
      await page.goto(`${site.origin}/en/place/malatya`)
      await page.locator('.alert > summary').click()
      const address = page.locator('[name=destination]')
      expect(await address.isVisible()).toBe(false)
      await page.getByText('For programmers').click()
      await page.locator('.ways label', { hasText: 'Webhook' }).click()
      expect(await page.getByLabel('Address of the webhook').isVisible()).toBe(true)
      await page.locator('.ways label', { hasText: 'E-mail' }).click()
      expect(await page.getByLabel('Your e-mail address').isVisible()).toBe(true)
      await close()
    })

    test('one button subscribes the browser: it registers the worker, and where the browser refuses it says so', async () => {
      const { page, close } = await openWatched(browser, [site.origin])
      await page.goto(`${site.origin}/en/place/malatya`)
      await chooseWay(page, 'webpush')
      await page.getByRole('button', { name: 'Subscribe' }).click()
      // A headless browser has no push service, so the way ends here; that the worker is registered shows that it may
      // run.
      await page.getByText('This browser does not allow it.').waitFor()
      const scope = await page.evaluate(
        async () => (await navigator.serviceWorker.getRegistration('/'))?.scope
      )
      expect(scope).toBe(`${site.origin}/`)
      await close()
    })
  }
)
