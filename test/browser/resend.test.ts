/** A webhook's message is sent again from the manage page. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRealApp, type RealApp } from '../contracts/http-alerts/real-app.ts'
import { browserMissing, launch, openWatched } from './browser.ts'

const missing = browserMissing()

describe.skipIf(missing !== null)(
  `a webhook on the manage page${missing === null ? '' : `: ${missing}`}`,
  () => {
    let browser: Browser
    let real: RealApp
    beforeAll(async () => {
      browser = await launch()
      real = await openRealApp()
    })
    afterAll(async () => {
      await browser.close()
      await real.close()
    })

    test('its warning can be sent again, its proof cannot', async () => {
      const destination = { url: `${real.receiver.origin}/frost` }
      const { manage } = await real.subscribed({ channel: 'webhook', destination })
      const ids = () => real.receiver.requests.map(({ headers }) => headers['webhook-id'])
      await expect.poll(() => ids().length, { timeout: 60_000 }).toBe(2)
      const { page, faults, close } = await openWatched(browser, [real.app.origin])
      const again = page.getByRole('button', { name: 'Yeniden gönder' })
      const open = async () => {
        await page.goto(`${real.app.origin}/alerts/manage?lang=tr#${manage.token}`)
        await page.reload()
        return again.waitFor({ timeout: 5000 }).then(
          () => true,
          () => false
        )
      }
      // What has arrived is written down a moment later.
      await expect.poll(open, { timeout: 60_000, interval: 1000 }).toBe(true)
      await again.click()
      await page.getByText('İleti yeniden gönderildi; sunucunuz kabul etti.').waitFor()
      expect(ids()[2]).toBe(ids()[1])
      expect(faults).toEqual([])
      await close()
    })
  }
)
