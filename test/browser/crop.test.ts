/** A crop that was chosen goes along wherever a visitor goes, and is never replaced by another one. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseWay } from './alert-form.ts'
import { axeFindings, browserMissing, launch, openWatched } from './browser.ts'
import { type OpenSite, openSite } from './open-site.ts'
import { serveDocument } from './serve-pages.ts'

const missing = browserMissing()
const asked = 'crop=apricot&stage=full-bloom&exposure=ground'

describe.skipIf(missing !== null)(`a crop in a browser${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  let site: OpenSite
  beforeAll(async () => {
    browser = await launch()
    site = await openSite()
  })
  afterAll(async () => {
    await browser.close()
    await site.served.close()
  })

  const visit = async (path: string, look: (page: Page) => Promise<void>): Promise<void> => {
    const { page, faults, close } = await openWatched(browser, [site.origin])
    await page.goto(site.origin + path)
    await look(page)
    expect(faults).toEqual([])
    await close()
  }

  test('every link of a page to a page of ours that can show the crop carries crop, stage and exposure', async () => {
    for (const path of ['/tr', '/tr/yer/malatya', '/tr/ara?q=mal', '/tr/siteme-ekle', '/tr/yer/malatyaa']) {
      await visit(`${path}${path.includes('?') ? '&' : '?'}${asked}`, async (page) => {
        const hrefs = await page
          .locator('a[href^="/tr"]:not(.crops a), a[href^="/en"]:not(.crops a), iframe')
          .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? ''))
        expect(hrefs.length, path).toBeGreaterThan(3)
        for (const href of hrefs) expect(href, path).toContain(asked)
      })
    }
  })

  test('title and heading name the crop, and the code to embed shows it', async () => {
    await visit(`/en/place/malatya?${asked}`, async (page) => {
      expect(await page.title()).toMatch(/^Malatya · Apricot, full bloom: \w+ damage risk tonight – Ayaz$/)
      expect(await page.locator('h1').textContent()).toBe('Malatya Apricot, full bloom')
      expect(await page.locator('textarea.code').inputValue()).toContain(
        `malatya?${asked.replaceAll('&', '&amp;')}`
      )
      const address = await page.locator('link[type="application/json+oembed"]').getAttribute('href')
      const { html } = await (await page.request.get(address ?? '')).json()
      expect(html).toContain(asked.replaceAll('&', '&amp;'))
    })
  })

  test('a name in its own spelling, a search and a suggestion lead to the place with its crop', async () => {
    await visit(`/tr/yer/${encodeURIComponent('Şanlıurfa')}?${asked}`, async (page) => {
      expect(page.url()).toBe(`${site.origin}/tr/yer/sanliurfa?${asked}`)
    })
    await visit(`/tr?${asked}`, async (page) => {
      await page.getByRole('combobox', { name: 'Yer bul' }).pressSequentially('iğdı')
      await page.locator('[role=option]', { hasText: 'Iğdır' }).first().click()
      await page.waitForURL(`**/tr/yer/igdir?${asked}`)
    })
    await visit(`/tr?${asked}`, async (page) => {
      await page.getByRole('combobox', { name: 'Yer bul' }).fill('battalgazi')
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/tr/*/**${asked}`)
    })
  })

  test('the widget names the crop, scores for it, and its link goes on with it', async () => {
    let general = ''
    await visit('/tr/widget/malatya', async (page) => {
      general = (await page.locator('.score').textContent()) ?? ''
    })
    await visit(`/tr/widget/malatya?${asked}`, async (page) => {
      expect(await page.locator('.crop').textContent()).toBe('Kayısı, tam çiçeklenme')
      expect(await page.locator('.score').textContent()).not.toBe(general)
      expect(await page.locator('.place a').getAttribute('href')).toContain(asked)
      expect(await axeFindings(page)).toEqual([])
    })
  })

  test('a night has one score on a page: tonight, in the strip, in the week and in the slots', async () => {
    await visit(`/en/place/malatya?${asked}`, async (page) => {
      const scores = (selector: string) => page.locator(`${selector} b`).allTextContents()
      const strip = await scores('[aria-labelledby=nights] .what')
      expect(strip.length).toBe(7)
      expect(await scores('.score')).toEqual(strip.slice(0, 1))
      // The week begins with the night that is over.
      expect(await scores('[aria-labelledby=week] td:last-child')).toEqual(
        expect.arrayContaining([...strip.slice(0, 6)])
      )
      const generic = await page.request.get(`${site.origin}/en/place/malatya`)
      expect(await generic.text()).not.toContain(`<b>${strip[1]}</b>`)
      const slots = (await scores('[aria-labelledby=slots] td:last-child')).map(Number)
      expect(Math.max(...slots)).toBe(Number(strip[0]))
    })
    await visit(`/en/widget/malatya?${asked}`, async (page) => {
      const levels = await page
        .locator('.nights .frost')
        .evaluateAll((all) => all.map((one) => one.getAttribute('title')))
      expect(levels.length).toBeGreaterThan(2)
      const nights = await page.request.get(`${site.origin}/en/place/malatya?${asked}`)
      const text = await nights.text()
      const strip = [...text.matchAll(/<p class="what">.*?<\/svg> (\w+) <b>/gs)].map(([, level]) => level)
      // The widget's own night leads; those of its list follow.
      expect(levels.flatMap((level) => level?.split(': ')[1] ?? [])).toEqual(strip.slice(1))
    })
  })

  test('the line of script makes a widget for the crop', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    const host = await serveDocument(
      () =>
        `<!doctype html><html lang="tr"><title>host</title><body><script async src="${site.origin}/widget.js" data-location="malatya" data-crop="apricot" data-stage="full-bloom"></script>`
    )
    await page.goto(host.origin)
    await page.frameLocator('iframe').locator('.crop', { hasText: 'Kayısı' }).waitFor()
    await close()
    await host.close()
  })

  for (const [query, sentence] of [
    ['crop=apricot', 'Kayısı için fenolojik dönem gerekli'],
    ['crop=apricot&stage=full-blom', 'Kayısı için “full-blom” adında bir dönem yok.'],
    ['crop=unicorn&stage=full-bloom', '“unicorn” adında bir ürün yok.'],
    ['crop=walnut&stage=auto', 'Bu ürünün dönemi sıcaklıklardan tahmin edilemiyor: Ceviz.']
  ] as const) {
    test(`${query} is asked back instead of being scored for another stage`, async () => {
      const { page, close } = await openWatched(browser, [site.origin])
      const answer = await page.goto(`${site.origin}/tr/yer/malatya?${query}`)
      expect(answer?.status()).toBe(400)
      expect(await page.locator('.lede').textContent()).toContain(sentence)
      expect(await page.locator('.score').count()).toBe(0)
      expect(await axeFindings(page)).toEqual([])
      const builder = await page.goto(`${site.origin}/tr/siteme-ekle?location=malatya&${query}`)
      expect(builder?.status()).toBe(400)
      expect(await page.locator('.lede[role=alert]').textContent()).toContain(sentence)
      expect(await axeFindings(page)).toEqual([])
      const framed = await page.goto(`${site.origin}/tr/widget/malatya?${query}`)
      expect(framed?.status()).toBe(400)
      expect(await page.locator('main').textContent()).toContain(sentence)
      await close()
    })
  }

  test('a stage that is missing is one touch away', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    await page.goto(`${site.origin}/tr/yer/malatya?crop=apricot`)
    await page.locator('.stages').getByRole('link', { name: 'tam çiçeklenme' }).click()
    expect(await page.locator('h1').textContent()).toContain('Kayısı, tam çiçeklenme')
    await close()
  })

  test('a stage that is left to the season is never sold as full bloom', async () => {
    await visit('/en/place/malatya?crop=apricot&stage=auto', async (page) => {
      expect(await page.locator('h1 .of-crop').textContent()).toBe('Apricot')
      expect(await page.locator('.notices').textContent()).toContain('stage')
      expect(await page.locator('.stages input:checked').getAttribute('value')).toBe('auto')
      const posted = (name: string) => page.locator(`#subscribe input[name=${name}]`).getAttribute('value')
      expect([await posted('crop'), await posted('stage')]).toEqual(['apricot', 'auto'])
      const form = page.locator('section[aria-labelledby=alert]')
      expect(await form.textContent()).toContain('Apricot, stage estimated each day')
      expect(await form.textContent()).toContain('the general score counts')
      await chooseWay(page, 'feed')
      await page.getByRole('button', { name: 'Subscribe' }).click()
      await expect.poll(() => site.candidates.at(-1)).toMatchObject({ crop: 'apricot', stage: 'auto' })
    })
  })

  test('threshold and hint follow what is scored, and the form says what it is for', async () => {
    await visit('/en/place/malatya', async (page) => {
      const form = page.locator('section[aria-labelledby=alert]')
      expect(await page.getByLabel('From a score of').inputValue()).toBe('30')
      expect(await form.textContent()).toContain('The alert is for Malatya, any plant (frost severity)')
    })
    await visit(`/en/place/malatya?${asked}`, async (page) => {
      const form = page.locator('section[aria-labelledby=alert]')
      expect(await page.getByLabel('Buds or flowers killed (%), at least').inputValue()).toBe('10')
      expect(await form.textContent()).toContain('The alert is for Malatya, Apricot, full bloom')
      expect(await form.textContent()).toContain('10 = one in ten')
    })
  })

  test('a subscription says what it is for, and a refused one loses nothing that was typed', async () => {
    await visit(`/en/place/malatya?${asked}`, async (page) => {
      const address = page.locator('[name=destination]')
      await chooseWay(page, 'email', 'refuse@me')
      await page.getByLabel('Buds or flowers killed (%)').fill('25')
      await page.getByRole('button', { name: 'Subscribe' }).click()
      await page.getByText('This is not an address.').waitFor()
      // What is read next, and reached next by Tab, is why; the field leads back to it.
      expect(await page.evaluate('document.activeElement.id')).toBe('refusal')
      expect(await page.getByLabel('Your e-mail address').getAttribute('aria-describedby')).toBe('refusal')
      expect(await address.inputValue()).toBe('refuse@me')
      expect(await page.getByLabel('Buds or flowers killed (%)').inputValue()).toBe('25')
      expect(await axeFindings(page)).toEqual([])
      await address.fill('a@example.org')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Subscribe' }).click()
      await expect
        .poll(() => site.candidates.at(-1))
        .toMatchObject({
          crop: 'apricot',
          stage: 'full-bloom',
          exposure: 'ground',
          destination: 'a@example.org',
          threshold: { threshold: 25 }
        })
    })
  })

  test('a name that the embed builder does not know keeps everything else that was chosen', async () => {
    const { page, close } = await openWatched(browser, [site.origin])
    await page.goto(`${site.origin}/tr/siteme-ekle?location=battalgazi&look=dark&width=300&${asked}`)
    await page.locator('.places').getByRole('link', { name: 'Battalgazi' }).first().click()
    expect(await page.locator('#frame-code').inputValue()).toMatch(
      /malatya-battalgazi\?theme=dark&amp;crop=apricot&amp;.*width="300"/
    )
    expect(await page.locator('select[name=crop]').inputValue()).toBe('apricot')
    expect(await page.locator('select[name=stage]').inputValue()).toBe('full-bloom')
    await close()
  })

  test('the form’s own address leads home where it is only looked at', async () => {
    await visit('/tr/abone-ol', async (page) => {
      expect(new URL(page.url()).pathname).toBe('/tr')
    })
  })
})
