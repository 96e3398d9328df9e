/** What a search that finds nothing offers: names that read alike, and the other ways to a place. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo' } })
})
afterAll(() => app.close())

const textOf = async (path: string): Promise<string> => (await fetch(app.origin + path)).text()

it.each([
  ['battalgzi', 'malatya-battalgazi'],
  ['gaziantap', 'gaziantep'],
  ['akhisr', 'manisa-akhisar'],
  ['Alaşehr', 'manisa-alasehir'],
  ['bulancakk', 'giresun-bulancak']
])('%s leads to %s', async (typed, slug) => {
  const page = await textOf(`/tr/ara?q=${encodeURIComponent(typed)}`)
  expect(page).toContain('Yer bulunamadı')
  expect(page).toContain('Bunlardan birini mi aradınız?')
  expect(page).toContain(`href="/tr/yer/${slug}"`)
  expect(page).toContain('haritadan seçin')
  const rows = JSON.parse(await textOf(`/search.json?lang=tr&q=${encodeURIComponent(typed)}`))
  expect(rows.map((row: { slug: string }) => row.slug)).toContain(slug)
})

it('leads to the place where its name stands among words that people add', async () => {
  for (const [typed, slug] of [
    ['Kozluk köyü', 'batman-kozluk'],
    ['Malatya Merkez', 'malatya'],
    ['K.Maraş', 'kahramanmaras']
  ] as const) {
    const rows = JSON.parse(await textOf(`/search.json?lang=tr&q=${encodeURIComponent(typed)}`))
    expect([typed, rows[0]?.slug]).toEqual([typed, slug])
  }
})

it.each(['Zzyyx Malatya', 'Malatya, Zzyyx', 'Battalgazi Zzyyx'])(
  'says of %s which word it does not know, and goes nowhere by itself',
  async (typed) => {
    const written = encodeURIComponent(typed)
    expect(await textOf(`/tr/ara?q=${written}`)).toContain('“Zzyyx” adında bir yer bilinmiyor')
    const answer = JSON.parse(await textOf(`/api/v1/locations?q=${written}`))
    expect(answer).toMatchObject({ unknown_words: ['Zzyyx'] })
    expect(answer.locations.length).toBeGreaterThan(0)
    expect(JSON.parse(await textOf('/api/v1/locations?q=battalgazi%20malatya'))).toMatchObject({
      unknown_words: []
    })
  }
)

it('offers no other names where none reads alike, and where the name itself was found', async () => {
  const page = await textOf('/tr/ara?q=qqqxxxzzz')
  expect(page).toContain('haritadan seçin')
  expect(page).not.toContain('Bunlardan birini')
  expect(await textOf('/tr/ara?q=kale')).not.toContain('Bunlardan birini')
})

it.each([
  ['tr', 'ara'],
  ['en', 'search']
])('what %s says of torn numbers is read as it says', async (lang, path) => {
  const page = await textOf(`/${lang}/${path}?q=${encodeURIComponent('38,355,38,310,1')}`)
  const example = /role="alert" id="refusal">[^<]*: ([^<]+)\.<\/p>/.exec(page)?.[1] ?? ''
  const read = await fetch(`${app.origin}/${lang}/${path}?q=${encodeURIComponent(example)}`, {
    redirect: 'manual'
  })
  expect(read.headers.get('location')).toMatch(/\/38\.355,38\.310$/)
})

it('a pair whose other order is the one in Türkiye is asked back, a link to a screen too', async () => {
  const ofPair = await textOf('/tr/ara?q=41.27%2C+39.90')
  expect(ofPair).toContain('Hangi sayının enlem olduğu belli değil')
  const link = 'https://www.google.com/maps/place/Malatya/@38.355,38.310,12z'
  expect(await textOf(`/tr/ara?q=${encodeURIComponent(link)}`)).toContain('yalnızca ekranın ortası')
})

it.each([
  ['tr', 'tarla', 'yer', 'haritadan seçin'],
  ['en', 'field', 'place', 'on the map']
])(
  'an address in %s of no point, or of no name, says what to do and keeps what was typed',
  async (...words) => {
    const [lang, field, place, elsewhere] = words
    const typed = (page: string): string => /<input[^>]* name="q"[^>]* value="([^"]*)"/.exec(page)?.[1] ?? ''
    for (let index = 0; index < 20; index++) {
      const [far, near] = [90.5 + 7.3 * index, 11.25 + index]
      for (const point of [
        `${far.toFixed(3)},${near}`,
        `-${far.toFixed(3)},${near}`,
        `${near},${(far + 95).toFixed(3)}`
      ]) {
        const page = await textOf(`/${lang}/${field}/${point}`)
        expect([point, typed(page)]).toEqual([point, point])
        expect(page, point).toMatch(/role="alert" id="refusal">[^<]{20,}/)
        expect(page, point).not.toContain('°C')
      }
    }
    const page = await textOf(`/${lang}/${place}/qqqxxxzzz`)
    expect(typed(page)).toBe('qqqxxxzzz')
    expect(page).toContain(elsewhere)
    expect(page).not.toContain('°C')
  }
)
