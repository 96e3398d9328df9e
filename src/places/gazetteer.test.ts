import { describe, expect, it } from 'vitest'
import { openGazetteer } from './gazetteer.ts'

const gazetteer = await openGazetteer()
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

describe('a near miss', () => {
  it('is answered with the place that was meant', () => {
    expect(suggested('maltya')[0]).toBe('malatya')
    expect(suggested('istambul')[0]).toBe('istanbul')
    expect(suggested('battalgazi')[0]).toBe('malatya-battalgazi')
  })
})
