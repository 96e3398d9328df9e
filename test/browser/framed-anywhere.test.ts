/** The widget in pages that have no address of the web, and the builder at another address than SITE_URL. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../app.ts'
import { chooseWay } from './alert-form.ts'
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

  test('a page that allows only what the documentation names shows the widget of either snippet', async () => {
    const site = await readFile(new URL('../../docs/site.md', import.meta.url), 'utf8')
    const [, named = ''] = /^Content-Security-Policy: (.+)$/m.exec(site) ?? []
    const policy = `default-src 'none'; ${named.replaceAll('https://YOUR-SITE', app.origin)}`
    const snippets = [
      `<iframe src="${app.origin}/tr/widget/malatya" width="360" height="210"></iframe>`,
      `<script async src="${app.origin}/widget.js" data-location="malatya" data-lang="tr"></script>`
    ]
    for (const snippet of snippets) {
      const body = `<!doctype html><title>My orchard</title><body>${snippet}`
      const host = createServer((_, answer) => {
        answer.setHeader('content-type', 'text/html').setHeader('content-security-policy', policy).end(body)
      })
      await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
      const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
      const { page, faults, close } = await openWatched(browser, [origin, app.origin])
      await page.goto(origin)
      await page.frameLocator('iframe').locator('.level').waitFor()
      expect(faults).toEqual([])
      await close()
      host.close()
    }
  })

  test('the links of a new alert stay at the address by which the service was opened', async () => {
    const byName = app.origin.replace('127.0.0.1', 'localhost')
    const { page, close } = await openWatched(browser, [byName])
    await page.goto(`${byName}/en/place/malatya`)
    await chooseWay(page, 'feed')
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
