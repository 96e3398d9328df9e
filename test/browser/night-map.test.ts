/** The map of a night: to be touched, to be read in winter, and for more nights than one. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unknownScore } from '../../src/forecasts/frost-view.ts'
import type { ProvinceNight } from '../../src/site/ports.ts'
import { sitePages } from '../../src/site/registry.ts'
import {
  axeFindings,
  axeFindingsInBothThemes,
  browserMissing,
  launch,
  openWatched,
  picture
} from './browser.ts'
import { layoutFaults } from './layout.ts'
import { type OpenSite, openSite } from './open-site.ts'
import { type Served, servePages } from './serve-pages.ts'
import { createSyntheticSite } from './synthetic-site.ts'

const missing = browserMissing()
const winterAt = Date.UTC(2026, 10, 22, 16, 20)
const apricot = 'crop=apricot&stage=full-bloom'

describe.skipIf(missing !== null)(`the map of a night${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let site: OpenSite
  let winter: Served
  beforeAll(async () => {
    browser = await launch()
    site = await openSite()
    const { data } = await createSyntheticSite(winterAt)
    const rootFolder = new URL('../../', import.meta.url).pathname
    winter = await servePages(
      async (origin) =>
        sitePages({
          siteUrl: origin,
          baseUrl: `${origin}/api/v1`,
          widgets: [],
          rootFolder,
          openApi: () => ({}),
          data
        }),
      () => winterAt
    )
  })
  afterAll(async () => {
    await browser.close()
    await site.served.close()
    await winter.close()
  })

  test('a night without data is not called calm, and a calm one is not called tonight’s', async () => {
    const { data } = await createSyntheticSite(winterAt)
    const rootFolder = new URL('../../', import.meta.url).pathname
    const level = async (frost: ProvinceNight['frost']): Promise<string> => {
      const served = await servePages(
        async (origin) =>
          sitePages({
            siteUrl: origin,
            baseUrl: `${origin}/api/v1`,
            widgets: [],
            rootFolder,
            openApi: () => ({}),
            data: {
              ...data,
              nationalMap: async (...asked) => {
                const map = await data.nationalMap(...asked)
                return { ...map, provinces: map.provinces.map((one) => ({ ...one, frost })) }
              }
            }
          }),
        () => winterAt
      )
      const page = await (await fetch(`${served.origin}/en?map=risk&night=2026-11-25`)).text()
      await served.close()
      return /<h2>Highest risk<\/h2><p>(.*?)<\/p>/.exec(page)?.[1] ?? ''
    }
    expect(await level(unknownScore)).toMatch(/^There are no data for this night yet\. Search for your place/)
    expect(await level({ ...unknownScore, score: 0, level: 'none' })).toBe('No province is at risk.')
  })

  test('the map takes the room of a wide screen', async () => {
    const { page, close } = await openWatched(browser, [site.origin], {
      viewport: { width: 1920, height: 1000 }
    })
    await page.goto(`${site.origin}/tr`)
    expect((await page.locator('svg.tiles').boundingBox())?.width).toBeGreaterThan(1000)
    await picture(page, 'map-1920')
    await close()
  })

  test('every province has its name and degree on a wide map, none cut or over another, in both languages', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    for (const path of ['/tr', `/en?${apricot}`]) {
      await page.goto(site.origin + path)
      for (const width of [768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 1000 })
        const tiles = await page.locator('.tiles a').evaluateAll((all) =>
          all.map((tile) => {
            const box = tile.querySelector('rect')?.getBoundingClientRect() ?? new DOMRect()
            const texts = [...tile.querySelectorAll('.name, .degree')]
            const parts = texts.map((one) => one.getBoundingClientRect())
            const isInside = parts.every(
              (one) => one.width > 0 && one.left >= box.left && one.right <= box.right && one.top >= box.top
            )
            return { text: texts.map((one) => one.textContent).join(' '), isInside }
          })
        )
        expect(tiles.length).toBe(81)
        expect(tiles.filter(({ isInside }) => !isInside)).toEqual([])
        // The demo knows nothing of this night in Yalova.
        expect(tiles.filter(({ text }) => !/\p{L}{3}.*\d°$/u.test(text)).map(({ text }) => text)).toEqual([
          'Yalova –'
        ])
        expect(await layoutFaults(page, '.crops ul'), `${path} at ${width}`).toEqual([])
      }
      expect(await axeFindingsInBothThemes(page)).toEqual([])
      await picture(page, `map-1920${path.slice(0, 3).replace('/', '-')}`, false)
    }
    await page.setViewportSize({ width: 360, height: 900 })
    await page.goto(`${site.origin}/tr`)
    await picture(page, 'map-360', false)
    await close()
  })

  test('a crop whose stage is not known has degrees at its height, and no level', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    for (const crop of ['apricot', 'hazelnut']) {
      await page.goto(`${site.origin}/tr?crop=${crop}`)
      expect(await page.locator('.crops [aria-current]').count()).toBe(1)
      const labels = await page
        .locator('.tiles a')
        .evaluateAll((all) => all.map((one) => one.querySelector('title')?.textContent ?? ''))
      const withDegrees = labels.filter((label) => /^\S+: dönem bilinmiyor, (hava )?−?\d/.test(label))
      // The demo knows nothing of this night in Yalova.
      expect(labels.filter((label) => !withDegrees.includes(label))).toEqual([
        expect.stringMatching(/^Yalova: Bilinmiyor, –/)
      ])
      expect(await page.locator('.ranking').innerText()).not.toMatch(/Yüksek|Orta|Düşük/)
      expect(await page.locator('details.all').textContent()).toContain('dönem bilinmiyor')
      expect(await page.locator('.map-panel').innerText()).toContain('Derece: bitkide')
      expect(await axeFindings(page)).toEqual([])
      for (const width of [320, 360, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await layoutFaults(page, '.crops ul'), `${crop} at ${width}`).toEqual([])
      }
      const href = await page.locator('.tiles a').first().getAttribute('href')
      expect(href).toContain(`crop=${crop}`)
    }
    await close()
  })

  test('home remembers the crop on the device, without its stage, until any plant is chosen', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    await page.goto(`${site.origin}/tr/yer/malatya?${apricot}`)
    await page.goto(`${site.origin}/tr`)
    await page.waitForURL('**/tr?crop=apricot')
    expect(await page.locator('.crops [aria-current]').textContent()).toBe('Kayısı')
    await page.goto(`${site.origin}/tr/yer/malatya`)
    // The stage that was chosen at a place is still remembered.
    expect(await page.locator('.strip a').first().getAttribute('href')).toContain('stage=full-bloom')
    await page.goto(`${site.origin}/tr?crop=apricot`)
    expect(await page.locator('h1').textContent()).toBe('Bu gecenin zarar riski')
    await page.getByRole('link', { name: 'Her bitki' }).click()
    await page.waitForURL('**/tr')
    expect(await page.locator('.crops [aria-current]').textContent()).toBe('Her bitki')
    await close()
  })

  test('a province lists its districts: what is in memory with degree and level, else a dash', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    const table = () => page.locator('[aria-labelledby=districts] tbody tr')
    const path = `/tr/yer/malatya?${apricot}`
    await page.goto(`${site.origin}/tr/yer/malatya`)
    const rows = await table().allTextContents()
    expect(rows.length).toBe(13)
    for (const row of rows) expect(row).toMatch(/––$/)
    await page.goto(`${site.origin}/tr/yer/malatya-akcadag?${apricot}`)
    const degree = await page.locator('.strip .lead').first().innerText()
    const what = await page.locator('.strip .what').first().innerText()
    await page.goto(site.origin + path)
    const akcadag = table().filter({ hasText: 'Akçadağ' })
    await page.locator('summary', { hasText: 'İlçeler' }).click()
    expect((await akcadag.locator('td').allInnerTexts()).map((one) => one.trim())).toEqual([
      degree.replace(/^Bitki\s/, ''),
      what.replace(/\s+/g, ' ')
    ])
    const csv = await page.locator('[aria-labelledby=districts] p a').getAttribute('href')
    expect(csv).toBe(
      `${site.origin}/api/v1/weather/frost-risk/overview?region=malatya&${apricot}&lang=tr&format=csv-excel`
    )
    for (const width of [320, 768, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await layoutFaults(page, '.crops ul, .strip'), `${width}`).toEqual([])
    }
    expect(await axeFindings(page)).toEqual([])
    await picture(page, 'districts')
    await close()
  })

  test('the map of a phone is 81 named targets of at least 24 px, that lead to the provinces', async () => {
    const { page, close } = await openWatched(browser, [site.origin], {
      viewport: { width: 320, height: 640 }
    })
    await page.goto(`${site.origin}/tr`)
    const tiles = await page.locator('.tiles a').evaluateAll((all) =>
      all.map((one) => ({
        name: one.querySelector('title')?.textContent ?? '',
        code: one.querySelector('.code')?.textContent ?? '',
        width: one.getBoundingClientRect().width
      }))
    )
    expect(tiles.length).toBe(81)
    expect(new Set(tiles.map(({ code }) => code)).size).toBe(81)
    expect(Math.min(...tiles.map(({ width }) => width))).toBeGreaterThanOrEqual(23.9)
    expect(tiles.find(({ code }) => code === '44')?.name).toMatch(
      /^Malatya: Yüksek \d+, hava −.*\s°C, bitki −.*\s°C$/
    )
    expect(tiles.find(({ code }) => code === '34')?.name).toMatch(/^İstanbul: /)
    await page.locator('.tiles a', { has: page.getByText('44', { exact: true }) }).click()
    await page.waitForURL('**/tr/yer/malatya')
    await page.locator('summary', { hasText: 'İlçeler' }).click()
    await page.locator('[aria-labelledby=districts]').getByRole('link', { name: 'Battalgazi' }).click()
    await page.waitForURL('**/tr/yer/malatya-battalgazi')
    await close()
  })

  test('a night and what the map shows can be chosen, and both stay with each other', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    await page.goto(`${site.origin}/en`)
    expect(await page.locator('.choices .chips').first().locator('a').allTextContents()).toEqual([
      'Tonight',
      ...[
        'Sun–Mon 12/13',
        'Mon–Tue 13/14',
        'Tue–Wed 14/15',
        'Wed–Thu 15/16',
        'Thu–Fri 16/17',
        'Fri–Sat 17/18'
      ]
    ])
    await page.getByRole('link', { name: 'Sun–Mon 12/13' }).click()
    await page.waitForURL('**night=2026-04-13**')
    expect(await page.locator('.hero .lede').textContent()).toBe('Night of 12–13 April')
    await page.getByRole('link', { name: 'Temperature', exact: true }).click()
    await page.waitForURL('**night=2026-04-13&map=temperature')
    expect(await page.locator('.tiles .cold').count()).toBeGreaterThan(10)
    await close()
  })

  test('in winter the map begins with temperature, the coldest first, and says why', async () => {
    const { page, close } = await openWatched(browser, [winter.origin])
    await page.goto(`${winter.origin}/tr`)
    expect(await page.locator('.tiles .severe').count()).toBe(0)
    expect(await page.locator('main').textContent()).toContain(
      'Yaprağını döken ağaçlar bu mevsimde genellikle dinlenmededir'
    )
    const air = await page.locator('.ranking li').evaluateAll((all) =>
      all.map((one) =>
        Number(
          /(−?[\d,]+)\s°C/
            .exec(one.textContent ?? '')?.[1]
            ?.replace('−', '-')
            .replace(',', '.')
        )
      )
    )
    expect(air).toEqual(air.toSorted((a, b) => a - b))
    expect(await axeFindings(page)).toEqual([])
    // Equal scores are ordered by the plants' temperature.
    await page.goto(`${winter.origin}/tr?map=risk`)
    const rows = await page.locator('.ranking li').evaluateAll((all) =>
      all.map((one) => {
        const degrees = [...(one.textContent ?? '').matchAll(/(−?[\d,]+)\s°C/g)].at(-1)?.[1] ?? ''
        return {
          score: Number(one.querySelector('b')?.textContent),
          plants: Number(degrees.replace('−', '-').replace(',', '.'))
        }
      })
    )
    for (const [index, row] of rows.entries()) {
      const next = rows[index + 1]
      if (next?.score === row.score) expect(row.plants).toBeLessThanOrEqual(next.plants)
    }
    await close()
  })

  test('a crop that rests has temperatures, but no score and no level, on its page and in the widget', async () => {
    const { page, close } = await openWatched(browser, [winter.origin])
    await page.goto(`${winter.origin}/tr/yer/malatya?crop=apricot&stage=auto`)
    expect(await page.locator('#tonight').textContent()).toBe('Dinlenme dönemi: puan yok')
    expect(await page.locator('.headline').textContent()).toMatch(
      /^Ürün dinlenmede; bu gece hava −.*, bitki −.*°C bekleniyor\.$/
    )
    expect(await page.locator('main').innerText()).not.toMatch(/Şiddetli|Yüksek don/)
    expect(await page.locator('.score').count()).toBe(0)
    await page.goto(`${winter.origin}/tr/widget/malatya?crop=apricot&stage=auto`)
    expect(await page.locator('.level').innerText()).toBe('Dinlenme dönemi: puan yok')
    // A stage that was chosen in spring, or no crop at all, is shown with a word of caution.
    await page.goto(`${winter.origin}/tr/yer/malatya?${apricot}`)
    expect(await page.locator('.notices').allTextContents()).toContainEqual(
      expect.stringContaining('Yaprağını döken ağaçlar bu mevsimde genellikle dinlenmededir')
    )
    await close()
  })
})
