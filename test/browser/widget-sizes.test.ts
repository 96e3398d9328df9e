/** The widget in the frames that sites have, in every state of its night: nothing cut, nothing two thirds empty. */
import fc from 'fast-check'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sitePages } from '../../src/site/registry.ts'
import { browserMissing, launch, openWatched, picture } from './browser.ts'
import { brokenSpans } from './layout.ts'
import { type Served, servePages } from './serve-pages.ts'
import { createSyntheticSite, eveningAt } from './synthetic-site.ts'

const missing = browserMissing()
const hourMs = 3_600_000
const winterAt = Date.UTC(2026, 10, 22, 16, 20)

/** Of newspapers and sites. */
const frames = [
  [320, 50],
  [320, 100],
  [300, 250],
  [336, 280],
  [360, 210],
  [728, 90],
  [970, 90],
  [970, 250],
  [160, 600],
  [300, 600]
] as const
/** Of frames as high as their content. */
const widths = [200, 600] as const
/** What else has been put on a page. */
const others = [
  [200, 120],
  [280, 180],
  [300, 120],
  [200, 190],
  [310, 210],
  [800, 210],
  [200, 400],
  [600, 400],
  [800, 420],
  [1200, 160],
  [468, 60],
  [250, 250]
] as const

/** Sizes between and beyond them: a sample, or with `SWEEP=yes` a lattice. */
const between: readonly (readonly [number, number])[] =
  process.env['SWEEP'] === 'yes'
    ? [200, 240, 279, 280, 336, 420, 560, 600, 700, 800, 900, 1000, 1280].flatMap((width) =>
        [80, 110, 150, 170, 225, 300, 400].map((height) => [width, height] as const)
      )
    : fc.sample(fc.tuple(fc.integer({ min: 200, max: 1280 }), fc.integer({ min: 80, max: 700 })), {
        seed: Number(process.env['SEED'] ?? 1),
        numRuns: 16
      })

interface State {
  readonly name: string
  readonly at?: number
  readonly madeAt?: number
  readonly shiftC?: number
  /** Slug and query. */
  readonly asked: string
  /** Its forecast is old, and there is still time to prepare. */
  readonly isOld?: boolean
  /** It has no night to fill a frame with. */
  readonly isWithout?: boolean
}

const apricot = 'crop=apricot&stage=full-bloom'
const states: readonly State[] = [
  { name: 'evening', shiftC: -3, asked: `malatya?${apricot}` },
  {
    name: 'old',
    madeAt: eveningAt - 11 * hourMs,
    at: eveningAt - 2 * hourMs,
    shiftC: -3,
    asked: `malatya?${apricot}`,
    isOld: true
  },
  { name: 'general', shiftC: -3, asked: 'malatya?' },
  { name: 'long', shiftC: -10, asked: 'kahramanmaras?crop=nectarine-big-top&stage=stamens-visible' },
  { name: 'imperial', shiftC: -3, asked: `afyonkarahisar?${apricot}&units=imperial` },
  { name: 'operators', shiftC: -3, asked: `koop?${apricot}` },
  { name: 'during', at: eveningAt + 8 * hourMs, shiftC: -3, asked: `malatya?${apricot}` },
  { name: 'dawn', at: eveningAt + 12.5 * hourMs, shiftC: -3, asked: `malatya?${apricot}` },
  { name: 'spell', shiftC: -25, asked: 'erzurum?' },
  { name: 'resting', at: winterAt, madeAt: winterAt, asked: 'malatya?crop=apricot&stage=auto' },
  { name: 'unscored', shiftC: -3, asked: 'mersin?crop=mandarin&stage=ripe-fruit' },
  { name: 'compact', shiftC: -3, asked: `malatya?compact=1&${apricot}` },
  { name: 'no-data', shiftC: Number.NaN, asked: `malatya?${apricot}`, isWithout: true },
  { name: 'nothing-yet', asked: 'bingol?', isWithout: true },
  { name: 'unknown', asked: 'malatyaa?', isWithout: true }
]

describe.skipIf(missing !== null)(`the widget at every size${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test.each(states)(
    '$name: nothing is cut in a frame that runs no scripts, in both languages',
    async (state) => {
      const served = await siteOf(state)
      const { page, faults, close } = await openWatched(browser, [served.origin])
      await page.route('**/widget/**', async (route) => {
        const answer = await route.fetch()
        const body = (await answer.text()).replace(/<script>.*<\/script>/s, '')
        await route.fulfill({ response: answer, body })
      })
      const found: string[] = []
      for (const lang of ['tr', 'en']) {
        await page.goto(`${served.origin}/${lang}/widget/${state.asked}`)
        expect(await page.locator('script').count()).toBe(0)
        for (const [width, height] of frames) {
          await page.setViewportSize({ width, height })
          const { cut } = await lookAt(page)
          found.push(...cut.map((fault) => `${state.name} ${lang} ${width} × ${height}: ${fault}`))
        }
      }
      expect(found).toEqual([])
      expect(faults).toEqual([])
      await close()
      await served.close()
    }
  )

  test.each(states)(
    '$name: nothing is cut and no frame is two thirds empty, in both languages',
    async (state) => {
      const served = await siteOf(state)
      const { page, faults, close } = await openWatched(browser, [served.origin])
      const found: string[] = []
      for (const lang of ['tr', 'en']) {
        const address = `${served.origin}/${lang}/widget/${state.asked}`
        await page.goto(address)
        for (const [width, height] of [...frames, ...others]) {
          await page.setViewportSize({ width, height })
          await picture(page, `widget-${state.name}-${lang}-${width}x${height}`, false)
          found.push(...(await judged(page, state, `${state.name} ${lang} ${width} × ${height}`)))
        }
        for (const [width, height] of between) {
          await page.setViewportSize({ width, height })
          const { cut } = await lookAt(page)
          found.push(...cut.map((fault) => `${state.name} ${lang} ${width} × ${height}: ${fault}`))
        }
        await page.goto(`${address}&fit=height`)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 600 })
          const height = await page
            .locator('main')
            .evaluate((one) => Math.ceil(one.getBoundingClientRect().height))
          await page.setViewportSize({ width, height })
          await picture(page, `widget-${state.name}-${lang}-${width}`, false)
          found.push(...(await judged(page, state, `${state.name} ${lang} ${width}`)))
        }
      }
      expect(found).toEqual([])
      expect(faults).toEqual([])
      await close()
      await served.close()
    }
  )

  test('what is cut and what is empty is seen', async () => {
    const { page, close } = await openWatched(browser, [])
    await page.setViewportSize({ width: 300, height: 100 })
    const look = async (body: string) => {
      await page.setContent(`<main>${body}</main>`)
      return lookAt(page)
    }
    expect(
      (await look('<p style="width:60px;overflow:hidden;white-space:nowrap">a long text in it</p>')).cut
    ).toEqual(['cut: a long text in it'])
    expect((await look('<p style="margin-top:110px">below</p>')).cut).toEqual(['outside: below'])
    expect((await look('<p>one</p><p style="position:relative;top:-28px">two</p>')).cut).toEqual([
      'overlap: one | two'
    ])
    const { cut, filled } = await look('<p>whole</p>')
    expect(cut).toEqual([])
    expect(filled).toBeLessThan(1 / 3)
    await close()
  })
})

/** What is wrong at the present size. */
async function judged(
  page: Page,
  { isWithout = false, isOld = false }: State,
  where: string
): Promise<readonly string[]> {
  const { cut, filled } = await lookAt(page)
  const faults = [...cut, ...(await brokenSpans(page))].map((fault) => `${where}: ${fault}`)
  if (isWithout) return faults
  if (filled < 1 / 3) faults.push(`${where}: ${Math.round(filled * 100)} % is filled`)
  for (const part of ['.place a', '.degree b', '.level .mark'])
    if (!(await page.locator(part).first().isVisible())) faults.push(`${where}: no ${part}`)
  if (isOld && !(await showsAgeAndPreparation(page)))
    faults.push(`${where}: age or hour to prepare is hidden`)
  return faults
}

/** Both lie in the box that hides what has no room. */
function showsAgeAndPreparation(page: Page): Promise<boolean> {
  return page.locator('.what').evaluate((what) => {
    const { top, bottom } = what.getBoundingClientRect()
    return ['.age', '.prepare'].every((part) => {
      const rect = what.querySelector(part)?.getBoundingClientRect()
      return rect !== undefined && rect.height > 0 && rect.top >= top - 2 && rect.bottom <= bottom + 2
    })
  })
}

/** Texts that are cut, leave the frame or lie on each other, and the part of the frame that has something near. */
function lookAt(page: Page): Promise<{ readonly cut: readonly string[]; readonly filled: number }> {
  return page.evaluate(async () => {
    // The widget looks for room as it is painted.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const cut: string[] = []
    const seen: { readonly text: string; readonly rect: DOMRect }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    /** Whether a box that hides what leaves it shows the text; half a text is a fault. */
    const isShown = (text: string, rect: DOMRect, parent: Element): boolean => {
      for (let at: Element | null = parent; at !== null && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowX === 'visible') continue
        const frame = at.getBoundingClientRect()
        const middle = (rect.top + rect.bottom) / 2
        if (middle < frame.top || middle > frame.bottom || rect.left > frame.right - 1) return false
        const foot = rect.bottom - frame.bottom
        if (rect.right > frame.right + 1 || rect.left < frame.left - 1 || foot > rect.height / 4)
          cut.push(`cut: ${text}`)
      }
      return true
    }
    while (walker.nextNode() !== null) {
      const node = walker.currentNode as Text
      const [text, parent] = [node.data.trim(), node.parentElement]
      if (text === '' || parent === null || parent.closest('.unseen, script') !== null) continue
      if (!parent.checkVisibility()) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        if (rect.width < 1 || !isShown(text, rect, parent)) continue
        if (
          rect.right > innerWidth + 0.5 ||
          rect.left < -0.5 ||
          rect.bottom > innerHeight + 2 ||
          rect.top < -2
        )
          cut.push(`outside: ${text}`)
        for (const other of seen) {
          const width = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left)
          const height = Math.min(rect.bottom, other.rect.bottom) - Math.max(rect.top, other.rect.top)
          if (width > 2 && height > rect.height / 3) cut.push(`overlap: ${other.text} | ${text}`)
        }
        seen.push({ text, rect })
      }
    }
    const drawn = [...document.querySelectorAll('svg')].map((one) => one.getBoundingClientRect())
    const filledBy = [...seen.map(({ rect }) => rect), ...drawn.filter(({ width }) => width > 0)]
    const near = 8
    let [filled, all] = [0, 0]
    for (let y = near / 2; y < innerHeight; y += near)
      for (let x = near / 2; x < innerWidth; x += near) {
        all += 1
        const isFilled = filledBy.some(
          ({ left, right, top, bottom }) =>
            x > left - near && x < right + near && y > top - near && y < bottom + near
        )
        if (isFilled) filled += 1
      }
    return { cut: [...new Set(cut)], filled: filled / all }
  })
}

async function siteOf({ at, madeAt = eveningAt, shiftC = 0 }: State): Promise<Served> {
  const { data, without } = await createSyntheticSite(madeAt, shiftC)
  without.add('bingol')
  const rootFolder = new URL('../../', import.meta.url).pathname
  const widgets = [{ slug: 'koop', location: 'malatya', title: 'Kayısı Kooperatifi', accent: '#aa3300' }]
  return servePages(
    async (siteUrl) =>
      sitePages({ siteUrl, baseUrl: `${siteUrl}/api/v1`, widgets, rootFolder, openApi: () => ({}), data }),
    () => at ?? madeAt
  )
}
