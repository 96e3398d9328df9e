/** A message that waits for the morning, on the manage page. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post, type Subscribed } from '../contracts/http-alerts/client.ts'
import { openStage, type Stage, settle } from '../scenarios/weather/harness.ts'
import { lateEvening, onlyLaterNights } from '../upstream/later-nights.ts'
import { browserMissing, launch, openWatched } from './browser.ts'

const missing = browserMissing()

describe.skipIf(missing !== null)(`a message that waits${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let stage: Stage
  beforeAll(async () => {
    browser = await launch()
    stage = await openStage({ at: lateEvening })
    stage.upstream.setWeather(onlyLaterNights)
    await settle(stage)
  })
  afterAll(async () => {
    await browser.close()
    await stage.close()
  })

  test('says when it is sent on the clocks of its place, and once the alert has ended that it is not', async () => {
    const feed = { location: 'malatya', channel: 'feed', threshold: 10 }
    const { manage } = (await post(stage.client, '/alerts/subscribe', feed)).json as Subscribed
    const { page, faults, close } = await openWatched(browser, [stage.app.origin])
    await page.goto(`${stage.app.origin}/alerts/manage?lang=tr#${manage.token}`)
    const listed = () => page.locator('.sent li').first().textContent()
    const waiting =
      '11 Nis 2026 22.00: Uyarı ya da güncelleme, sırada; gönderileceği zaman: 12 Nis 2026 07.00'
    await expect.poll(listed).toContain(waiting)
    await page.getByRole('button', { name: 'Duraklat' }).click()
    await expect
      .poll(listed)
      .toContain('22.00: Uyarı ya da güncelleme, uyarı etkin olmadığı sürece gönderilmez')
    await page.getByRole('button', { name: 'Devam ettir', exact: true }).click()
    await expect.poll(listed).toContain(waiting)
    await page.getByRole('button', { name: 'Aboneliği sonlandır' }).click()
    await page.getByRole('button', { name: 'Evet, aboneliği sonlandır' }).click()
    await expect.poll(listed).toContain('22.00: Uyarı ya da güncelleme, gönderilmeyecek: abonelik bitti')
    expect(faults).toEqual([])
    await close()
  })
})
