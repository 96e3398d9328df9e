import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindingsInBothThemes, browserMissing, launch, openWatched, picture } from './browser.ts'
import { type OpenSite, openSite } from './open-site.ts'
import { type Served, serveDocument } from './serve-pages.ts'

const missing = browserMissing()
/** 8 kB over the wire, head and body together. */
const maxBytes = 8000

describe.skipIf(missing !== null)(`the widget in a browser${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let site: OpenSite
  let host: Served
  let inHead: Served
  let head: { readonly language: string; readonly lang: string } = { language: 'tr', lang: '' }
  beforeAll(async () => {
    browser = await launch()
    site = await openSite()
    site.without.add('bingol')
    host = await serveDocument(
      (path) => `<!doctype html><html lang="en"><title>host</title><body>${decodeURIComponent(path.slice(1))}`
    )
    inHead = await serveDocument(
      () =>
        `<!doctype html><html lang="${head.language}"><head><title>host</title><script async src="${site.origin}/widget.js" data-location="sanliurfa"${head.lang}></script></head><body><p>text</p>`
    )
  })
  afterAll(async () => {
    await inHead.close()
    await browser.close()
    await site.served.close()
    await host.close()
  })

  const embed = async (page: Page, markup: string): Promise<FrameLocator> => {
    await page.goto(`${host.origin}/${encodeURIComponent(markup)}`)
    const frame = page.frameLocator('iframe')
    await frame.locator('main').waitFor()
    return frame
  }
  const iframe = (path: string, width: number, height: number, more = '') =>
    `<iframe title="w" src="${site.origin}${path}" width="${width}" height="${height}" style="border:0" ${more}></iframe>`

  const sizes = [
    [200, 120],
    [280, 180],
    [300, 120],
    [200, 190],
    [310, 210],
    [600, 400],
    [360, 210],
    [800, 210],
    [800, 420],
    [200, 400],
    [160, 600],
    [800, 400],
    [1200, 160]
  ] as const

  for (const sandbox of ['', 'sandbox="allow-scripts"', 'sandbox']) {
    test(`it stands in a frame of another origin (${sandbox || 'no sandbox'}), in both themes, at every size, with nothing cut off`, async () => {
      const watched = await openWatched(browser, [site.origin, host.origin])
      for (const theme of ['light', 'dark'] as const) {
        const frame = await embed(
          watched.page,
          iframe(`/tr/widget/malatya?theme=${theme}`, 360, 210, sandbox)
        )
        for (const [width, height] of sizes) {
          await watched.page.locator('iframe').evaluate(
            (one, [w, h]) => {
              one.setAttribute('width', `${w}`)
              one.setAttribute('height', `${h}`)
            },
            [width, height] as const
          )
          const level = frame.locator('.level')
          expect(await level.textContent()).toContain('Yüksek don riski')
          expect(await level.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
          await picture(watched.page, `widget-${theme}-${width}x${height}`, false)
        }
      }
      // A frame without scripts tells on the console what it may not do, once a load; that is what was asked for.
      const faults = watched.faults.filter((fault) => !/'allow-scripts'/.test(fault))
      expect(faults).toEqual([])
      await watched.close()
    })
  }

  test('it is one request of at most 8 kB, sets no cookie, and stores nothing', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const watched = await openWatched(browser, [site.origin], { javaScriptEnabled })
      site.served.asked.length = 0
      await watched.page.goto(`${site.origin}/tr/widget/malatya`)
      await watched.page.waitForLoadState('networkidle')
      expect(site.served.asked.map((one) => one.path)).toEqual(['/tr/widget/malatya'])
      expect(site.served.asked[0]?.bytes).toBeLessThanOrEqual(maxBytes)
      expect(await watched.page.context().cookies()).toEqual([])
      if (javaScriptEnabled) {
        const stored = await watched.page.evaluate(
          async () => localStorage.length + sessionStorage.length + (await indexedDB.databases()).length
        )
        expect(stored).toBe(0)
      }
      expect(watched.faults).toEqual([])
      await watched.close()
    }
  })

  test('the first thing a screen reader meets is one plain sentence', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    await page.goto(`${site.origin}/tr/widget/malatya`)
    const first = await page.locator('main > *').first().textContent()
    expect(first?.replaceAll('\u00a0', ' ')).toBe(
      'Malatya: Bu gece yüksek don riski: saat 03.00 sularında hava −1,3 °C, bitki yüzeyi −3,7 °C bekleniyor'
    )
    await close()
  })

  test('axe-core finds nothing, in either theme, also compact, without data and for an unknown place', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    for (const path of ['malatya', 'malatya?compact=1', 'kilis', 'yalova', 'bingol', 'malatyaa', 'koop']) {
      await page.goto(`${site.origin}/en/widget/${path}`)
      expect(await axeFindingsInBothThemes(page), path).toEqual([])
    }
    await close()
  })

  test('it renews itself when it becomes due and visible, also in a frame without an origin', async () => {
    for (const sandbox of ['', 'sandbox="allow-scripts"']) {
      const watched = await openWatched(browser, [site.origin, host.origin])
      await watched.page.clock.install()
      const frame = await embed(watched.page, iframe('/tr/widget/bingol', 360, 210, sandbox))
      expect(await frame.locator('h1').textContent()).toContain('Şu anda hava verisi yok')
      site.without.delete('bingol')
      await watched.page.clock.fastForward('12:00')
      await frame.locator('.level').waitFor()
      site.without.add('bingol')
      expect(watched.faults).toEqual([])
      await watched.close()
    }
  })

  test('/widget.js puts the frame where it stands and keeps it as high as its content', async () => {
    const watched = await openWatched(browser, [site.origin, host.origin])
    const script = `<script async src="${site.origin}/widget.js" data-location="malatya" data-lang="tr" data-title="Don riski: Malatya"></script>`
    const frame = await embed(watched.page, `<p>before</p>${script}<p>after</p>`)
    expect(await watched.page.locator('iframe').getAttribute('title')).toBe('Don riski: Malatya')
    expect(await frame.locator('.level').textContent()).toContain('Yüksek')
    await watched.page.waitForFunction(() => document.querySelector('iframe')?.style.height !== '')
    const content = await frame
      .locator('main')
      .evaluate((main) => Math.ceil(main.getBoundingClientRect().height))
    expect(await watched.page.locator('iframe').evaluate((one) => one.getBoundingClientRect().height)).toBe(
      content
    )
    expect(watched.faults).toEqual([])
    await picture(watched.page, 'widget-script', false)
    await watched.close()
  })

  test('/widget.js in the head of a page shows its frame in the body, in the language and with the name of the page', async () => {
    for (const [language, lang, title] of [
      ['en-GB', '', 'Frost risk: Şanlıurfa'],
      ['tr', '', 'Don riski: Şanlıurfa'],
      ['de', '', 'Don riski: Şanlıurfa'],
      ['tr', ' data-lang="en"', 'Frost risk: Şanlıurfa']
    ] as const) {
      const watched = await openWatched(browser, [site.origin, inHead.origin])
      head = { language, lang }
      await watched.page.goto(inHead.origin)
      const shown = watched.page.locator('body > iframe')
      await shown.waitFor()
      await watched.page.frameLocator('iframe').locator('.place').waitFor()
      await watched.page.waitForFunction(() => document.querySelector('iframe')?.title.includes(':'))
      expect(await shown.getAttribute('title')).toBe(title)
      expect(watched.faults).toEqual([])
      await watched.close()
    }
  })

  test('messages from other frames never change the height', async () => {
    const { page, close } = await openWatched(browser, [site.origin, host.origin])
    await embed(page, `<script async src="${site.origin}/widget.js" data-location="malatya"></script>`)
    await page.waitForFunction(() => document.querySelector('iframe')?.style.height !== '')
    const before = await page.locator('iframe').evaluate((one) => one.style.height)
    await page.evaluate(() => window.postMessage({ ayaz: 'height', height: 1900 }, '*'))
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await page.locator('iframe').evaluate((one) => one.style.height)).toBe(before)
    await close()
  })

  test('an operator’s widget wins over a place of the same name and takes another place by its parameter', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    await page.goto(`${site.origin}/tr/widget/rize`)
    expect(await page.locator('.place a').textContent()).toBe('Van')
    await page.goto(`${site.origin}/tr/widget/rize?location=rize`)
    expect(await page.locator('.place a').textContent()).toBe('Rize')
    await close()
  })

  test('an unknown place gets suggestions and 404, missing data say since when and 503', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    const unknown = await page.goto(`${site.origin}/tr/widget/malatyaa`)
    expect(unknown?.status()).toBe(404)
    await page.getByRole('link', { name: 'Malatya' }).click()
    expect(await page.locator('.level').textContent()).toContain('Yüksek')
    const without = await page.goto(`${site.origin}/en/widget/bingol`)
    expect(without?.status()).toBe(503)
    expect(await page.locator('main').textContent()).toMatch(/Next try: 19:35\.\s+Last data: 10 April, 03:20/)
    await close()
  })

  test('only the widget may be framed, and no policy allows a script that is not ours', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    const policy = async (path: string) =>
      (await page.goto(site.origin + path))?.headers()['content-security-policy'] ?? ''
    expect(await policy('/tr/widget/malatya')).toMatch(/default-src 'none'(?!.*frame-ancestors)/)
    expect(await policy('/tr/yer/malatya')).toMatch(/default-src 'none'.*frame-ancestors 'none'$/)
    for (const path of [
      '/tr',
      '/tr/widget/malatya',
      '/en/place/van',
      '/tr/siteme-ekle',
      '/docs',
      '/status'
    ]) {
      expect(await policy(path)).not.toContain('unsafe')
    }
    await close()
  })
})
