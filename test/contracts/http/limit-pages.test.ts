/** Pages and alerts of crops of which only the temperature of first damage is known, and of the vine. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { crops } from '../../../src/frost/crops.ts'
import { startApp, type TestApp } from '../../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo' } })
})
afterAll(() => app.close())

async function visit(path: string): Promise<{ readonly status: number; readonly page: string }> {
  const answer = await fetch(app.origin + path)
  return { status: answer.status, page: await answer.text() }
}

/** The subscribe form of a page, and what it sends. */
function formOf(page: string): { readonly form: string; readonly typed: Readonly<Record<string, string>> } {
  const [form = ''] = /<form class="fields" id="subscribe".*?<\/form>/s.exec(page) ?? []
  const inputs = [...form.matchAll(/<input[^>]* name="(\w+)"[^>]* value="([^"]*)"/g)]
  const selects = [
    ...form.matchAll(/<select name="(\w+)"(?:(?!<\/select>).)*<option value="([^"]*)" selected/gs)
  ]
  return { form, typed: Object.fromEntries([...inputs, ...selects].map(([, name, value]) => [name, value])) }
}

it('a lemon tree has no score but the chance of its temperature, and an alert in degrees', async () => {
  const { status, page } = await visit('/tr/yer/mersin?crop=lemon&stage=leaf')
  expect(status).toBe(200)
  expect(page).toContain('Limon ağacı, yaprak: yalnızca zararın başladığı sıcaklık biliniyor, −3,5\u00a0°C.')
  expect(page).toMatch(/−3,5\u00a0°C ve altına inme olasılığı %\d+;/)
  expect(page).toContain('<span>Bu dönem için puan yok</span>')
  expect(page).not.toMatch(/class="score"|class="what">(?:(?!Bilinmiyor).)*<\/p>|id="why"/)
  expect(page).toMatch(/Kendi puanı olan en yakın ürün: <a href="[^"]*crop=citrus[^"]*">Turunçgil/)
  expect(page).toMatch(/name="stage" value="leaf" checked/)
  const { typed } = formOf(page)
  expect(typed).toMatchObject({ crop: 'lemon', stage: 'leaf', exposure: '', threshold_temperature: '-3.5' })
  const body = new URLSearchParams({ ...typed, channel: 'feed', threshold_of: 'plant' })
  const sent = await fetch(`${app.origin}/tr/abone-ol`, { method: 'POST', body })
  expect(sent.status).toBe(200)
  const outcome = await sent.text()
  const [, threshold] = /<dd>(bitkilerde [^<]*)<\/dd>/.exec(outcome) ?? []
  expect(threshold).toBe('bitkilerde −3,5\u00a0°C, en az %30 olasılıkla')
  expect(outcome).toContain('<dd>Limon ağacı, yaprak</dd>')
  expect(outcome).not.toContain('her bitki')
  expect(outcome).toContain('href="/tr/yer/mersin?crop=lemon&amp;stage=leaf"')
  const [, token = ''] = /alerts\/manage\?lang=tr#([\w-]+)/.exec(outcome) ?? []
  const headers = { Authorization: `Bearer ${token}` }
  const stored = await fetch(`${app.api}/alerts/subscriptions/${token.slice(0, 26)}`, { headers })
  expect(await stored.json()).toMatchObject({
    subscription: { crop: 'lemon', stage: 'leaf', exposure: null, threshold_temperature: -3.5 }
  })
})

it('what wood bears in winter is never what an alert begins with', async () => {
  for (const { id, stages } of crops)
    for (const { id: stage } of stages.filter(({ isWinterLimit }) => isWinterLimit)) {
      const { typed } = formOf((await visit(`/en/place/mersin?crop=${id}&stage=${stage}`)).page)
      expect(typed['threshold_temperature'], id).toBe('-2')
    }
})

it('with a score a stage without one is any plant at its crop’s height', async () => {
  const { typed } = formOf((await visit('/en/place/manisa?crop=grape-vinifera&stage=new-growth')).page)
  const body = new URLSearchParams({ ...typed, channel: 'feed', threshold_temperature: '', threshold: '30' })
  const outcome = await (await fetch(`${app.origin}/en/subscribe`, { method: 'POST', body })).text()
  expect(outcome).toContain('<dd>any plant (frost severity)</dd>')
})

it('names the temperature as the form’s field has it, also where pages are in °F', async () => {
  const { page } = await visit('/en/place/mersin?crop=lemon&stage=leaf&units=imperial')
  expect(page).toContain('is known, 25.7\u00a0°F.')
  expect(page).toContain('−3.5\u00a0°C is filled in.')
  expect(formOf(page).typed['threshold_temperature']).toBe('-3.5')
})

it('the map is of the crop that was asked for, and says so', async () => {
  expect((await visit('/tr?crop=apricot&stage=full-bloom')).page).toContain('<p>Kayısı, tam çiçeklenme</p>')
  const said = 'Harita her bitki için, yer seviyesindedir'
  expect((await visit('/tr?crop=nothing')).page).toContain(said)
  expect((await visit('/tr')).page).not.toContain(said)
})

it('asks for fruits where the stage is of fruits', async () => {
  const { form } = formOf((await visit('/en/place/mersin?crop=citrus&stage=ripe-fruit')).page)
  expect(form).toContain('From this many percent of fruits killed')
  expect(form).toContain('>at the fruits<')
})

/** The addresses of a page that name its crop; the crop itself left out. */
function addressesWith(page: string, crop: string): readonly string[] {
  const text = page.replaceAll('&amp;', '&').replaceAll(encodeURIComponent(crop), crop)
  const all = [...text.matchAll(/(?:href|src|content)="([^"]*)"/g)].map(([, address = '']) => address)
  return all.filter((one) => one.includes(crop)).map((one) => one.replaceAll(crop, ''))
}

it('every link of the page keeps a stage without a score, as it keeps one with a score', async () => {
  const [citrus, lemon] = ['crop=citrus&stage=ripe-fruit', 'crop=lemon&stage=leaf']
  for (const path of ['/tr/yer/mersin', '/en/field/36.800,34.600']) {
    const scored = addressesWith((await visit(`${path}?${citrus}&exposure=canopy`)).page, citrus)
    const limited = addressesWith((await visit(`${path}?${lemon}&exposure=canopy`)).page, lemon)
    expect(scored.length).toBeGreaterThan(5)
    expect(limited).toEqual(scored)
  }
})

it('the widget, its code, the picture of a link and the API show no score and the chance of the temperature', async () => {
  const site = 'https://ayaz.example'
  const lemon = 'crop=lemon&stage=leaf'
  const { status, page } = await visit(`/tr/widget/mersin?${lemon}`)
  expect(status).toBe(200)
  expect(page).toContain('<b>Bu dönem için puan yok</b></p>')
  expect(page).toMatch(/Limon ağacı, yaprak:<\/span> −3,5\u00a0°C ve altı olasılığı %\d+<\/p>/)
  expect(page).not.toContain('class="score"')
  expect(page).toContain(`href="${site}/tr/yer/mersin?${lemon.replace('&', '&amp;')}"`)

  const url = encodeURIComponent(`${site}/tr/yer/mersin?${lemon}`)
  const oembed = await fetch(`${app.origin}/oembed?url=${url}`)
  expect(await oembed.json()).toMatchObject({ widget_url: `${site}/tr/widget/mersin?${lemon}` })
  const builder = await visit(`/tr/siteme-ekle?location=mersin&curve=lemon/leaf`)
  expect(builder.status).toBe(200)
  expect(builder.page).toContain('<option value="lemon/leaf" selected>')
  expect(builder.page).toContain('<iframe id="live" src="/tr/widget/mersin?crop=lemon&amp;stage=leaf"')

  const place = (await visit(`/tr/yer/mersin?${lemon}`)).page
  expect(place).toMatch(/property="og:description" content="[^"]*Limon ağacı, yaprak: −3,5\u00a0°C ve altı/)
  const picture = async (query: string) => {
    const answer = await fetch(`${app.origin}/picture/mersin?${query}`)
    expect(answer.headers.get('content-type')).toBe('image/png')
    return Buffer.from(await answer.arrayBuffer())
  }
  expect((await picture(lemon)).equals(await picture('exposure=canopy'))).toBe(false)
  const risk = await fetch(`${app.api}/weather/frost-risk?location=mersin&${lemon}`)
  const probability = expect.any(Number)
  const unscored = { crop: 'lemon', stage: 'leaf', unscored_because: 'first_damage_only' }
  const profile = { ...unscored, first_damage: { temperature: -3.5, probability } }
  const night = { score: null, level: 'unknown', first_damage_probability: probability }
  expect(await risk.json()).toMatchObject({
    frost_risk: { ...profile, tonight: null, score: null, level: 'unknown', worst: { date: null } },
    risk_days: [],
    nights: expect.arrayContaining([expect.objectContaining(night)]),
    meta: { notices: expect.arrayContaining([expect.objectContaining({ code: 'first_damage_only' })]) }
  })
  const widget = await fetch(`${app.api}/weather/widget-data?location=mersin&${lemon}`)
  const frost_level = 'unknown'
  expect(await widget.json()).toMatchObject({
    profile,
    tonight: { score: null, level: 'unknown', headline: expect.stringMatching(/^No score; /) },
    worst: { score: null, level: 'unknown' },
    days: [{ frost_level }, { frost_level }, { frost_level }, { frost_level }, { frost_level }]
  })
})

it('advice needs the temperature only, so that a stage without a score has it too', async () => {
  const evening = await startApp({
    environment: { SOURCES: 'demo' },
    clock: () => Date.UTC(2026, 3, 11, 19, 5)
  })
  const ask = async (query: string) => (await fetch(`${evening.origin}/tr/yer/malatya?${query}`)).text()
  const [strawberry, anyPlant] = [await ask('crop=strawberry&stage=open-bloom'), await ask('exposure=ground')]
  await evening.close()
  expect(anyPlant).toContain('href="#crops">Önce ürününüzü')
  expect(strawberry).not.toContain('href="#crops">Önce ürününüzü')
  // The next half degree above the −1.1 °C at which open blossoms are harmed.
  expect(strawberry).toMatch(/Üstten yağmurlama.*Islak termometreniz daha önce −1,0\u00a0°C gösterirse/s)
})

it('a stage without a score beside others with one stays chosen, and is offered to nobody else', async () => {
  const swollen = '/en/place/malatya?crop=apricot&stage=swollen-bud'
  const { page } = await visit(swollen)
  expect(page).toMatch(/<input type="radio" name="stage" value="swollen-bud" checked>/)
  expect((await visit('/en/place/malatya')).page).not.toContain('swollen-bud')
})

it('a crop without any score has its stages to choose, in the picker and the embed code too', async () => {
  const { status, page } = await visit('/en/place/mersin?crop=olive')
  expect(status).toBe(400)
  expect(page).toMatch(/<a href="[^"]*crop=olive&amp;stage=wood[^"]*">/)
  expect((await visit('/en/place/mersin')).page).toContain('href="/en/place/mersin?crop=strawberry"')
  expect((await visit('/en/embed')).page).toContain('value="strawberry/open-bloom"')
})

it('the page of Concord says that other vines are more sensitive, and a vine by another name is one of them', async () => {
  const concord = (await visit('/tr/yer/manisa?crop=grape&stage=bud-burst')).page
  expect(concord).toMatch(/Türkiye’nin bağları .* daha duyarlıdır.*crop=grape-vinifera&amp;stage=new-growth/)
  expect((await visit('/en/place/manisa?crop=grape&stage=bud-burst')).page).toContain('more sensitive')
  const vine = (await visit(`/tr/yer/manisa?crop=${encodeURIComponent('bağ')}&stage=new-growth`)).page
  expect(vine).toContain('Üzüm (Vitis vinifera), yeni sürgün: yalnızca')
  expect(formOf(vine).typed).toMatchObject({
    ...{ threshold_temperature: '-1.1', crop: 'grape-vinifera', stage: 'new-growth' }
  })
})

it('a field begins with the temperature at which its stage is harmed, at three in ten', async () => {
  const walnut = 'crop=walnut&stage=leaf-out-and-pistillate-bloom'
  const { form, typed } = formOf((await visit(`/en/field/38.400,38.200?${walnut}`)).page)
  expect(typed).toMatchObject({ threshold_temperature: '-1.1', threshold_probability: '0.3' })
  expect(form).toContain('30%: earlier')
  expect(formOf((await visit('/en/field/38.400,38.200')).page).typed).toMatchObject({
    threshold_temperature: '-2'
  })
  const place = formOf((await visit(`/en/place/malatya?${walnut}`)).page).typed
  expect(place).toMatchObject({ threshold: '10', threshold_temperature: '' })
})

it('an evergreen is not said to rest', async () => {
  const { page } = await visit('/tr/yer/adana?crop=citrus&stage=ripe-fruit')
  expect(page).not.toContain('dinlenmededir')
})
