/** The threshold of an alert by a slider, with what it would have meant in the nights on record. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../src/weather/zone-clock.ts'
import { axeFindings, browserMissing, launch, openWatched, picture } from './browser.ts'
import { layoutFaults } from './layout.ts'
import { type OpenSite, openSite } from './open-site.ts'

const missing = browserMissing()

describe.skipIf(missing !== null)(
  `the slider of a threshold${missing === null ? '' : `: ${missing}`}`,
  () => {
    let browser: Browser
    let site: OpenSite
    beforeAll(async () => {
      browser = await launch()
      site = await openSite()
    })
    afterAll(async () => {
      await browser.close()
      await site.served.close()
    })

    test.each([
      [
        'tr',
        '/tr/yer/malatya',
        'Uyarı al',
        'Devam',
        'Dereceye göre',
        /Kayıttaki son 100 geceden (\d+) tanesinde/
      ],
      [
        'en',
        '/en/place/malatya',
        'Alert me',
        'Continue',
        'By degrees',
        /Of the last 100 nights on record, (\d+)/
      ]
    ] as const)(
      '%s: says how many messages there would have been',
      async (_, path, alert, next, degrees, sentence) => {
        site.said.splice(
          0,
          site.said.length,
          ...Array.from({ length: 100 }, (_night, index) => ({
            date: addDays('2026-04-10', -index),
            minimum: {
              ...{ plantTemperatureMinC: -5.05 + index / 10, sigmaC: 0.5 },
              ...{ airTemperatureMinC: -3.05 + index / 10, sigmaAirC: 0.5 }
            },
            cameC: null
          }))
        )
        const options = { viewport: { width: 360, height: 740 }, serviceWorkers: 'block' } as const
        const { page, faults, close } = await openWatched(browser, [site.origin], options)
        await page.goto(`${site.origin}${path}?crop=apricot&stage=full-bloom`)
        await page.locator('.action-bar').getByRole('link', { name: alert }).click()
        await page.locator('.sheet').getByRole('button', { name: next }).click()
        const line = page.locator('.sheet [data-meant]')
        const messages = async (): Promise<number> => Number(sentence.exec(await line.innerText())?.[1])
        await page.locator('.switch label', { hasText: degrees }).click()
        await page.locator('[name=threshold_probability]').evaluate((one: HTMLSelectElement) => {
          one.value = '0.5'
          one.dispatchEvent(new Event('change', { bubbles: true }))
        })
        const slider = page.locator('.of-degrees [type=range]')
        const number = page.locator('[name=threshold_temperature]')
        for (const [typed, expected] of [
          ['-2', 31],
          ['0', 51],
          ['-9', 0]
        ] as const) {
          await number.fill(typed)
          await expect.poll(messages).toBe(expected)
        }
        await number.fill('-2')
        await slider.focus()
        await page.keyboard.press('ArrowRight')
        expect(await number.inputValue()).toBe('-1.5')
        await expect.poll(messages).toBe(36)
        expect(await axeFindings(page)).toEqual([])
        for (const width of [320, 1280, 360]) {
          await page.setViewportSize({ width, height: 740 })
          expect(await layoutFaults(page)).toEqual([])
        }
        await picture(page, `threshold-${path.slice(1, 3)}`, false)
        site.said.splice(0, site.said.length)
        expect(faults).toEqual([])
        await close()
      }
    )
  }
)
