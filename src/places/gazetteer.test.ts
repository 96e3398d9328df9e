import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countSlips } from '../common/near-name.ts'
import { distanceKm } from './distance.ts'
import { fold } from './folding.ts'
import { openGazetteer } from './gazetteer.ts'
import { readPlaceTable } from './place-table.ts'

const gazetteer = await openGazetteer()
const table = await readPlaceTable()
const everyPlace = Array.from({ length: table.count }, (_, row) => table.place(row))
// Whole thousandths: fast-check's doubles crowd around zero and the ends.
const anywhere = fc
  .tuple(fc.integer({ min: -90_000, max: 90_000 }), fc.integer({ min: -179_999, max: 180_000 }))
  .map(([lat, lon]) => [lat / 1000, lon / 1000] as const)
const found = (query: string, limit = 5): readonly string[] =>
  gazetteer.search(query, limit).map((place) => place.slug)
const suggested = (text: string): readonly string[] => gazetteer.suggest(text, 5).map((place) => place.slug)

describe('the gazetteer', () => {
  it('knows a place by its slug and nothing by another spelling', () => {
    expect(gazetteer.bySlug('malatya')).toMatchObject({ name: 'Malatya', country: 'TR', kind: 'province' })
    expect(gazetteer.bySlug('malatya-battalgazi')).toMatchObject({ name: 'Battalgazi', kind: 'district' })
    for (const slug of ['Malatya', 'battalgazi', '', '__proto__', 'constructor', 'malatya\n']) {
      expect(gazetteer.bySlug(slug)).toBeNull()
    }
  })

  it('lists the districts of a province, also from one of them, and none elsewhere', () => {
    const named = (slug: string): readonly string[] => {
      const place = gazetteer.bySlug(slug)
      return place === null ? [] : gazetteer.districts(place).map(({ name }) => name)
    }
    expect(named('malatya')).toHaveLength(13)
    expect(named('malatya')).toContain('Battalgazi')
    expect(named('malatya-battalgazi')).toEqual(named('malatya'))
    expect(named('izmir')).toEqual(named('izmir').toSorted(new Intl.Collator('tr').compare))
    expect(named('london')).toEqual([])
  })

  it('finds each of the 81 provinces by <province>-merkez, unless a district has that slug', () => {
    const found = gazetteer
      .provinces()
      .map(({ slug }) => ({ slug, centre: gazetteer.find(`${slug}-merkez`)?.slug }))
    expect(found.filter(({ slug, centre }) => centre === slug)).toHaveLength(30)
    expect(found.filter(({ slug, centre }) => centre === `${slug}-merkez`)).toHaveLength(51)
    expect(gazetteer.find('Antalya Merkez')?.slug).toBe('antalya')
    expect(gazetteer.find('İzmir')?.slug).toBe('izmir')
    for (const none of ['london-merkez', 'malatya-battalgazi-merkez', 'merkez-', '-merkez', '', '東京']) {
      expect(gazetteer.find(none)).toBeNull()
    }
  })

  it('knows the sixteen places abroad that have the bare name of a district', () => {
    const abroad = everyPlace.flatMap((place) => {
      const districts = gazetteer.homonyms(place)
      return districts.length === 0 ? [] : [`${place.slug} ${districts.map(({ slug }) => slug).join(' ')}`]
    })
    expect(abroad.toSorted()).toEqual([
      'aksu antalya-aksu isparta-aksu',
      'aliaga izmir-aliaga',
      'belen hatay-belen',
      'bor nigde-bor',
      'camas ordu-camas',
      'derbent konya-derbent',
      'gurun sivas-gurun',
      'kaman kirsehir-kaman',
      'kulu konya-kulu',
      'kure kastamonu-kure',
      'palu elazig-palu',
      'sirvan siirt-sirvan',
      'soma manisa-soma',
      'sur diyarbakir-sur',
      'talas kayseri-talas',
      'tuzla istanbul-tuzla'
    ])
  })

  it('lists the 81 provinces by plate code', () => {
    const names = gazetteer.provinces().map((place) => place.name)
    expect(names).toHaveLength(81)
    expect([names[0], names[5], names[33], names[43], names[80]]).toEqual([
      'Adana',
      'Ankara',
      'İstanbul',
      'Malatya',
      'Düzce'
    ])
  })

  it('finds a province while it is being typed', () => {
    for (const typed of ['mala', 'malat', 'malaty', 'malatya', 'MALATYA', ' Malatya ']) {
      expect(found(typed)[0]).toBe('malatya')
    }
  })

  it('finds İstanbul in every spelling', () => {
    for (const typed of ['İstanbul', 'Istanbul', 'istanbul', 'ıstanbul', 'ISTANBUL', 'İSTANBUL', 'istan']) {
      expect(found(typed)[0]).toBe('istanbul')
    }
  })
})

describe('search', () => {
  it.each([
    ['izm', 'izmir'],
    ['İZM', 'izmir'],
    ['ığdır', 'igdir'],
    ['şanlı', 'sanliurfa'],
    ['urfa', 'sanliurfa'],
    ['antep', 'gaziantep'],
    ['kahraman maraş', 'kahramanmaras'],
    ['ord', 'ordu'],
    ['van', 'van'],
    ['bat', 'batman'],
    ['malatya battal', 'malatya-battalgazi'],
    ['battalgazi malatya', 'malatya-battalgazi'],
    ['antakya', 'hatay-antakya'],
    ['paris', 'paris'],
    ['wien', 'vienna'],
    ['münchen', 'munich'],
    ['Москва', 'moscow'],
    ['北京', 'beijing'],
    ['new yo', 'new-york-city']
  ])('for %s gives %s first', (typed, slug) => {
    expect(found(typed)[0]).toBe(slug)
  })

  it('finds every province and every district by its name', () => {
    for (const province of gazetteer.provinces()) expect(found(province.name)[0]).toBe(province.slug)
    expect(found('yeşilyurt')).toEqual(expect.arrayContaining(['malatya-yesilyurt', 'tokat-yesilyurt']))
    expect(found('merkez', 50).length).toBe(50)
  })

  it('orders what begins alike by population', () => {
    const [first, ...rest] = gazetteer.search('lond', 5)
    expect(first?.slug).toBe('london')
    expect(rest.length).toBeGreaterThan(0)
    for (const place of rest) expect(place.population).toBeLessThan(first?.population ?? 0)
  })

  it('goes through Türkiye before cities abroad of up to two million, and gives a city named in full first', () => {
    const largeAbroad = 2_000_000
    const { populations } = table.columns()
    const population = new Map(everyPlace.map(({ slug }, row) => [slug, populations[row] ?? 0]))
    for (const { kind, name } of everyPlace) {
      if (kind !== 'district') continue
      const typed = fold(name).slice(0, 3)
      const answers = gazetteer.search(typed, 20).filter((place) => fold(place.name).startsWith(typed))
      const districtAt = answers.findIndex((place) => place.kind === 'district')
      const before = answers.slice(0, districtAt).filter((place) => place.country !== 'TR')
      const small = before.filter(
        (place) => fold(place.name) !== typed && (population.get(place.slug) ?? 0) < largeAbroad
      )
      expect({ typed, small }).toEqual({ typed, small: [] })
    }
    expect(found('mal', 3)).toEqual(['malatya', 'istanbul-maltepe', 'tekirdag-malkara'])
    expect(found('malk', 1)).toEqual(['tekirdag-malkara'])
    expect(found('can', 3)).toEqual(['canakkale', 'canakkale-can', 'can-elazig'])
    for (const { slug, kind, name } of everyPlace) {
      if (kind !== 'place' || (population.get(slug) ?? 0) < largeAbroad / 4) continue
      const [first] = gazetteer.search(name, 1)
      if (first?.kind === 'district') expect(fold(first.name)).toBe(fold(name))
    }
    for (const city of ['berlin', 'paris', 'sofia']) expect(found(city, 1)).toEqual([city])
  })
})

describe('a near miss', () => {
  it.each([
    ['maltya', 'malatya'],
    ['malatay', 'malatya'],
    ['istambul', 'istanbul'],
    ['ankra', 'ankara'],
    ['igdr', 'igdir'],
    ['sanlurfa', 'sanliurfa'],
    ['kahramanmars', 'kahramanmaras'],
    ['battalgazi', 'malatya-battalgazi'],
    ['malatya-batalgazi', 'malatya-battalgazi'],
    ['berlim', 'berlin'],
    ['malat', 'malatya'],
    ['antalya-merkes', 'antalya'],
    ['mugla-bodrm', 'mugla-bodrum'],
    ['Urfa', 'sanliurfa'],
    ['Maraş', 'kahramanmaras'],
    ['Antakya', 'hatay-antakya'],
    ['Malatya Hekimhan köyü', 'malatya-hekimhan'],
    ['malatya-batalgazi', 'malatya-battalgazi']
  ])('%s is answered with %s', (text, slug) => {
    expect(suggested(text)[0]).toBe(slug)
  })

  it('is never before the place that a search finds', () => {
    const names = [
      'urfa',
      'maraş',
      'antep',
      'izmit',
      'afyon',
      'antakya',
      'of',
      'hatay',
      'kale',
      'eski malatya'
    ]
    for (const name of names) expect(suggested(name)[0], name).toBe(found(name)[0])
  })

  it.each(['nope', 'admin', 'api', 'foo', 'yok', 'tahmin', 'kayisi', 'tarla', 'sayfa', 'nothing'])(
    'of the word %s is a name that begins with it or differs in a letter of four',
    (word) => {
      for (const { name } of gazetteer.suggest(word, 5)) {
        const folded = fold(name)
        const begins = word.length > 3 && ` ${folded}`.includes(` ${word}`)
        if (!begins) expect(countSlips(word, folded, 9), name).toBeLessThanOrEqual(word.length / 4)
      }
    }
  )

  it('has at most five answers, and none when nothing is close', () => {
    expect(gazetteer.suggest('kale', 50)).toHaveLength(5)
    expect(gazetteer.suggest('malatya', 0)).toEqual([])
    expect(suggested('qqqxxxzzz')).toEqual([])
    expect(suggested('')).toEqual([])
  })
})

describe('what lies near', () => {
  it('is what a search through all places finds', () => {
    const names = new Map<string, number>()
    fc.assert(
      fc.property(anywhere, ([lat, lon]) => {
        const found = gazetteer.near(lat, lon)
        const best = Math.min(...everyPlace.map((place) => distanceKm(place, { lat, lon })))
        expect(found?.distanceKm).toBe(best)
        names.set(found?.place.slug ?? '', best)
      }),
      { numRuns: 60 }
    )
    expect(names.size).toBeGreaterThan(10)
  })

  it('is the province where its central district lies on the same spot', () => {
    const igdir = gazetteer.bySlug('igdir-merkez')
    expect(igdir && gazetteer.near(igdir.lat, igdir.lon)?.place.slug).toBe('igdir')
  })

  it('is exactly there at every place, and nowhere beside it', () => {
    for (const { lat, lon, slug } of everyPlace) {
      expect(gazetteer.isAt(lat, lon), slug).toBe(true)
      expect(gazetteer.isAt(lat + 0.0004, lon), slug).toBe(false)
      expect(gazetteer.isAt(lat, lon - 0.0004), slug).toBe(false)
    }
  })

  it('is nothing where there is no point', () => {
    for (const odd of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(gazetteer.near(odd, 0)).toBeNull()
      expect(gazetteer.isAt(odd, 0)).toBe(false)
    }
  })
})

describe('hostile text', () => {
  it.each([
    'x'.repeat(5_000_000),
    // Costs the normalising minutes where nothing cuts it.
    `a${'\u0301\u0316'.repeat(250_000)}`,
    'a\u0000b',
    '🌡️❄️',
    '\u202eaytalam\u202c',
    'ملطية',
    '|',
    '.*+?^$()|[]{}\\\n\r\t',
    '\ud800',
    '\ufdfa'.repeat(64),
    '../../etc/passwd',
    "'; DROP TABLE places; --",
    'constructor',
    '__proto__'
  ])('%# is answered quickly and quietly', (text) => {
    found('warm')
    suggested('warm')
    const start = performance.now()
    expect(found(text, 50).length).toBeLessThanOrEqual(50)
    expect(suggested(text).length).toBeLessThanOrEqual(5)
    expect(gazetteer.bySlug(text)).toBeNull()
    expect(performance.now() - start).toBeLessThan(5000)
  })
})
