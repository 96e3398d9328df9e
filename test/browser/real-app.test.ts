/** The site of the whole service, as a visitor meets it: nothing made for the test but the weather. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../app.ts'
import { chooseWay } from './alert-form.ts'
import { axeFindings, browserMissing, launch, openWatched, picture, type Watched } from './browser.ts'
import { openAppOnDemo } from './open-app.ts'
import { serveDocument } from './serve-pages.ts'

const missing = browserMissing()

describe.skipIf(missing !== null)(
  `the whole service in a browser${missing === null ? '' : `: ${missing}`}`,
  () => {
    let browser: Browser
    let app: TestApp
    beforeAll(async () => {
      browser = await launch()
      app = await openAppOnDemo()
    })
    afterAll(async () => {
      await browser.close()
      await app.close()
    })

    type Look = (watched: Watched, path: string) => Promise<void>

    /**
     * Visits pages one after another, and holds whatever happens at each to: no fault, no stranger asked, no cookie.
     */
    const tour = async (paths: readonly string[], look: Look): Promise<void> => {
      const watched = await openWatched(browser, [app.origin], { viewport: { width: 1280, height: 900 } })
      for (const path of paths) {
        await watched.page.goto(app.origin + path)
        await look(watched, path)
        expect(watched.faults, path).toEqual([])
        expect(await watched.page.context().cookies(), path).toEqual([])
      }
      await watched.close()
    }
    const visit = (path: string, look: Look): Promise<void> => tour([path], look)

    test('home shows all 81 provinces, on the map and in words', async () => {
      await visit('/tr', async ({ page }) => {
        expect(await page.locator('svg.tiles .degree').count()).toBe(81)
        expect(await page.locator('details.all tbody tr').count()).toBe(81)
        expect(await page.locator('.ranking li').count()).toBeGreaterThan(0)
        expect(await page.locator('.demo-banner').isVisible()).toBe(true)
        await picture(page, 'real-home')
      })
    })

    test('on a phone the head and the banner leave the window to the night', async () => {
      await tour(['/tr', '/en'], async ({ page }, path) => {
        await page.setViewportSize({ width: 360, height: 740 })
        for (const part of ['.masthead', '.demo-banner']) {
          const box = await page.locator(part).boundingBox()
          expect(box?.height, `${part} of ${path}`).toBeLessThanOrEqual(64)
        }
      })
    })

    test('a place has the hours of three days and a search of its own, a search the levels', async () => {
      await tour(['/tr/yer/malatya'], async ({ page }) => {
        expect(await page.locator('svg.hourly').isVisible()).toBe(true)
        expect(await page.locator('main form[role=search]').count()).toBe(1)
      })
      await tour(['/tr/ara?q=malat'], async ({ page }) => {
        expect(await page.locator('.places .level').count()).toBeGreaterThan(0)
      })
    })

    test('the longest province name stays inside the list of the highest risks, in one line where there is room', async () => {
      await visit('/tr', async ({ page }) => {
        for (const name of await page.locator('.ranking a').all()) {
          await name.evaluate((one) => {
            one.textContent = 'Afyonkarahisar'
          })
        }
        for (const width of [1280, 1024, 820, 360]) {
          await page.setViewportSize({ width, height: 900 })
          const list = await page.locator('.ranking').evaluate((one) => {
            const right = one.getBoundingClientRect().right
            const cells = [...one.querySelectorAll('li > *')].map((cell) => cell.getBoundingClientRect())
            const names = [...one.querySelectorAll('a')].map((name) => name.getClientRects().length)
            return {
              excess: one.scrollWidth - one.clientWidth,
              beyond: cells.filter((cell) => cell.right > right + 0.5).length,
              lines: Math.max(...names)
            }
          })
          expect(list, `${width} px`).toEqual({ excess: 0, beyond: 0, lines: 1 })
        }
      })
    })

    test('the search finds malatya as it is typed and leads to its page', async () => {
      await visit('/tr', async ({ page }) => {
        await page.getByRole('combobox', { name: 'Yer bul' }).pressSequentially('malat')
        const offer = page.locator('[role=option]', { hasText: 'Malatya' }).first()
        // The map's provinces are in memory, so their level tonight is known without asking anyone.
        expect(await offer.locator('.quiet').textContent()).toMatch(/^(Yok|Düşük|Orta|Yüksek|Çok yüksek)$/)
        await offer.click()
        await page.waitForURL('**/tr/yer/malatya')
        expect(await page.locator('h1').textContent()).toBe('Malatya')
      })
    })

    test('a place’s page tells tonight, why, the nights, the hours, the week, and how to embed it', async () => {
      await visit('/tr/yer/malatya', async ({ page }) => {
        expect(await page.locator('svg.fan').isVisible()).toBe(true)
        expect(await page.locator('.fan .threshold-name').count()).toBe(3)
        await page.locator('summary', { hasText: 'Bu puan nereden' }).click()
        expect((await page.locator('summary:has(#why) + p').textContent())?.length).toBeGreaterThan(20)
        expect(await page.locator('svg.parts').isVisible()).toBe(true)
        expect(await page.locator('.strip li').count()).toBe(7)
        expect(await page.locator('[aria-labelledby=slots] tbody tr').count()).toBe(8)
        expect(await page.locator('[aria-labelledby=week] tbody tr').count()).toBeGreaterThanOrEqual(7)
        expect(await page.locator('textarea.code').inputValue()).toContain(
          `src="${app.origin}/tr/widget/malatya"`
        )
        await picture(page, 'real-place')
      })
    })

    test('choosing a crop and its stage changes the score', async () => {
      await visit('/en/place/malatya', async ({ page }) => {
        const generic = await page.locator('.score b').textContent()
        await page.locator('.crops').getByRole('link', { name: 'Apricot' }).click()
        // The demo's season has an estimate; the chip of the crop leads to its stages.
        await page.waitForURL('**crop=apricot&stage=auto')
        await page.locator('.crops').getByRole('link', { name: 'Apricot' }).click()
        await page.locator('.stages').getByText('full bloom', { exact: true }).click()
        await page.getByRole('button', { name: 'Show' }).click()
        await page.waitForURL('**stage=full-bloom**')
        expect(await page.locator('.score b').textContent()).not.toBe(generic)
        expect(await page.locator('.fan .threshold-name').allTextContents()).toEqual([
          '−2.8° 10% harmed',
          '−5.6° 90% harmed'
        ])
      })
    })

    test('the subscribe form ends in a preview subscription, its message is shown, and its links work', async () => {
      await visit('/en/place/malatya', async ({ page }) => {
        await chooseWay(page, 'telegram')
        await page.getByLabel('From a score of').fill('1')
        await page.getByRole('button', { name: 'Subscribe' }).click()
        await page.getByRole('heading', { level: 1, name: 'You are subscribed' }).waitFor()
        await page.getByText('This is a demo: no real alert is on.').waitFor()
        expect(await axeFindings(page)).toEqual([])
        const links = await page
          .locator('.addresses a')
          .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
        const manage = links.find((link) => link.includes('/alerts/manage?lang=')) ?? ''
        const stop = links.find((link) => link.includes('/u/')) ?? ''
        await expect
          .poll(async () => {
            await page.goto(`${app.origin}/preview?lang=en`)
            return page.locator('.previews .shown').allTextContents()
          })
          .toEqual([expect.stringContaining('Malatya')])
        expect(await axeFindings(page)).toEqual([])

        for (const theme of ['light', 'dark']) {
          await page.goto(manage.replace(/\?lang=..#/, `?theme=${theme}&lang=en#`))
          await page.locator('[data-member=status]', { hasText: /^on$/ }).waitFor()
          expect(await page.locator('.facts dd').allTextContents()).toEqual([
            'Malatya',
            'any plant (frost severity)',
            'Telegram',
            'on'
          ])
          expect(await page.locator('.demo-banner').isVisible()).toBe(true)
          expect(await axeFindings(page), `manage, ${theme}`).toEqual([])
          await picture(page, `real-manage-${theme}`, false)
        }
        await page.getByRole('button', { name: 'Pause' }).click()
        await page.locator('[data-member=status]', { hasText: 'paused' }).waitFor()
        await page.getByRole('button', { name: 'Resume' }).click()
        await page.locator('[data-member=status]', { hasText: /^on$/ }).waitFor()

        for (const theme of ['light', 'dark']) {
          await page.goto(`${stop}?theme=${theme}&lang=en`)
          expect(await page.locator('.facts dd').allTextContents()).toEqual([
            'Malatya',
            'any plant (frost severity)',
            'Telegram',
            '1'
          ])
          expect(await page.locator('.demo-banner').isVisible()).toBe(true)
          expect(
            await page
              .locator('.facts div')
              .first()
              .evaluate((one) => getComputedStyle(one).display)
          ).toBe('flex')
          expect(await page.locator('.narrow').evaluate((one) => getComputedStyle(one).maxWidth)).toBe(
            '680px'
          )
          expect(await axeFindings(page), `unsubscribe, ${theme}`).toEqual([])
          await picture(page, `real-unsubscribe-${theme}`, false)
        }
        await page.getByRole('button', { name: 'End the alert' }).click()
        await page.getByRole('heading', { level: 1, name: 'The alert has ended' }).waitFor()
        expect(await axeFindings(page)).toEqual([])
      })
    })

    test('a preview for programs leaves room on a phone for the next one', async () => {
      await fetch(`${app.api}/alerts/subscribe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ location: 'erzurum', channel: 'sse', threshold: 1 })
      })
      await visit('/preview?lang=en', async ({ page }) => {
        await page.setViewportSize({ width: 360, height: 740 })
        const events = page.locator('.previews > li', { hasText: 'data: {"type":"frost.alert' })
        await expect
          .poll(async () => {
            await page.reload()
            return events.count()
          })
          .toBeGreaterThan(0)
        for (const event of await events.all()) {
          expect((await event.boundingBox())?.height).toBeLessThanOrEqual(640)
          expect(await event.locator('.letter').textContent()).toContain('"message_id"')
        }
        expect(await axeFindings(page)).toEqual([])
        await picture(page, 'preview-360')
      })
    })

    test('a Turkish page calls the channel by its Turkish name, and says that documents are in English', async () => {
      await visit('/tr/yer/bursa-iznik', async ({ page }) => {
        expect(await page.locator('.credit').textContent()).toMatch(/^Gösterim amaçlı örnek veri;/)
        await chooseWay(page, 'feed')
        await page.getByRole('button', { name: 'Abone ol' }).click()
        await page.getByRole('heading', { level: 1, name: 'Abone oldunuz' }).waitFor()
        expect(await page.locator('.demo-banner').isVisible()).toBe(true)
        const manage = page.locator('.addresses a[href*="/alerts/manage?lang="]')
        const address = (await manage.getAttribute('href')) ?? ''
        await page.goto(app.origin + address)
        await page.locator('[data-member=status]', { hasText: /^açık$/ }).waitFor()
        expect(await page.locator('.facts dd').allTextContents()).toEqual([
          'İznik',
          'her bitki (don şiddeti)',
          'Atom akışı',
          'açık'
        ])
        for (const link of await page.locator('a[href="/docs"]').all()) {
          expect(await link.textContent()).toBe('Belgeler (İngilizce)')
          expect(await link.getAttribute('hreflang')).toBe('en')
        }
        expect(await axeFindings(page)).toEqual([])
        await picture(page, 'real-manage-tr', false)
      })
    })

    test('a confirmation link that opens nothing says so, styled and accessible in both themes', async () => {
      for (const theme of ['light', 'dark']) {
        await visit(`/confirm/nonsense?lang=en&theme=${theme}`, async ({ page }) => {
          expect(await page.locator('h1').textContent()).toBe('This link opens nothing')
          expect(await page.locator('.demo-banner').isVisible()).toBe(true)
          expect(await page.locator('.narrow').evaluate((one) => getComputedStyle(one).maxWidth)).toBe(
            '680px'
          )
          expect(await axeFindings(page)).toEqual([])
        })
      }
    })

    test('the widget stands in a frame of another origin', async () => {
      const host = await serveDocument(
        () =>
          `<!doctype html><html lang="tr"><title>host</title><body><iframe title="w" src="${app.origin}/tr/widget/malatya" width="360" height="210" style="border:0"></iframe>`
      )
      const watched = await openWatched(browser, [app.origin, host.origin])
      await watched.page.goto(host.origin)
      const frame = watched.page.frameLocator('iframe')
      expect(await frame.locator('.level').textContent()).toMatch(/don riski/i)
      expect(await frame.locator('.demo').isVisible()).toBe(true)
      expect(watched.requested.filter((url) => url.startsWith(app.origin))).toEqual([
        `${app.origin}/tr/widget/malatya`
      ])
      expect(watched.faults).toEqual([])
      await picture(watched.page, 'real-widget', false)
      await watched.close()
      await host.close()
    })

    test('an unknown place leads on to the places that may have been meant, on its page and in its frame', async () => {
      await visit('/tr/yer/malatyaa', async ({ page }) => {
        await page.locator('main').getByRole('link', { name: 'Malatya', exact: true }).click()
        expect(await page.locator('h1').textContent()).toBe('Malatya')
      })
      await visit('/tr/widget/malatyaa', async ({ page }) => {
        await page.setViewportSize({ width: 360, height: 210 })
        expect(await axeFindings(page)).toEqual([])
        await page.getByRole('link', { name: 'Malatya', exact: true }).click()
        await page.locator('.level').waitFor()
      })
    })

    test('a path that leads nowhere shows a person the ways on, accessible in both themes', async () => {
      for (const theme of ['light', 'dark']) {
        await visit(`/malatyaa?lang=en&theme=${theme}`, async ({ page }) => {
          expect(await page.locator('h1').textContent()).toBe('There is no such page')
          expect(await axeFindings(page)).toEqual([])
          await picture(page, `real-nothing-${theme}`, false)
          await page.locator('main').getByRole('link', { name: 'Malatya', exact: true }).click()
          expect(await page.locator('h1').textContent()).toBe('Malatya')
        })
      }
    })

    test('every other page asks nobody but this service and has nothing that axe-core finds wrong', async () => {
      const others = ['/status?lang=tr', '/docs', '/docs/science', '/problems', '/problems/validation_failed']
      const paths = [...others, '/en', '/en/embed', '/en/place/van', '/en/search?q=mal']
      await tour(paths, async ({ page }, path) => {
        expect(await page.locator('h1').count(), path).toBe(1)
      })
    })

    test('the reference of the API works without asking anybody else', async () => {
      await visit('/reference', async ({ page }) => {
        await page.getByText('/weather/frost-risk').first().waitFor()
      })
    })
  }
)
