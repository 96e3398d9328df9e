/** The first screen of a place in every state of its night: what a grower reads half asleep, without scrolling. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sitePages } from '../../src/site/registry.ts'
import { browserMissing, launch, openWatched, picture } from './browser.ts'
import { layoutFaults } from './layout.ts'
import { type Served, servePages } from './serve-pages.ts'
import { createSyntheticSite, eveningAt } from './synthetic-site.ts'

const missing = browserMissing()
const hourMs = 3_600_000
const longest = 'Doğanşehir Polat Köyü yukarı bahçe'
const winterAt = Date.UTC(2026, 10, 22, 16, 20)
const apricot = 'crop=apricot&stage=full-bloom'

interface State {
  readonly name: string
  /** When the page is read; the forecast is of the evening, or of the same time where that is long ago. */
  readonly at: number
  readonly madeAt?: number
  readonly shiftC: number
  readonly query: string
  /** In the hero's text, in both languages. */
  readonly says: readonly [tr: RegExp, en: RegExp]
}

/** At a field near Malatya. */
const states: readonly State[] = [
  { name: 'evening', at: eveningAt, shiftC: -3, query: apricot, says: [/Hazırlık/, /prepare/] },
  {
    name: 'old',
    at: eveningAt,
    madeAt: eveningAt - 13 * hourMs,
    shiftC: -3,
    query: apricot,
    says: [/Hazırlık/, /prepare/]
  },
  { name: 'general', at: eveningAt, shiftC: -3, query: '', says: [/yer seviyesinde/, /ground/] },
  {
    name: 'during',
    at: eveningAt + 8 * hourMs,
    shiftC: -3,
    query: apricot,
    says: [/tahmin, ölçüm değil/, /forecast, not measured/]
  },
  {
    name: 'dawn',
    at: eveningAt + 12.5 * hourMs,
    madeAt: eveningAt + 12 * hourMs,
    shiftC: -3,
    query: apricot,
    says: [/^Dün gece bitkide −/, /^Last night −.* on the plants/]
  },
  { name: 'warm', at: eveningAt, shiftC: 9, query: apricot, says: [/riski yok/, /No .*risk/] },
  { name: 'spell', at: eveningAt, shiftC: -25, query: '', says: [/gece ve gündüz|Donun sonu/, /frost/] },
  {
    name: 'dormancy',
    at: winterAt,
    madeAt: winterAt,
    shiftC: 0,
    query: 'crop=apricot&stage=auto',
    says: [/havada/, /in the air/]
  },
  {
    name: 'no-data',
    at: eveningAt,
    shiftC: Number.NaN,
    query: apricot,
    says: [/demek değildir[\s\S]*Yeniden denenecek\s+20\.05/, /not mean[\s\S]*Next try\s+20:05/]
  },
  {
    name: 'long',
    at: eveningAt,
    shiftC: -6,
    query: 'crop=nectarine-big-top&stage=stamens-visible',
    says: [/Hazırlık/, /prepare/]
  }
]

/** With `SWEEP=yes` more places, letters and widths. */
const isSweep = process.env['SWEEP'] === 'yes'
const letters = isSweep ? [16, 18, 20, 24, 32] : [32]
const places = ['malatya', 'tromso', ...(isSweep ? ['kilis', 'kahramanmaras', 'singapore', 'yalova'] : [])]
const widths = isSweep ? [320, 360, 412, 560, 644, 768, 820, 1000, 1024, 1060, 1280] : [320, 360, 768, 1280]

describe.skipIf(missing !== null)(`the first screen${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  for (const { name, at, madeAt = eveningAt, shiftC, query, says } of states) {
    test(`${name}: degree, hour and next step stand inside it, in both languages and themes`, async () => {
      const served = await siteAt(at, madeAt, shiftC)
      const options = { viewport: { width: 360, height: 740 }, serviceWorkers: 'block' } as const
      const { page, faults, close } = await openWatched(browser, [served.origin], options)
      await page.clock.setFixedTime(at)
      for (const [index, lang] of (['tr', 'en'] as const).entries()) {
        for (const theme of ['light', 'dark'] as const) {
          const path = lang === 'tr' ? 'tr/tarla' : 'en/field'
          const label = `label=${encodeURIComponent(longest)}`
          await page.goto(`${served.origin}/${path}/38.355,38.310?theme=${theme}&${label}&${query}`)
          const hero = page.locator('.tonight')
          expect(await hero.innerText()).toMatch(says[index] ?? /$^/)
          const foot = await page.locator('.action-bar').boundingBox()
          const foots = await page
            .locator('.degree b, .degree span, .times p:first-child')
            .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
          expect(foots.length).toBeGreaterThanOrEqual(name === 'no-data' ? 2 : 3)
          await picture(page, `screen-${name}-${lang}-${theme}`, false)
          expect(Math.max(...foots), `${lang} ${theme}`).toBeLessThanOrEqual(640)
          expect(Math.max(...foots)).toBeLessThanOrEqual(foot?.y ?? 0)
          const size = await page.locator('.degree b').evaluate((one) => getComputedStyle(one).fontSize)
          expect(size).toBe('60px')
          expect(await layoutFaults(page, '.crops ul, .strip')).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4500)
        }
      }
      await page.setViewportSize({ width: 1920, height: 1000 })
      const emptyPx = await page
        .locator('.tonight')
        .evaluate(
          (one) =>
            one.getBoundingClientRect().bottom - (one.lastElementChild?.getBoundingClientRect().bottom ?? 0)
        )
      expect(emptyPx, 'under the steps').toBeLessThanOrEqual(24)
      expect(faults).toEqual([])
      await close()
      await served.close()
    })

    test.each(letters)(`${name}: with letters of %s px no text overlaps or leaves its cell`, async (px) => {
      const served = await siteAt(at, madeAt, shiftC)
      const large = await launch(px)
      const { page } = await openWatched(large, [served.origin], { serviceWorkers: 'block' })
      await page.clock.setFixedTime(at)
      for (const place of places) {
        for (const path of [`tr/yer/${place}?`, `en/place/${place}?units=imperial&`]) {
          await page.goto(`${served.origin}/${path}${query}`)
          await page.locator('details').evaluateAll((all) => {
            for (const one of all) one.setAttribute('open', '')
          })
          for (const width of widths) {
            await page.setViewportSize({ width, height: 740 })
            expect(await layoutFaults(page, '.crops ul, .strip'), `${path} ${width} px`).toEqual([])
          }
        }
      }
      await large.close()
      await served.close()
    })
  }

  test('the age of an old forecast stands above its degree', async () => {
    const served = await siteAt(eveningAt, eveningAt - 13 * hourMs, -3)
    const { page, close } = await openWatched(browser, [served.origin])
    await page.goto(`${served.origin}/tr/yer/malatya?${apricot}`)
    const [age, degree] = await Promise.all(
      ['.place-head .age', '.degree'].map((part) => page.locator(part).boundingBox())
    )
    expect(await page.locator('.place-head .age').innerText()).toBe('Tahmin 13 saat önce')
    expect(age?.y).toBeLessThan(degree?.y ?? 0)
    await close()
    await served.close()
  })
})

async function siteAt(at: number, madeAt: number, shiftC: number): Promise<Served> {
  const { data } = await createSyntheticSite(madeAt, shiftC)
  const rootFolder = new URL('../../', import.meta.url).pathname
  return servePages(
    async (origin) =>
      sitePages({
        siteUrl: origin,
        baseUrl: `${origin}/api/v1`,
        widgets: [],
        rootFolder,
        openApi: () => ({}),
        data
      }),
    () => at
  )
}
