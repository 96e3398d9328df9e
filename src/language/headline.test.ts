import { expect, test } from 'vitest'
import { tonightHeadline } from './headline.ts'

type HeadlineFacts = Parameters<typeof tonightHeadline>[0]

const facts: HeadlineFacts = {
  level: 'moderate',
  score: 31,
  airTemperatureMin: -0.9,
  plantTemperatureMin: -2.4,
  units: 'metric',
  coldestAt: '05:00',
  lang: 'en'
}
const say = (change: Partial<HeadlineFacts>) =>
  tonightHeadline({ ...facts, ...change }).replaceAll('\u00a0', ' ')

const windy = { plantTemperatureMin: -0.9 }

test('the headline tells level, expected minimum and hour in one sentence', () => {
  expect(say(windy)).toBe('Moderate frost risk tonight: −0.9 °C expected around 05:00')
  expect(say({ ...windy, lang: 'tr' })).toBe(
    'Bu gece orta düzeyde don riski: saat 05.00 sularında −0,9 °C bekleniyor'
  )
})

test('without a coldest hour it tells none', () => {
  expect(say({ ...windy, coldestAt: null })).toBe('Moderate frost risk tonight: −0.9 °C expected')
})

test('where the plants are colder than the air it names both, whichever of them freezes', () => {
  expect(say({})).toBe('Moderate frost risk tonight: air −0.9 °C, plants −2.4 °C expected around 05:00')
  expect(say({ airTemperatureMin: 8.2, plantTemperatureMin: 5.1, level: 'none' })).toBe(
    'No frost risk tonight: air 8.2 °C, plants 5.1 °C expected around 05:00'
  )
  const night = { airTemperatureMin: 1.4, plantTemperatureMin: -1.6 }
  expect(say(night)).toBe('Moderate frost risk tonight: air 1.4 °C, plants −1.6 °C expected around 05:00')
  expect(say({ ...night, lang: 'tr' })).toBe(
    'Bu gece orta düzeyde don riski: saat 05.00 sularında hava 1,4 °C, bitki yüzeyi −1,6 °C bekleniyor'
  )
})

test('a mild night and a night without data have their own plain sentences', () => {
  expect(say({ level: 'none', airTemperatureMin: 8.2, plantTemperatureMin: 5.1, lang: 'tr' })).toBe(
    'Bu gece don riski yok: saat 05.00 sularında hava 8,2 °C, bitki yüzeyi 5,1 °C bekleniyor'
  )
  expect(say({ level: 'unknown', airTemperatureMin: null })).toBe(
    'Frost risk not known tonight: data are missing'
  )
  expect(say({ level: 'unknown', isOfDamage: true, lang: 'tr' })).toBe(
    'Bu gecenin zarar riski bilinmiyor: veri eksik'
  )
  expect(say({ level: 'unknown', lang: 'tr' })).toBe('Bu gecenin don riski bilinmiyor: veri eksik')
})

test('in the morning before it, a night has its date for a name', () => {
  expect(say({ ...windy, name: 'in the night of 12–13 April' })).toBe(
    'Moderate frost risk in the night of 12–13 April: −0.9 °C expected around 05:00'
  )
  expect(say({ level: 'unknown', name: '12/13 Nisan gecesi', lang: 'tr' })).toBe(
    '12/13 Nisan gecesinin don riski bilinmiyor: veri eksik'
  )
})

test('both are in Fahrenheit where that is the unit', () => {
  expect(
    say({ units: 'imperial', airTemperatureMin: 34.5, plantTemperatureMin: 29.1, level: 'severe' })
  ).toBe('Severe frost risk tonight: air 34.5 °F, plants 29.1 °F expected around 05:00')
})
