import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, launch, openWatched, type Watched } from './browser.ts'
import { type OpenSite, openSite } from './open-site.ts'
import { hostilePlace } from './synthetic-site.ts'

const missing = browserMissing()

const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '</title></style></textarea><svg onload=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '\u2028\u2029<!--<script>'
]

describe.skipIf(missing !== null)(`hostile texts${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let site: OpenSite
  let visitor: Watched
  beforeAll(async () => {
    browser = await launch()
    site = await openSite()
    // One page for all visits. Without the worker, which would answer the later ones from what it stored.
    visitor = await openWatched(browser, [site.origin], { serviceWorkers: 'block' })
  })
  afterAll(async () => {
    await browser.close()
    await site.served.close()
  })

  const visit = async (path: string): Promise<string> => {
    const { page, faults } = visitor
    await page.goto(site.origin + path)
    expect(faults, path).toEqual([])
    const strays = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((one) =>
          [...one.attributes].some(
            ({ name, value }) => name.startsWith('on') || (/^\s*javascript:/i.test(value) && name !== 'value')
          )
        ).length + document.querySelectorAll('img, object, embed, script:not([src]):not(:last-child)').length
    )
    const text = (await page.locator('main').textContent()) ?? ''
    expect(strays, path).toBe(0)
    return text
  }

  test('a hostile place name is shown as it is written, on every page and in every frame', async () => {
    for (const path of [
      '/tr/yer/hostile',
      '/en/place/hostile',
      '/tr/widget/hostile',
      '/en/embed?location=hostile'
    ]) {
      expect(await visit(path), path).toContain(path.includes('embed') ? 'hostile' : hostilePlace.name)
    }
  })

  test('an operator’s hostile title and colour change nothing but their own text', async () => {
    expect(await visit('/tr/widget/hostile-widget')).toContain('</style><script>alert(5)</script>')
    const { page, close } = await openWatched(browser, [site.origin])
    await page.goto(`${site.origin}/tr/widget/hostile-widget`)
    expect(await page.locator('main').isVisible()).toBe(true)
    await close()
  })

  test('hostile messages are only text on the page of previews', async () => {
    expect(await visit('/preview')).toContain('<script>alert(4)</script>')
  })

  test('hostile queries and paths are only text', async () => {
    for (const payload of payloads) {
      const written = encodeURIComponent(payload)
      for (const path of [
        `/tr/ara?q=${written}`,
        `/en/place/${written}`,
        `/tr/widget/${written}`,
        `/tr/widget/koop?location=${written}`,
        `/en/embed?location=${written}&look=${written}&width=${written}`,
        `/en/place/malatya?curve=${written}&crop=${written}&theme=${written}&units=${written}&exposure=${written}`,
        `/tr?theme=${written}`,
        `/problems/${written}`,
        `/docs/${written}`,
        `/status?lang=${written}`
      ]) {
        await visit(path)
      }
    }
  }, 600_000)

  test('oEmbed’s frame cannot be broken out of', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    for (const payload of payloads) {
      const url = `${site.origin}/tr/widget/hostile?theme=${encodeURIComponent(payload)}`
      const answer = await page.request.get(`${site.origin}/oembed?url=${encodeURIComponent(url)}`)
      const body = await answer.json()
      await page.goto(`${site.origin}/robots.txt`)
      const synthetic = await page.evaluate((markup) => {
        const holder = new DOMParser().parseFromString(markup, 'text/html').body
        return { elements: holder.querySelectorAll('*').length, title: holder.querySelector('iframe')?.title }
      }, body.html)
      expect(synthetic).toEqual({ elements: 1, title: `Don riski: ${hostilePlace.name}` })
    }
    await close()
  })
})
