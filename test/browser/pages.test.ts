import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseWay } from './alert-form.ts'
import {
  axeFindings,
  axeFindingsInBothThemes,
  browserMissing,
  launch,
  launchWhole,
  openWatched,
  picture,
  type Watched
} from './browser.ts'
import { type OpenSite, openSite } from './open-site.ts'

const missing = browserMissing()

const pages: readonly (readonly [name: string, path: string])[] = [
  ['home', '/tr'],
  ['home-en', '/en'],
  ['place', '/tr/yer/malatya'],
  ['field', '/tr/tarla/38.400,38.200?label=Alt+bah%C3%A7e'],
  ['search-refused', '/en/search?q=27.142%2C38.423'],
  ['place-crop', '/en/place/malatya?curve=apricot/full-bloom'],
  ['place-imperial', '/en/place/van?units=imperial'],
  ['place-unknown-night', '/tr/yer/yalova'],
  ['place-stale', '/en/place/kilis'],
  ['place-missing', '/en/place/nowhereville'],
  ['place-without-data', '/tr/yer/bingol'],
  ['place-beyond-share', '/tr/yer/siirt'],
  ['place-beyond-share-en', '/en/place/siirt'],
  ['search', '/tr/ara?q=mal'],
  ['search-nothing', '/en/search?q=zzzzzz'],
  ['embed', '/tr/siteme-ekle'],
  ['embed-en', '/en/embed?location=izmir&look=dark&width=300'],
  ['privacy', '/tr/gizlilik'],
  ['privacy-en', '/en/privacy'],
  ['documents', '/docs'],
  ['document', '/docs/science'],
  ['document-missing', '/docs/nothing'],
  ['problems', '/problems'],
  ['problem', '/problems/validation_failed'],
  ['status', '/status?lang=tr'],
  ['preview', '/preview?lang=en']
]

const turkishPaths = [
  ...pages.map(([, path]) => path).filter((path) => path.startsWith('/tr') || path.endsWith('lang=tr')),
  '/preview?lang=tr',
  '/tr/yer/malatya?curve=apricot/full-bloom',
  '/tr/yer/malatyaa',
  '/tr/siteme-ekle?location=malatyaa',
  '/tr/widget/malatya',
  '/tr/widget/malatyaa',
  '/tr/widget/bingol',
  '/tr/widget/siirt'
]

describe.skipIf(missing !== null)(`pages in a browser${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let site: OpenSite
  /**
   * For all that is only looked at: one process that has compiled what it ran before. Without the worker, which would
   * store pages.
   */
  let visitor: Watched
  beforeAll(async () => {
    browser = await launch()
    site = await openSite()
    visitor = await openWatched(browser, [site.origin], { serviceWorkers: 'block' })
    site.without.add('bingol')
    site.beyondShare.add('siirt')
  })
  afterAll(async () => {
    await browser.close()
    await site.served.close()
  })

  for (const [name, path] of pages) {
    test(`${name} is accessible in both themes, fits at 360 and 1280 px, and asks nobody but this site`, async () => {
      const { page, faults } = visitor
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(site.origin + path)
      await page.locator('details').evaluateAll((all) => {
        for (const one of all) one.setAttribute('open', '')
      })
      expect(await axeFindingsInBothThemes(page)).toEqual([])
      expect(await page.locator('h1').count()).toBe(1)
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 })
        const scrolls = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth
        )
        expect(scrolls, `scrolls sideways at ${width} px`).toBe(0)
        await picture(page, `${name}-dark-${width}`)
      }
      expect(faults.splice(0)).toEqual([])
    })
  }

  test('a Turkish page speaks Turkish: what is in English is marked as such', async () => {
    const { page } = visitor
    await page.setViewportSize({ width: 1280, height: 900 })
    // Words that no English sentence of ours does without, and no Turkish one has.
    const english = /\b(the|and|not|with|made|was|were|answered|reached|today|place|night|score)\b/i
    for (const path of turkishPaths) {
      await page.goto(site.origin + path)
      const reported = await page.evaluate(() => {
        for (const one of document.querySelectorAll('[lang=en], [hreflang=en]')) one.remove()
        const written = ['title', 'aria-label', 'placeholder', 'content', 'alt']
        const attributes = [...document.querySelectorAll('*')].flatMap((one) =>
          one.tagName === 'META' && one.getAttribute('name') !== 'description'
            ? []
            : [...one.attributes]
                .filter(({ name }) => written.includes(name) || name.startsWith('data-'))
                .map(({ value }) => value)
        )
        return [document.title, document.body.innerText, ...attributes]
      })
      for (const text of reported) expect(text, path).not.toMatch(english)
    }
  })

  test('the status page tells why a source gave nothing, and keeps the machine’s words for the operator', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    const rows = (): Promise<readonly string[]> =>
      page
        .locator('.sources tbody tr')
        .allInnerTexts()
        .then((all) => all.map((one) => one.replace(':\n', ': ')))
    await page.goto(`${site.origin}/status?lang=tr`)
    expect(await rows()).toEqual([
      'Open-Meteo\thata veriyor\thenüz yok\tUlaşılamadı veya zamanında yanıt vermedi (3 dakika önce)\napi.open-meteo.com: cannot be reached (ECONNREFUSED)\t12 / 10.000',
      'Open-Meteo: topluluk tahmini\tkullanılmıyor\thenüz yok\tyok\tyukarıdakine dâhil',
      'Open-Meteo: mevsim sıcaklıkları\tyanıt veriyor\t2 dakika önce\tHata bildirdi veya isteği reddetti (2 saat önce)\nanswered 500\tyukarıdakine dâhil',
      'Demo (örnek veri)\tyanıt veriyor\t10 dakika önce\tyok\t81 / sınırsız',
      'Demo (örnek veri): mevsim sıcaklıkları\tkullanılmıyor\thenüz yok\tyok\tyukarıdakine dâhil'
    ])
    expect(await page.locator('.sources small[lang=en]').allTextContents()).toEqual([
      'api.open-meteo.com: cannot be reached (ECONNREFUSED)',
      'answered 500'
    ])
    await page.getByRole('link', { name: 'English' }).click()
    await page.waitForURL('**/status?lang=en')
    expect((await rows())[0]).toContain('It could not be reached or did not answer in time (3 minutes ago)')
    await close()
  })

  test('the chart of a phone names sunset and sunrise beside each other, in both languages', async () => {
    const { page, close } = await openWatched(browser, [site.origin], {
      viewport: { width: 360, height: 900 }
    })
    for (const path of ['/tr/yer/malatya', '/en/place/malatya']) {
      await page.goto(site.origin + path)
      const [sunset, sunrise] = await page
        .locator('.fan .sun')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
      expect(sunset?.right, path).toBeLessThan(sunrise?.left ?? 0)
      expect(sunrise?.right, path).toBeLessThanOrEqual(360)
    }
    await close()
  })

  test('each of the seven nights is one touch away, and the way back too', async () => {
    const { page, close } = await openWatched(browser, [site.origin], {
      viewport: { width: 360, height: 900 }
    })
    await page.goto(`${site.origin}/tr/yer/malatya`)
    expect(await page.locator('.strip li').count()).toBe(7)
    expect(await page.locator('.strip [aria-current]').innerText()).toContain('Bu gece')
    const third = page.locator('.strip li').nth(2)
    const degree = await third.locator('.lead').innerText()
    await third.locator('a').click()
    await page.waitForURL('**/tr/yer/malatya?date=2026-04-14')
    expect(await page.locator('.tonight .when').innerText()).toBe('Pzt–Sal 13/14')
    expect(degree).toContain(await page.locator('.degree b').innerText())
    await page.locator('.strip a').first().click()
    await page.waitForURL('**/tr/yer/malatya')
    expect(await page.locator('.tonight .when').innerText()).toContain('Bu gece')
    await close()
  })

  test('hours of frost are told apart from hours that harm the chosen crop', async () => {
    const { page } = visitor
    await page.goto(`${site.origin}/tr/yer/malatya`)
    const terms = page.locator('.facts dt')
    expect(await terms.allTextContents()).toContain('Don saatleri')
    await page.goto(`${site.origin}/tr/yer/malatya?curve=apricot/full-bloom`)
    expect(await terms.allTextContents()).toContain('Zarar beklenen saatler')
    expect(await terms.allTextContents()).not.toContain('Don saatleri')
  })

  test('a search names countries in the page’s language, and says at once that it found nothing', async () => {
    const { page } = visitor
    for (const [path, country] of [
      ['/tr/ara?q=mal', 'Andalusia, İspanya'],
      ['/en/search?q=mal', 'Andalusia, Spain']
    ] as const) {
      await page.goto(site.origin + path)
      expect(await page.locator('.places li', { hasText: 'Málaga' }).textContent()).toBe(`Málaga ${country}`)
    }
    // A district and its town of the same name are the same to a reader.
    await page.goto(`${site.origin}/tr/ara?q=yeşilyurt`)
    const found = await page.locator('.places a, .places .quiet').allTextContents()
    expect(found).toContain('Yeşilyurt')
    const rows = (await page.locator('.places li').allTextContents()).map((row) => row.trim())
    expect(rows).toEqual([...new Set(rows)])
    await page.goto(`${site.origin}/tr/ara?q=zzzzzz`)
    expect(await page.locator('h1').textContent()).toBe('Yer bulunamadı')
    await page.goto(`${site.origin}/tr/ara`)
    expect(await page.locator('h1').textContent()).toBe('Yer bul')
    expect(await page.locator('main p:not(.position)').count()).toBe(0)
  })

  test('a browser that may not or cannot be pushed to is told so in the page’s language', async () => {
    const whole = await launchWhole()
    for (const [permissions, sentence] of [
      [[], 'Tarayıcı izin vermiyor. Bu site için bildirimlere izin verip yeniden deneyin.'],
      [['notifications'], 'Bu tarayıcıda kurulamadı. Daha sonra yeniden deneyin veya başka bir yol seçin.']
    ] as const) {
      const { page, close } = await openWatched(whole, [site.origin], { permissions: [...permissions] })
      await page.goto(`${site.origin}/tr/yer/malatya`)
      await chooseWay(page, 'webpush')
      await page.locator('.alert-form button:not([type=button])').click()
      await page.locator('.alert-form [role=status]', { hasText: sentence }).waitFor()
      await close()
    }
    await whole.close()
  })

  test('the system’s dark theme is followed where none is asked for', async () => {
    const watched = await openWatched(browser, [site.origin], { colorScheme: 'dark' })
    await watched.page.goto(`${site.origin}/tr/yer/malatya`)
    const background = await watched.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(background).toBe('rgb(14, 22, 28)')
    expect(await axeFindings(watched.page, 'colours')).toEqual([])
    await watched.close()
  })

  test('the bare address leads to the language that the browser prefers', async () => {
    const turkish = await openWatched(browser, [site.origin], { locale: 'tr-TR' })
    await turkish.page.goto(`${site.origin}/`)
    expect(new URL(turkish.page.url()).pathname).toBe('/tr')
    await turkish.close()
    const german = await openWatched(browser, [site.origin], { locale: 'de-DE' })
    await german.page.goto(`${site.origin}/?theme=dark`)
    expect(german.page.url()).toBe(`${site.origin}/en?theme=dark`)
    await german.close()
  })

  test('the search offers places as you type and is worked by keyboard alone', async () => {
    const { page, faults, close } = await openWatched(browser, [site.origin])
    // Were something offered for the first letters too, it could not be told from what comes in its place.
    const isBegun = ({ searchParams }: URL): boolean =>
      searchParams.has('q') && searchParams.get('q') !== 'IĞD'
    await page.route(isBegun, (route) => route.fulfill({ json: [] }))
    await page.goto(`${site.origin}/tr`)
    await page.getByRole('combobox', { name: 'Yer bul' }).focus()
    await page.keyboard.type('IĞD')
    await page.locator('[role=option]:first-child', { hasText: 'Iğdır' }).waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tr/yer/igdir')
    expect(await page.locator('h1').textContent()).toBe('Iğdır')
    expect(faults).toEqual([])
    await close()
  })

  test('everything can be reached without a script', async () => {
    const { page, close } = await openWatched(browser, [site.origin], { javaScriptEnabled: false })
    await page.goto(`${site.origin}/en`)
    await page.getByLabel('Find a place').fill('malatya')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: 'Malatya', exact: true }).first().click()
    expect(await page.locator('h1').textContent()).toBe('Malatya')
    await page.locator('.crops').getByRole('link', { name: 'Apricot' }).click()
    await page.locator('.stages').getByRole('link', { name: 'full bloom' }).click()
    expect(new URL(page.url()).searchParams.get('stage')).toBe('full-bloom')
    expect(await page.locator('.fan .threshold-name').allTextContents()).toEqual([
      '−2.8° 10% harmed',
      '−5.6° 90% harmed'
    ])
    await close()
  })

  test('a name in its own spelling leads to the place’s address', async () => {
    const { page } = visitor
    await page.goto(`${site.origin}/tr/yer/${encodeURIComponent('Şanlıurfa')}`)
    expect(new URL(page.url()).pathname).toBe('/tr/yer/sanliurfa')
  })

  test('a place’s page prints on one page of A4', async () => {
    const { page } = visitor
    for (const path of ['/tr/yer/malatya', '/en/place/kilis?curve=apricot/full-bloom']) {
      await page.goto(site.origin + path)
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('.advice').isVisible()).toBe(path.includes('apricot'))
      const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
      expect(/\/Type \/Pages\s[^>]*\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1], path).toBe('1')
      await page.emulateMedia({ media: 'screen' })
    }
  })

  test('the first stop of the keyboard leads past the masthead', async () => {
    const { page } = visitor
    await page.goto(`${site.origin}/tr`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('İçeriğe geç')
  })
})
