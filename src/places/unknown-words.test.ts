import { describe, expect, it } from 'vitest'
import { openGazetteer } from './gazetteer.ts'

const gazetteer = await openGazetteer()
const unknownIn = (query: string) => gazetteer.unknownWords(query, gazetteer.search(query, 10))

describe('words that no found place explains', () => {
  it.each([
    ['Zzyyx Malatya', ['Zzyyx']],
    ['Malatya Zzyyx', ['Zzyyx']],
    ['zzyyx, malatya', ['zzyyx']],
    ['Malatya/Zzyyx', ['Zzyyx']],
    ['Battalgazi Zzyyx Malatya', ['Zzyyx']],
    ['Battalgazi tarlası Malatya', ['tarlası']],
    ['Zzyyx köyü Battalgazi', ['Zzyyx']],
    ['Malatya’nın Zzyyx ilçesi', ['Zzyyx']],
    ['44 Zzyyx Malatya', ['Zzyyx']],
    ['Qqzz Zzyyx Malatya Türkiye', ['Qqzz', 'Zzyyx']],
    ['Zzyyx Malatya ili', ['Zzyyx']],
    ['Zzyyx Malatya Türkiye 44000', ['Zzyyx']],
    ['Zzyyx Tarsus İçel', ['Zzyyx']],
    ['Malatya Zzyyx yarın', ['Zzyyx']],
    ['Malatyadakin Malatya', ['Malatyadakin']]
  ])('of %s are named', (query, words) => expect(unknownIn(query)).toEqual(words))

  it.each([
    ...[
      'Malatya',
      'malatyada',
      'Malatya’da hava',
      'Malatya ili',
      'Battalgazi Malatya',
      'Malatya, Battalgazi',
      'Malatyadaki Malatya'
    ],
    ...['K.Maraş', 'kahraman maras', 'Malatya Türkiye', '44000 Malatya', 'Malatya merkez', 'New York, NY'],
    ...[
      'Konya Ereğlisi',
      'Urfa',
      'Gölbaşı Ankara',
      'London UK',
      'mala',
      'Malatya hava durumu',
      'Zzyyx Qqzz',
      ''
    ],
    ...['Antep Şahinbey', 'don tahmini Malatya', 'Киев Ukrayna', 'دمشق, Syria']
  ])('are none of %s', (query) => expect(unknownIn(query)).toEqual([]))

  it.each([
    ...[
      'Malatya Türkiye 44000',
      'Malatya Türkiye merkez 44',
      'Malatya bugün',
      'Malatya Türkiye hava durumu',
      'Malatya hava durumu yarın'
    ].map((query) => [query, 'malatya']),
    ...['Malatya ovası', 'Malatya için don', 'gece Malatya'].map((query) => [query, 'malatya']),
    ['Adana Kozan köyleri', 'adana-kozan'],
    ...['İçel Tarsus', 'Tarsus İçel', 'Tarsus, İçel ili', 'İçel’in Tarsus ilçesi'].map((query) => [
      query,
      'mersin-tarsus'
    ]),
    ['Yenişehir İçel', 'mersin-yenisehir'],
    ['Berlin Germany 10115', 'berlin']
  ])('are none of %s, which is of %s', (query, slug = '') => {
    expect(unknownIn(query)).toEqual([])
    expect(gazetteer.search(query, 1).map((place) => place.slug)).toEqual([slug])
  })

  it('are the made-up one in every order, and none of a district with its province', () => {
    const wrong = gazetteer
      .provinces()
      .filter((_, index) => index % 9 === 0)
      .flatMap((province) =>
        gazetteer
          .districts(province)
          .slice(0, 4)
          .flatMap(({ name }) =>
            [`${name} ${province.name}`, `${province.name}, ${name}`, `${name}/${province.name}`].flatMap(
              (query) => [
                ...(unknownIn(query).length > 0 ? [query] : []),
                ...[`Zzyyx ${query}`, `${query} Zzyyx`].filter(
                  (vague) => gazetteer.search(vague, 1).length > 0 && unknownIn(vague).join() !== 'Zzyyx'
                )
              ]
            )
          )
      )
    expect(wrong).toEqual([])
  })
})

it.each([
  ['Malatya ve Elazığ', ['elazig', 'malatya']],
  ['Malatya and Elazig', ['elazig', 'malatya']],
  ['Ordu, Giresun, Trabzon', ['trabzon', 'ordu', 'giresun']],
  ['Konya Ereğlisi Karaman', ['konya-eregli', 'karaman']],
  ['İzmir Ödemiş Birgi', ['izmir-odemis', 'birgi']],
  ['Adana Kozan ve Mersin Tarsus', ['mersin-tarsus', 'adana', 'adana-kozan']],
  ['Battalgazi ve Kozan', ['adana-kozan', 'malatya-battalgazi']],
  ['Muğla Fethiye Seki', ['mugla-fethiye', 'seki']]
])('several places in %s are all found, and none is unknown', (query, slugs) => {
  expect(gazetteer.search(query, 10).map(({ slug }) => slug)).toEqual(slugs)
  expect(unknownIn(query)).toEqual([])
})

it.each([
  ['Mersin limon', 'mersin', ['limon']],
  ['Malatya Akçadağ Bari', 'malatya-akcadag', ['Bari']],
  ['Malatya kayısı bahçe', 'malatya', ['kayısı', 'bahçe']],
  ['Ankara kiraz', 'ankara', ['kiraz']],
  ['Giresun fındık bahçesi', 'giresun', ['fındık', 'bahçesi']]
])('a crop or village in %s is no place of its name elsewhere', (query, slug, unknown) => {
  expect(gazetteer.search(query, 10).map((place) => place.slug)).toEqual([slug])
  expect(unknownIn(query)).toEqual(unknown)
})
