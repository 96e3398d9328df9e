/** The widget in pages that have no address of the web, and the builder at another address than SITE_URL. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../app.ts'
import { browserMissing, launch, openWatched } from './browser.ts'
import { startAppWithOwnUrl } from './open-app.ts'
import { eveningAt } from './synthetic-site.ts'

const missing = browserMissing()

describe.skipIf(missing !== null)(`frames${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let app: TestApp
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ayaz-host-page-'))
    browser = await launch()
    app = await startAppWithOwnUrl({ environment: { SOURCES: 'demo' }, clock: () => eveningAt })
  })
  afterAll(async () => {
    await browser.close()
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('a page opened from a file shows the widget of its iframe snippet', async () => {
    const file = join(folder, 'page.html')
    const snippet = `<iframe src="${app.origin}/tr/widget/malatya" width="360" height="210" style="border:0"></iframe>`
    await writeFile(file, `<!doctype html><title>My orchard</title>${snippet}`)
    const { page, faults, close } = await openWatched(browser, ['file://', app.origin])
    await page.goto(pathToFileURL(file).href)
    await page.frameLocator('iframe').locator('.level').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  test('the links of a new alert stay at the address by which the service was opened', async () => {
    const byName = app.origin.replace('127.0.0.1', 'localhost')
    const { page, close } = await openWatched(browser, [byName])
    await page.goto(`${byName}/en/place/malatya`)
    await page.getByRole('combobox', { name: 'By', exact: true }).selectOption('feed')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('heading', { level: 1, name: 'You are subscribed' }).waitFor()
    const own = page.locator('.addresses a:not(:has-text("://"))')
    const addresses = await own.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
    expect(addresses.length).toBeGreaterThanOrEqual(2)
    for (const address of addresses) expect(address.startsWith(`${byName}/`), address).toBe(true)
    // The feed's address is for another program.
    expect(await page.locator('.addresses a:has-text("://")').getAttribute('href')).toContain(app.origin)
    await close()
  })

  test('the builder shows its live view where it is opened by another name than SITE_URL', async () => {
    const byName = app.origin.replace('127.0.0.1', 'localhost')
    const { page, faults, close } = await openWatched(browser, [byName])
    await page.goto(`${byName}/tr/siteme-ekle`)
    await page.frameLocator('#live').locator('.level').waitFor()
    expect(await page.locator('#frame-code').textContent()).toContain(`${app.origin}/tr/widget/malatya`)
    expect(faults).toEqual([])
    await close()
  })
})
