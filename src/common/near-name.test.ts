import { describe, expect, it } from 'vitest'
import { didYouMean, nearestName } from './near-name.ts'

describe('the name that was meant', () => {
  const crops = ['apricot', 'fig', 'peach', 'pear', 'plum', 'sweet-cherry', 'walnut']

  it.each([
    ['aprikot', 'apricot'],
    ['APRICOT', 'apricot'],
    ['wallnuts', 'walnut'],
    ['sweat-chery', 'sweet-cherry'],
    ['figg', 'fig'],
    ['paech', 'peach']
  ])('is near to "%s"', (wrong, meant) => expect(nearestName(wrong, crops)).toBe(meant))

  it.each(['foo', 'x', '', 'big-tree', 'appollo', 'fghi', 'banana', 'z'.repeat(5000)])(
    'is not guessed from "%.20s", which is far from all',
    (wrong) => expect(nearestName(wrong, crops)).toBeNull()
  )

  it('may go by another name elsewhere, where this one is among the known', () => {
    expect(nearestName('Latitude', ['lat', 'lon'])).toBe('lat')
    expect(nearestName('probability', ['threshold', 'threshold_probability'])).toBe('threshold_probability')
    expect(nearestName('latitude', ['crop'])).toBeNull()
    expect(nearestName('xlsx', ['json', 'csv', 'csv-excel'])).toBe('csv-excel')
    expect(nearestName('tr', ['TR'])).toBe('TR')
    expect(['şehir', 'İl', 'sehir'].map((name) => nearestName(name, ['lat', 'lon', 'location']))).toEqual(
      Array(3).fill('location')
    )
    const row = ['date', 'minimum', 'measured_at', 'relative_humidity']
    expect(['min', 'Humidity', 'timestamp'].map((name) => nearestName(name, row))).toEqual([
      'minimum',
      'relative_humidity',
      'measured_at'
    ])
    expect(['tr-TR', 'en_US', 'türkçe', 'tr-x'].map((name) => nearestName(name, ['tr', 'en']))).toEqual([
      'tr',
      'en',
      'tr',
      null
    ])
    expect(nearestName('mail', ['feed', 'email', 'webhook'])).toBe('email')
  })

  it('ends a sentence, or adds nothing', () => {
    expect(didYouMean('treshold', ['threshold', 'crop'])).toBe(' Did you mean "threshold"?')
    expect(didYouMean('banana', ['threshold', 'crop'])).toBe('')
  })
})
