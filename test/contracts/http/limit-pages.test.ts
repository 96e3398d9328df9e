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
  const [form = ''] = /<form class="alert-form" id="subscribe".*?<\/form>/s.exec(page) ?? []
  const inputs = [...form.matchAll(/<input[^>]* name="(\w+)"[^>]* value="([^"]*)"/g)]
  const selects = [
    ...form.matchAll(/<select name="(\w+)"(?:(?!<\/select>).)*<option value="([^"]*)" selected/gs)
  ]
  return { form, typed: Object.fromEntries([...inputs, ...selects].map(([, name, value]) => [name, value])) }
}

it('a mandarin has no score but the chance of its temperature, and an alert in degrees', async () => {
  const { status, page } = await visit('/tr/yer/mersin?crop=mandarin&stage=ripe-fruit')
  expect(status).toBe(200)
  expect(page).toContain(
    'Mandalina, olgun meyve: yalnızca zararın başladığı sıcaklık biliniyor, −2,0\u00a0°C.'
  )
  expect(page).toMatch(/−2,0\u00a0°C ve altına inme olasılığı %\d+;/)
  expect(page).toContain('<span>Bu dönem için puan yok</span>')
  expect(page).not.toMatch(/class="score"|class="what">(?:(?!Bilinmiyor).)*<\/p>|id="why"/)
  expect(page).toMatch(/Kendi puanı olan en yakın ürün: <a href="[^"]*crop=citrus[^"]*">Turunçgil/)
  expect(page).toMatch(/name="stage" value="ripe-fruit" checked/)
  const { typed } = formOf(page)
  expect(typed).toMatchObject({
    crop: 'mandarin',
    stage: 'ripe-fruit',
    exposure: '',
    threshold_temperature: '-2'
  })
  const body = new URLSearchParams({ ...typed, channel: 'feed', threshold_of: 'plant' })
  const sent = await fetch(`${app.origin}/tr/abone-ol`, { method: 'POST', body })
  expect(sent.status).toBe(200)
  const outcome = await sent.text()
  const [, threshold] = /<dd>(bitkide [^<]*)<\/dd>/.exec(outcome) ?? []
  expect(threshold).toBe('bitkide −2\u00a0°C, en az %30 olasılıkla')
  expect(outcome).toContain('<dd>Mandalina, olgun meyve</dd>')
  expect(outcome).not.toContain('her bitki')
  expect(outcome).toContain('href="/tr/yer/mersin?crop=mandarin&amp;stage=ripe-fruit"')
  const [, token = ''] = /alerts\/manage\?lang=tr#([\w-]+)/.exec(outcome) ?? []
  const headers = { Authorization: `Bearer ${token}` }
  const stored = await fetch(`${app.api}/alerts/subscriptions/${token.slice(0, 26)}`, { headers })
  expect(await stored.json()).toMatchObject({
    subscription: { crop: 'mandarin', stage: 'ripe-fruit', exposure: null, threshold_temperature: -2 }
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
  const score = { channel: 'feed', threshold_kind: 'score', threshold: '30' }
  const body = new URLSearchParams({ ...typed, ...score })
  const outcome = await (await fetch(`${app.origin}/en/subscribe`, { method: 'POST', body })).text()
  expect(outcome).toContain('<dd>any plant (frost severity)</dd>')
})

it('names the temperature as the form’s field has it, also where pages are in °F', async () => {
  const { page } = await visit('/en/place/mersin?crop=mandarin&stage=ripe-fruit&units=imperial')
  expect(page).toContain('is known, 28.4\u00a0°F.')
  expect(page).toContain('−2.0\u00a0°C is filled in.')
  expect(formOf(page).typed['threshold_temperature']).toBe('-2')
})

it('the map is of the crop that was asked for, and says so', async () => {
  expect((await visit('/tr?crop=apricot&stage=full-bloom')).page).toContain('<p>Kayısı, tam çiçeklenme</p>')
  const said = 'Harita her bitki için yer seviyesine göredir'
  const { page } = await visit('/tr?crop=nothing')
  expect(page).toContain('“nothing” adında bir ürün yok.')
  // Of no crop that was asked for there is no map.
  const home = (await visit('/tr')).page
  expect([page, home].map((one) => one.includes('class="tonight-map"'))).toEqual([false, true])
  expect(home).not.toContain(said)
})

it.each(['stage=full-blom', 'stage=full-bloom&exposure=tree'])(
  'no other stage is shown for %s',
  async (asked) => {
    for (const path of ['/en', '/en/place/malatya']) {
      const { status, page } = await visit(`${path}?crop=apricot&${asked}`)
      expect([path, status, page.includes('class="tonight-map"')]).toEqual([path, 400, false])
    }
    expect((await visit(`/my-field?at=malatya&lang=en&crop=apricot&${asked}`)).page).toContain('–')
  }
)

it('asks for fruits where the stage is of fruits', async () => {
  const { form } = formOf((await visit('/en/place/mersin?crop=citrus&stage=ripe-fruit')).page)
  expect(form).toContain('Fruits killed (%), at least')
  expect(form).toContain('>on the plants<')
})

/** The addresses of a page that name its crop; the crop itself left out. */
function addressesWith(page: string, crop: string): readonly string[] {
  const text = page.replaceAll('&amp;', '&').replaceAll(encodeURIComponent(crop), crop)
  const all = [...text.matchAll(/(?:href|src|content)="([^"]*)"/g)].map(([, address = '']) => address)
  return all.filter((one) => one.includes(crop)).map((one) => one.replaceAll(crop, ''))
}

it('every link of the page keeps a stage without a score, as it keeps one with a score', async () => {
  const [citrus, mandarin] = ['crop=citrus&stage=ripe-fruit', 'crop=mandarin&stage=ripe-fruit']
  for (const path of ['/tr/yer/mersin', '/en/field/36.800,34.600']) {
    const scored = addressesWith((await visit(`${path}?${citrus}&exposure=canopy`)).page, citrus)
    const limited = addressesWith((await visit(`${path}?${mandarin}&exposure=canopy`)).page, mandarin)
    expect(scored.length).toBeGreaterThan(5)
    // A calendar is of nights by their score.
    expect(limited).toEqual(scored.filter((address) => !address.endsWith('format=ics')))
  }
})

it('the widget, its code, the picture of a link and the API show no score and the chance of the temperature', async () => {
  const site = 'https://ayaz.example'
  const mandarin = 'crop=mandarin&stage=ripe-fruit'
  const { status, page } = await visit(`/tr/widget/mersin?${mandarin}`)
  expect(status).toBe(200)
  expect(page).toContain('<b class="risk">Bu dönem için puan yok</b>')
  expect(page).toContain('<span>Mandalina</span><span class="stage">, olgun meyve</span>')
  expect(page).toMatch(/<span class="odds">−2,0\u00a0°C ve altı olasılığı %\d+<\/span>/)
  expect(page).not.toContain('class="score"')
  expect(page).toContain(`href="${site}/tr/yer/mersin?${mandarin.replace('&', '&amp;')}"`)

  const url = encodeURIComponent(`${site}/tr/yer/mersin?${mandarin}`)
  const oembed = await fetch(`${app.origin}/oembed?url=${url}`)
  expect(await oembed.json()).toMatchObject({ widget_url: `${site}/tr/widget/mersin?${mandarin}` })
  const builder = await visit(`/tr/siteme-ekle?location=mersin&curve=mandarin/ripe-fruit`)
  expect(builder.status).toBe(200)
  expect(builder.page).toContain('<option value="ripe-fruit" selected>')
  expect(builder.page).toContain(
    '<iframe id="live" src="/tr/widget/mersin?crop=mandarin&amp;stage=ripe-fruit"'
  )

  const place = (await visit(`/tr/yer/mersin?${mandarin}`)).page
  expect(place).toMatch(
    /property="og:description" content="[^"]*Mandalina, olgun meyve: −2,0\u00a0°C ve altı/
  )
  const picture = async (query: string) => {
    const answer = await fetch(`${app.origin}/picture/mersin?${query}`)
    expect(answer.headers.get('content-type')).toBe('image/png')
    return Buffer.from(await answer.arrayBuffer())
  }
  expect((await picture(mandarin)).equals(await picture('exposure=canopy'))).toBe(false)
  const risk = await fetch(`${app.api}/weather/frost-risk?location=mersin&${mandarin}`)
  const probability = expect.any(Number)
  const unscored = { crop: 'mandarin', stage: 'ripe-fruit', unscored_because: 'first_damage_only' }
  const profile = { ...unscored, first_damage: { temperature: -2, probability } }
  const night = { score: null, level: 'unknown', first_damage_probability: probability }
  expect(await risk.json()).toMatchObject({
    frost_risk: { ...profile, tonight: null, score: null, level: 'unknown', worst: { date: null } },
    risk_days: [],
    nights: expect.arrayContaining([expect.objectContaining(night)]),
    meta: { notices: expect.arrayContaining([expect.objectContaining({ code: 'first_damage_only' })]) }
  })
  const widget = await fetch(`${app.api}/weather/widget-data?location=mersin&${mandarin}`)
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
  const { status, page } = await visit('/en/place/mersin?crop=kiwifruit')
  expect(status).toBe(400)
  expect(page).toMatch(/<a href="[^"]*crop=kiwifruit&amp;stage=new-growth[^"]*">/)
  expect((await visit('/en/place/mersin')).page).toContain('href="/en/place/mersin?crop=strawberry"')
  const builder = await visit('/en/embed?location=mersin&crop=strawberry')
  expect(builder.page).toContain('<option value="open-bloom">')
})

it('what a tree bears in winter is offered nowhere; its crop leads to any plant at its height', async () => {
  const embed = (await visit('/tr/siteme-ekle')).page
  for (const { id, exposure, hasWinterLimitOnly, stages } of crops) {
    const winter = stages.filter(({ isWinterLimit }) => isWinterLimit)
    for (const { id: stage } of winter) {
      expect(embed, id).not.toContain(`"${id}/${stage}"`)
      expect((await visit(`/tr/yer/mersin?crop=${id}`)).page, id).not.toContain(
        `crop=${id}&amp;stage=${stage}`
      )
      const chosen = (await visit(`/tr/yer/mersin?crop=${id}&stage=${stage}`)).page
      expect(chosen, id).toContain('bitkinin kışın dayandığı sıcaklıktır')
      expect(chosen, id).not.toContain('hazır yazılıdır')
    }
    if (!hasWinterLimitOnly) continue
    const { status, page } = await visit(`/tr/yer/mersin?crop=${id}`)
    expect(status).toBe(400)
    expect(page).toContain('zarar veren sıcaklık yayımlanmamış')
    expect(page).toContain(`href="/tr/yer/mersin?exposure=${exposure}"`)
    const refused = await fetch(`${app.api}/weather/frost-risk?location=mersin&crop=${id}`)
    expect(JSON.stringify(await refused.json())).toContain(`of ${id}, only what the tree bears in winter`)
  }
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
  expect(form).toContain('name="threshold_kind" value="degrees" checked')
  const place = formOf((await visit(`/en/place/malatya?${walnut}`)).page)
  expect(place.typed).toMatchObject({ threshold: '10', threshold_temperature: '-1.1' })
  expect(place.form).toContain('name="threshold_kind" value="score" checked')
})

it('an evergreen is not said to rest', async () => {
  const { page } = await visit('/tr/yer/adana?crop=citrus&stage=ripe-fruit')
  expect(page).not.toContain('dinlenmededir')
})
