/** Pages and alerts of crops of which only the temperature of first damage is known, and of the vine. */
import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('a lemon tree has the general score, the chance of its temperature, and an alert in degrees', async () => {
  const { status, page } = await visit('/tr/yer/mersin?crop=lemon&stage=leaf')
  expect(status).toBe(200)
  expect(page).toContain('Limon ağacı, yaprak: yalnızca zararın başladığı sıcaklık biliniyor, −3,5\u00a0°C.')
  expect(page).toMatch(/−3,5\u00a0°C ve altına inme olasılığı %\d+;/)
  expect(page).toMatch(/Kendi puanı olan en yakın ürün: <a href="[^"]*crop=citrus[^"]*">Turunçgil/)
  expect(page).toContain('<option value="lemon/leaf" selected>')
  const { typed } = formOf(page)
  expect(typed).toMatchObject({ crop: '', stage: '', exposure: 'canopy', threshold_temperature: '-3.5' })
  const body = new URLSearchParams({ ...typed, channel: 'feed', threshold_of: 'plant' })
  const sent = await fetch(`${app.origin}/tr/abone-ol`, { method: 'POST', body })
  expect(sent.status).toBe(200)
  const [, threshold] = /<dd>(bitkilerde [^<]*)<\/dd>/.exec(await sent.text()) ?? []
  expect(threshold).toBe('bitkilerde −3,5\u00a0°C, en az %30 olasılıkla')
})

it('a crop without any score has its stages to choose, in the picker too, but in no embed code', async () => {
  const { status, page } = await visit('/en/place/mersin?crop=olive')
  expect(status).toBe(400)
  expect(page).toMatch(/<a href="[^"]*crop=olive&amp;stage=wood[^"]*">/)
  expect((await visit('/en/place/mersin')).page).toContain('value="strawberry/open-bloom"')
  expect((await visit('/en/embed')).page).not.toContain('value="strawberry/open-bloom"')
})

it('the page of Concord says that other vines are more sensitive, and a vine by another name is one of them', async () => {
  const concord = (await visit('/tr/yer/manisa?crop=grape&stage=bud-burst')).page
  expect(concord).toMatch(/Türkiye’nin bağları .* daha duyarlıdır.*crop=grape-vinifera&amp;stage=new-growth/)
  expect((await visit('/en/place/manisa?crop=grape&stage=bud-burst')).page).toContain('more sensitive')
  const vine = (await visit(`/tr/yer/manisa?crop=${encodeURIComponent('bağ')}&stage=new-growth`)).page
  expect(vine).toContain('Üzüm (Vitis vinifera), yeni sürgün: yalnızca')
  expect(formOf(vine).typed).toMatchObject({ threshold_temperature: '-1.1', exposure: 'vine' })
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
