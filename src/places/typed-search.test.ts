/** A province or a district is found however people write it among other words. */
import { beforeAll, expect, it } from 'vitest'
import type { Place } from '../weather/point.ts'
import { type Gazetteer, openGazetteer } from './gazetteer.ts'
import { usStates } from './typed-names.ts'

let gazetteer: Gazetteer
beforeAll(async () => {
  gazetteer = await openGazetteer()
})

const found = (text: string): string | undefined => gazetteer.search(text, 1)[0]?.slug

/** Every so manyth district; the whole list takes as many times longer. */
const every = 25

const ofDistrict: readonly ((district: string, province: string) => string)[] = [
  (district, province) => `${district} ${province}`,
  (district, province) => `${province} ${district}`,
  (district, province) => `${district}/${province}`,
  (district, province) => `${province} - ${district}`,
  (district, province) => `${district} (${province})`,
  (district, province) => `${district}, ${province}, Türkiye`,
  (district, province) => `${province} ili ${district} ilçesi`,
  (district, province) => `${district} Belediyesi ${province}`,
  (district, province) => `${district} ${province} TR`.toLocaleUpperCase('tr')
]

it('a district by every order and every word beside it', () => {
  const wrong: string[] = []
  let tried = 0
  for (const province of gazetteer.provinces()) {
    for (const district of gazetteer.districts(province).filter((_, index) => index % every === 0)) {
      for (const write of ofDistrict) {
        tried += 1
        const text = write(district.name, province.name)
        if (found(text) !== district.slug) wrong.push(`${text} → ${found(text)}, not ${district.slug}`)
      }
    }
  }
  expect(tried).toBeGreaterThan(500)
  expect(wrong).toEqual([])
})

it.each([
  ['Bucak, Burdur, TR', 'burdur-bucak'],
  ['Kozan ilç. Adana', 'adana-kozan'],
  ['Battalgazi in Malatya', 'malatya-battalgazi'],
  ['Malatya’da Kozan', 'malatya']
])('%s is %s', (text, slug) => {
  expect(found(text)).toBe(slug)
})

const ofProvince: readonly ((province: Place, plate: string) => string)[] = [
  ({ name }) => `${name} ili`,
  ({ name }) => `${name}, Türkiye`,
  ({ name }) => `${name} Turkey`,
  ({ name }) => `${name} il merkezi`,
  ({ name }) => `${name}'da`,
  (_, plate) => plate,
  (_, plate) => `${plate}100`,
  ({ name }, plate) => `${plate}000 ${name}`
]

it('a province by its seat, its plate, its postal codes and its country', () => {
  const wrong = gazetteer.provinces().flatMap((province, index) =>
    ofProvince.flatMap((write) => {
      const text = write(province, String(index + 1).padStart(2, '0'))
      return found(text) === province.slug ? [] : [`${text} → ${found(text)}`]
    })
  )
  expect(wrong).toEqual([])
})

it.each([
  ['Malatya Merkez', 'malatya'],
  ['London, UK', 'london'],
  ['Paris, France', 'paris'],
  ['K.Maraş', 'kahramanmaras'],
  ['Ş.Urfa', 'sanliurfa'],
  ['G. Antep', 'gaziantep'],
  ['Kdz. Ereğli', 'zonguldak-eregli'],
  ['M.Kemalpaşa', 'bursa-mustafakemalpasa'],
  ['Konya Ereğlisi', 'konya-eregli'],
  ['Ş.Karahisar', 'giresun-sebinkarahisar'],
  ['Ş. Karahisar', 'giresun-sebinkarahisar'],
  ['Malatyada hava', 'malatya'],
  ["Malatya'da hava durumu", 'malatya'],
  ['Şam', 'damascus'],
  ['New York, NY', 'new-york-city'],
  ['Boston, MA', 'boston'],
  ['Girne', 'kyrenia'],
  ['Gazimağusa', 'famagusta'],
  ['Güzelyurt (Kıbrıs)', 'morfou'],
  ['Gölbaşı Ankara', 'ankara-golbasi'],
  ['Malatya Kozluk köyü', 'malatya'],
  ['Orduzu Mah. Battalgazi/Malatya', 'malatya-battalgazi']
])('%s is %s', (text, slug) => {
  expect([text, found(text)]).toEqual([text, slug])
})

it('what nobody means finds nothing', () => {
  for (const text of ['merkez köyü', 'türkiye', 'zzz zzz', 'a a a a a a a b', '99', '99100']) {
    expect([text, found(text)]).toEqual([text, undefined])
  }
  for (const text of ['merkez', 'nope', 'admin', 'foo']) expect(gazetteer.suggest(text, 5)).toEqual([])
})

it('a province with an ending and a word of weather behind it', () => {
  const wrong = gazetteer.provinces().flatMap((province) => {
    const ends = ['da', 'de', 'ta', 'te'].map((ending) => [`${province.name}${ending} hava`, province.slug])
    return ends.flatMap(([text = '', slug]) => (found(text) === slug ? [] : [`${text} → ${found(text)}`]))
  })
  expect(wrong).toEqual([])
})

it('a city of the USA with the code of its state lies there', () => {
  const wrong: string[] = []
  let tried = 0
  for (const name of ['Springfield', 'Jackson', 'Columbus', 'Portland']) {
    const there = new Set(
      gazetteer.search(name, 50).flatMap((one) => (one.name === name ? [one.region] : []))
    )
    for (const [code, state] of usStates) {
      if (!there.has(state)) continue
      tried += 1
      const [place] = gazetteer.search(`${name}, ${code}`, 1)
      if (place?.name !== name || place.region !== state) wrong.push(`${name}, ${code} → ${place?.slug}`)
    }
  }
  expect(tried).toBeGreaterThan(8)
  expect(wrong).toEqual([])
})

it.each(['Mlatya', 'ANKRA'])('a letter left out of %s is suggested', (text) => {
  const slug = text === 'ANKRA' ? 'ankara' : 'malatya'
  expect(gazetteer.suggest(text, 3)[0]?.slug).toBe(slug)
})
