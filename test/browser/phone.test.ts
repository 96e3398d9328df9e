/** The pages on a phone at 22:00, and at every other width. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, browserMissing, launch, openWatched, picture, type Watched } from './browser.ts'
import { layoutFaults } from './layout.ts'
import { type OpenSite, openSite } from './open-site.ts'
import { shiftedBy } from './shifts.ts'

const missing = browserMissing()
const widths = [320, 360, 768, 1024, 1280, 1920]
const apricot = 'crop=apricot&stage=full-bloom'

/** Frost, a crop, a warm night, a polar night, a night without a score, old data, none at all, and the pages around. */
const paths: readonly ((lang: 'tr' | 'en') => string)[] = [
  (lang) => `/${lang}`,
  (lang) => `/${lang}?map=temperature&units=imperial`,
  ...[
    'malatya',
    `malatya?${apricot}`,
    'singapore',
    'tromso',
    'yalova',
    'kilis',
    'bingol',
    'afyonkarahisar'
  ].map((place) => (lang: 'tr' | 'en') => `/${lang}/${lang === 'tr' ? 'yer' : 'place'}/${place}`),
  (lang) => `/${lang}/${lang === 'tr' ? 'yer' : 'place'}/malatya?crop=apricot`,
  (lang) => `/${lang}/${lang === 'tr' ? 'tarla' : 'field'}/38.400,38.200?label=Alt+bah%C3%A7e&${apricot}`,
  (lang) => `/${lang}/${lang === 'tr' ? 'ara' : 'search'}?q=27.142%2C38.423`,
  (lang) => (lang === 'tr' ? '/tr/siteme-ekle' : '/en/embed'),
  (lang) => (lang === 'tr' ? '/tr/ara?q=mal' : '/en/search?q=mal'),
  (lang) => (lang === 'tr' ? '/tr/gizlilik' : '/en/privacy'),
  (lang) => (lang === 'tr' ? '/tr/yer/malatya/dogrulama' : '/en/place/malatya/verification'),
  (lang) => `/status?lang=${lang}`,
  (lang) => `/preview?lang=${lang}`
]

describe.skipIf(missing !== null)(`pages on a phone${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let site: OpenSite
  /** For all that is only looked at; without the worker, which would answer later visits from what it stored. */
  let visitor: Watched
  let browserOfLargeLetters: Browser
  let largeReader: Watched
  beforeAll(async () => {
    browser = await launch()
    browserOfLargeLetters = await launch(32)
    site = await openSite()
    site.without.add('bingol')
    visitor = await openWatched(browser, [site.origin], { serviceWorkers: 'block' })
    largeReader = await openWatched(browserOfLargeLetters, [site.origin], { serviceWorkers: 'block' })
  })
  afterAll(async () => {
    await browser.close()
    await browserOfLargeLetters.close()
    await site.served.close()
  })

  for (const lang of ['tr', 'en'] as const) {
    for (const pathIn of paths) {
      const path = pathIn(lang)
      test(`${path} has no text that overlaps or is cut, and no target under 24 px, at any width`, async () => {
        const { page } = visitor
        await page.goto(site.origin + path)
        await page.locator('details').evaluateAll((all) => {
          for (const one of all) one.setAttribute('open', '')
        })
        for (const width of widths) {
          await page.setViewportSize({ width, height: 740 })
          expect(await layoutFaults(page, '.crops ul, .strip'), `${width} px`).toEqual([])
          if (width === 360) await picture(page, `phone-${path.replaceAll(/\W+/g, '-')}`)
        }
      })

      test(`${path} has it so where the browser’s letters are twice as large, as all its texts are`, async () => {
        const { page } = largeReader
        await page.goto(site.origin + path)
        await page.locator('details').evaluateAll((all) => {
          for (const one of all) one.setAttribute('open', '')
        })
        for (const width of [320, 360, 768, 1280]) {
          await page.setViewportSize({ width, height: 740 })
          expect(await layoutFaults(page, '.crops ul, .strip'), `${width} px`).toEqual([])
        }
        const sizes = await page
          .locator('body *:not(svg[viewBox] *)')
          .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(22)
      })
    }
  }

  test('the alert button and the frost of every hour and day are in view on a phone', async () => {
    const { page, close } = await openWatched(browser, [site.origin], {
      viewport: { width: 360, height: 640 }
    })
    for (const path of ['/tr/yer/malatya', '/en/place/malatya']) {
      await page.goto(site.origin + path)
      await page.locator('details').evaluateAll((all) => {
        for (const one of all) one.setAttribute('open', '')
      })
      const button = await page.locator('.action-bar a.button:not(.plain)').boundingBox()
      expect((button?.y ?? 0) + (button?.height ?? 640)).toBeLessThanOrEqual(640)
      const cells = await page
        .locator('.rows td:last-child b')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
      expect(cells.length).toBeGreaterThan(12)
      expect(Math.max(...cells)).toBeLessThanOrEqual(360)
    }
    await page.locator('.action-bar a.button:not(.plain)').click()
    const sheet = await page.locator('.sheet').boundingBox()
    expect(sheet?.y).toBeLessThan(400)
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeLessThanOrEqual(640)
    await close()
  })

  test('nothing moves while a page arrives, wherever its bytes are cut', async () => {
    const { page, close } = await openWatched(browser, [site.origin], {
      viewport: { width: 360, height: 740 },
      serviceWorkers: 'block',
      bypassCSP: true
    })
    await page.goto(`${site.origin}/tr/gizlilik`)
    for (const path of ['/tr', `/tr/yer/malatya?${apricot}`, '/en/place/malatya']) {
      const answer = await page.request.get(site.origin + path)
      const text = (await answer.text()).replaceAll(/<script.*?<\/script>/g, '')
      const [from, until] = [text.indexOf('<body>') + 6, text.indexOf('</footer>')]
      for (let cut = from; cut < until; cut += Math.round((until - from) / 40)) {
        const whole = text.indexOf('<', cut)
        expect(await movedBy(page, [text.slice(0, whole), text.slice(whole)]), `${path} at ${whole}`).toBe(0)
      }
    }
    await close()
  })

  test('channels for people come before channels for programs', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    await page.goto(`${site.origin}/tr/yer/malatya`)
    await page.locator('.alert > summary').click()
    const order = await page
      .locator('#subscribe [name=channel]')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    expect(order).toEqual(['webpush', 'telegram', 'email', 'feed', 'webhook'])
    expect(await page.locator('#subscribe details [name=channel]').count()).toBe(2)
    await page.getByText('Yazılımcılar için').click()
    for (const [channel, name] of [
      ['email', 'E-posta adresiniz'],
      ['webhook', 'Webhook adresi']
    ] as const) {
      await page.setViewportSize({ width: 320, height: 740 })
      await page.locator('.ways label', { has: page.locator(`[value=${channel}]`) }).click()
      expect(await page.getByLabel(name).isVisible()).toBe(true)
      expect(await layoutFaults(page, '.crops ul, .strip')).toEqual([])
    }
    await close()
  })

  test('the page says what the score means in two sentences and where there is more, and names air and plants apart', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    await page.goto(`${site.origin}/tr/yer/malatya`)
    const meaning = page.locator('.night .small', { hasText: 'puan, bu gecenin' })
    expect((await meaning.textContent())?.match(/\.( |$)/g)?.length).toBe(2)
    expect(await page.locator('.headline').textContent()).toMatch(/bitkide −.*havada −/)
    const terms = await page.locator('dt').allTextContents()
    expect(terms).toContain('Yalnız havaya göre zirai don sınıfı (MGM)')
    await page.locator('summary:has(.score)').click()
    await meaning.getByRole('link').click()
    await page.waitForURL('**/docs/growers.tr')
    expect(await page.locator('h1').textContent()).toContain('Don puanı')
    await page.goto(`${site.origin}/tr/yer/malatya?${apricot}`)
    expect(await page.locator('.night').textContent()).toContain('her 100 tomurcuk')
    await close()
  })

  test('theme and units are switched where the visitor is, with the crop', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    await page.goto(`${site.origin}/en/place/malatya?${apricot}`)
    await page.locator('.switches').getByRole('link', { name: '°F' }).click()
    await page.waitForURL(`**/en/place/malatya?units=imperial&${apricot}`)
    await page.locator('.switches').getByRole('link', { name: 'dark' }).click()
    await page.waitForURL(`**/en/place/malatya?theme=dark&units=imperial&${apricot}`)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await close()
  })

  test('an address that is sent on shows title, sentence and picture, and is shared without the theme', async () => {
    const { page, close } = await openWatched(browser, [site.origin], {
      permissions: ['clipboard-read', 'clipboard-write']
    })
    await page.goto(`${site.origin}/tr/yer/malatya?theme=dark&${apricot}`)
    const meta = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content')
    expect(await meta('title')).toBe(await page.title())
    expect(await meta('description')).toMatch(
      /^DEMO: Malatya, 11 Nisan’ı 12 Nisan’a bağlayan gece\. Bu gece .*°C.*\.$/
    )
    expect(await meta('url')).toBe(`${site.origin}/tr/yer/malatya?${apricot}`)
    const image = await page.request.get((await meta('image')) ?? '')
    expect(image.headers()['content-type']).toBe('image/png')
    await page.locator('#share').click()
    await page.locator('#share', { hasText: 'Adres kopyalandı' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await meta('url'))
    await page.goto(`${site.origin}/picture/malatya?${apricot}`)
    const size = await page
      .locator('img')
      .evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight])
    expect(size).toEqual([1200, 630])
    await close()
  })

  test('the site can be installed', async () => {
    const { page, faults, close } = await openWatched(browser, [site.origin])
    await page.goto(`${site.origin}/tr`)
    const address = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? ''
    const manifest = await page.evaluate(async (url) => (await fetch(url)).json(), address)
    expect(manifest).toMatchObject({ start_url: '/tr', scope: '/', display: 'standalone', lang: 'tr' })
    for (const { src, sizes } of manifest.icons) {
      const size = await page.evaluate(async (url) => {
        const bitmap = await createImageBitmap(await (await fetch(url)).blob())
        return `${bitmap.width}x${bitmap.height}`
      }, src)
      expect(size).toBe(sizes)
    }
    const old = await page.request.get(`${site.origin}/favicon.ico`)
    expect([old.status(), old.headers()['content-type']]).toEqual([200, 'image/png'])
    const session = await page.context().newCDPSession(page)
    const { errors } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  test('the page that was read last opens without a connection, and says how old it is', async () => {
    const { page, faults, close } = await openWatched(browser, [site.origin])
    await page.goto(`${site.origin}/tr/yer/malatya`)
    await page.waitForFunction(async () => (await caches.match(location.href)) !== undefined)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.context().setOffline(true)
    await page.reload()
    expect(await page.locator('h1').textContent()).toBe('Malatya')
    expect(await page.locator('.offline').textContent()).toMatch(
      /^Çevrimdışı: bu sayfa .*20\d\d.* tarihli \(.*dakika.*\)\./
    )
    expect(await page.locator('.headline').isVisible()).toBe(true)
    // What was never read cannot be shown: our own page lists what was, in the language of the address.
    for (const [path, heading, stored] of [
      ['/tr/yer/van', 'Bağlantı yok', 'Malatya'],
      ['/tr/harita', 'Bağlantı yok', 'Malatya'],
      ['/en/place/van?theme=dark', 'No connection', 'Malatya'],
      ['/status', 'No connection', 'Malatya']
    ] as const) {
      await page.goto(site.origin + path)
      expect([path, await page.locator('h1').textContent()]).toEqual([path, heading])
      expect(await page.locator('main li a').allTextContents(), path).toEqual([
        expect.stringContaining(stored)
      ])
    }
    await page.setViewportSize({ width: 320, height: 740 })
    expect(await layoutFaults(page)).toEqual([])
    expect(await axeFindings(page)).toEqual([])
    await page.locator('main li a').click()
    expect(await page.locator('h1').textContent()).toBe('Malatya')
    await page.context().setOffline(false)
    await page.goto(`${site.origin}/tr/yer/malatya`)
    expect(await page.locator('.offline').count()).toBe(0)
    await page.goto(`${site.origin}/en/place/malatya`)
    await page.waitForFunction(async () => (await caches.match(location.href)) !== undefined)
    await page.context().setOffline(true)
    await page.reload()
    // Day before month and a clock of 24 hours, as on all pages.
    expect(await page.locator('.offline').textContent()).toMatch(/ from \d+ \w+ 20\d\d, \d\d:\d\d \(/)
    expect(faults).toEqual([])
    await close()
  })

  test('a place and a field take at most 20 kB, home 30 kB, each in six requests, the widget 8 kB and one', async () => {
    for (const [path, maxBytes, maxRequests] of [
      [`/tr?${apricot}`, 30_000, 6],
      [`/tr/yer/istanbul?${apricot}`, 20_000, 6],
      [`/tr/yer/malatya?${apricot}`, 20_000, 6],
      [`/tr/tarla/38.400,38.200?${apricot}`, 20_000, 6],
      [`/tr/widget/malatya?${apricot}`, 8000, 1]
    ] as const) {
      const { page, requested, faults, close } = await openWatched(browser, [site.origin])
      site.served.asked.length = 0
      await page.goto(site.origin + path)
      await page.waitForLoadState('networkidle')
      // The worker comes when all else is there, and is no part of the first view.
      const asked = site.served.asked.filter(
        (one) => !/^\/(push-worker\.js|(tr|en)\/offline|favicon|icon|manifest)/.test(one.path)
      )
      const bytes = asked.reduce((sum, one) => sum + one.bodyBytes, 0)
      expect(await shiftedBy(page), path).toBe(0)
      expect(bytes, path).toBeGreaterThan(2000)
      expect(bytes, path).toBeLessThanOrEqual(maxBytes)
      expect(requested.filter((url) => !url.startsWith('data:')).length, path).toBeLessThanOrEqual(
        maxRequests
      )
      expect(faults).toEqual([])
      await close()
    }
  })
})

/** How far what stood there has moved when a document had arrived in two parts. */
function movedBy(page: Page, parts: readonly [string, string]): Promise<number> {
  return page.evaluate(async ([first, rest]) => {
    let moved = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved += (entry as PerformanceEntry & { value: number }).value
    })
    const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    document.open()
    observer.observe({ type: 'layout-shift' })
    document.write(first)
    await painted()
    document.write(rest)
    document.close()
    await painted()
    await new Promise((done) => setTimeout(done, 20))
    observer.disconnect()
    return moved
  }, parts)
}
