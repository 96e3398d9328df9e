/** The reference in a real browser, made from the document of the real service. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../app.ts'
import { axeFindings, browserMissing, launch, openWatched, picture } from './browser.ts'
import { layoutFaults } from './layout.ts'
import { startAppWithOwnUrl } from './open-app.ts'

const missing = browserMissing()
const scrolling = '.wide[tabindex="0"], pre[tabindex="0"], nav.document-list'
const maxBytes = 250_000

let app: TestApp
beforeAll(async () => {
  app = await startAppWithOwnUrl({ environment: { SOURCES: 'demo', PAGES_PER_MINUTE: '100000' } })
})
afterAll(() => app.close())

test('the reference names every operation, parameter and problem of the document, each link leads on', async () => {
  const page = await (await fetch(`${app.origin}/reference`)).text()
  const document = await (await fetch(`${app.api}/openapi.json`)).json()
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item as object))
  expect(operations.length).toBeGreaterThan(20)
  for (const { operationId, parameters } of operations) {
    const [, section = ''] = page.split(`<section class="operation" id="${operationId}">`)
    const own = section.split('<section class="operation"')[0]
    for (const { $ref, ...inline } of parameters) {
      const { name } = $ref === undefined ? inline : document.components.parameters[$ref.split('/').at(-1)]
      expect(own, operationId).toContain(`<code>${name}</code>`)
    }
  }
  for (const event of Object.keys(document.webhooks)) expect(page).toContain(event)
  for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${anchor}"`)
  const problems = new Set([...page.matchAll(/href="(\/problems\/[^"]+)"/g)].map(([, path]) => path))
  expect(problems.size).toBeGreaterThan(20)
  for (const path of problems) expect([path, (await fetch(app.origin + path)).status]).toEqual([path, 200])
})

test('the reference has the policy, the validator and the compression of every page, and answers HEAD', async () => {
  const url = `${app.origin}/reference`
  const answers = [await fetch(url), await fetch(url, { method: 'HEAD' })]
  for (const { status, headers } of answers) {
    expect([status, headers.get('content-encoding')]).toEqual([200, 'gzip'])
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'.*; frame-ancestors 'none'$/)
    expect(policy).not.toMatch(/unsafe|https?:/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
  const known = await fetch(url, { headers: { 'if-none-match': answers[0]?.headers.get('etag') ?? '' } })
  expect(known.status).toBe(304)
})

test('each operation has a page with its examples, and no anchor that leads nowhere', async () => {
  const document = await (await fetch(`${app.api}/openapi.json`)).json()
  const operations = Object.values(document.paths).flatMap((item) => Object.entries(item as object))
  for (const [method, { operationId, summary, ...operation }] of operations) {
    const answer = await fetch(`${app.origin}/reference/${operationId}`)
    const page = await answer.text()
    expect([answer.status, page.includes(`<h1>${summary}</h1>`)], operationId).toEqual([200, true])
    for (const name of ['curl', 'Python', 'JavaScript', 'Example'])
      expect(page).toContain(`<summary>${name}</summary>`)
    for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${anchor}"`)
    const [curl] = operation['x-codeSamples'] as readonly { source: string }[]
    const [, address = 'none'] = /^curl '([^' ]+)'$/.exec(curl?.source ?? '') ?? []
    expect(page.includes(`<a href="${address.replaceAll('&', '&amp;')}">`)).toBe(
      method === 'get' && address !== 'none'
    )
  }
  expect((await fetch(`${app.origin}/reference/getNothing`)).status).toBe(404)
})

test('the old address of the document leads to it', async () => {
  const answer = await fetch(`${app.origin}/reference/json`)
  expect(await answer.json()).toMatchObject({ openapi: '3.1.0' })
})

describe.skipIf(missing !== null)(`the reference${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test('takes at most 250 kB over the wire, style and script included, and no other origin', async () => {
    const { page, requested, faults, close } = await openWatched(browser, [app.origin])
    await page.goto(`${app.origin}/reference`)
    await page.waitForLoadState('networkidle')
    let bytes = 0
    for (const url of new Set(requested.filter((one) => !one.startsWith('data:')))) {
      const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
      // Decoded by fetch; the length is that of the wire.
      bytes += Number(answer.headers.get('content-length'))
      await answer.arrayBuffer()
    }
    expect(bytes).toBeGreaterThan(5000)
    expect(bytes).toBeLessThanOrEqual(maxBytes)
    expect(faults).toEqual([])
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await close()
  })

  test('fits at every width, axe finds nothing in either theme, and the keyboard opens what is folded', async () => {
    const { page, faults, close } = await openWatched(browser, [app.origin])
    await page.goto(`${app.origin}/reference`)
    expect(await axeFindings(page)).toEqual([])
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      expect(await layoutFaults(page, scrolling), `${width} px`).toEqual([])
      if (width === 360 || width === 1280) await picture(page, `reference-${width}`, false)
    }
    const operation = page.locator('#getFrostRisk > details')
    const answer = operation.locator('details.answer').first()
    for (const folded of [operation, answer]) {
      await folded.locator('> summary').focus()
      await page.keyboard.press('Enter')
      expect(await folded.getAttribute('open')).not.toBeNull()
    }
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await layoutFaults(page, scrolling)).toEqual([])
    // The themes differ in colours alone, and operations in their words: five of them have all the colours.
    await page.locator('section.operation').evaluateAll((all) => {
      for (const one of all.slice(5)) one.remove()
      document.documentElement.setAttribute('data-theme', 'dark')
    })
    expect(await page.locator('section.operation').count()).toBe(5)
    expect(await axeFindings(page, 'colours')).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  test('filters operations, each of which has an address, a folded part and a page', async () => {
    const { page, faults, close } = await openWatched(browser, [app.origin])
    await page.goto(`${app.origin}/reference`)
    const shown = page.locator('section.operation:visible')
    const all = await shown.count()
    await page.locator('[data-filter] input').fill('FROST risk GET')
    expect(await shown.count()).toBeLessThan(all / 4)
    expect(await page.locator('#getFrostRisk').isVisible()).toBe(true)
    await page.locator('nav a[href="/reference/getFrostRisk"]').click()
    await page.waitForURL('**/reference/getFrostRisk')
    expect(await page.locator('h1').textContent()).toBe('Frost risk')
    expect(await axeFindings(page)).toEqual([])
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      expect(await layoutFaults(page, scrolling), `${width} px`).toEqual([])
    }
    expect(await page.locator('[style]').count()).toBe(0)
    expect(faults).toEqual([])
    await close()
  })

  test('is linked from the foot of every page and from the documents', async () => {
    const { page, close } = await openWatched(browser, [app.origin])
    for (const path of ['/tr', '/docs/api', '/status?lang=en']) {
      await page.goto(app.origin + path)
      await page.locator('.foot a[href="/reference"]').click()
      await page.waitForURL('**/reference')
      expect(await page.locator('h1').textContent()).toBe('API reference')
    }
    await close()
  })
})
