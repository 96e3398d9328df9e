import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../test/any-text.ts'
import { fold, maximumSlugLength, slugPattern, toSlug } from './folding.ts'

describe('folding', () => {
  it.each([
    ['İzmir', 'izmir'],
    ['IZMIR', 'izmir'],
    ['ızmır', 'izmir'],
    ['i\u0307zmir', 'izmir'],
    ['I\u0307ZMI\u0307R', 'izmir'],
    ['Iğdır', 'igdir'],
    ['IĞDIR', 'igdir'],
    ['ığdır', 'igdir'],
    ['İĞDİR', 'igdir'],
    ['Şanlıurfa', 'sanliurfa'],
    ['ŞANLIURFA', 'sanliurfa'],
    ['S\u0327anlıurfa', 'sanliurfa'],
    ['Ağrı', 'agri'],
    ['Çankırı', 'cankiri'],
    ['Gümüşhane', 'gumushane'],
    ['Ödemiş', 'odemis'],
    ['Kâhta', 'kahta'],
    ['Hakkâri', 'hakkari'],
    ['Lâpseki', 'lapseki'],
    ['Elâzığ', 'elazig'],
    ['Doğubayazıt', 'dogubayazit'],
    ['  Kahraman   Maraş ', 'kahraman maras'],
    ['Kahraman-Maraş', 'kahraman maras'],
    ['Mala\u00adtya\u200b', 'malatya'],
    ["Adıyaman'ın", 'adiyamanin'],
    ['Ağrı’nın', 'agrinin'],
    ['Łódź', 'lodz'],
    ['Tromsø', 'tromso'],
    ['Þingeyri', 'thingeyri'],
    ['Gießen', 'giessen'],
    ['Ærøskøbing', 'aeroskobing'],
    ['Đà Nẵng', 'da nang'],
    ['Gəncə', 'gence'],
    ['Ｉｓｔａｎｂｕｌ', 'istanbul'],
    ['Москва', 'москва'],
    ['Αθήνα', 'αθηνα'],
    ['北京', '北京'],
    ['19 Mayıs', '19 mayis'],
    ['', ''],
    ['…!?', ''],
    ['🌡️', '']
  ])('brings %s to %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it('never throws, is bounded, and changes nothing the second time', () => {
    fc.assert(
      fc.property(anyText(300), (text) => {
        const folded = fold(text)
        // NFKD may make one character as many as 18 (the Arabic ligature U+FDFA).
        expect(folded.length).toBeLessThanOrEqual(128 * 18)
        expect(fold(folded)).toBe(folded.slice(0, 128).trim())
      }),
      { numRuns: 500 }
    )
  })

  // Marks of two classes by turns cost the normalising minutes where nothing cuts them.
  it.each([
    '\ud800',
    'a\u0000b',
    '\u202eaytalam',
    `a${'\u0301\u0316'.repeat(250_000)}`,
    'x'.repeat(10_000_000)
  ])('takes hostile text %#', (text) => {
    const start = performance.now()
    expect(typeof fold(text)).toBe('string')
    expect(performance.now() - start).toBeLessThan(5000)
  })
})

describe('a slug', () => {
  it.each([
    ['Şanlıurfa', 'sanliurfa'],
    ['İzmir', 'izmir'],
    ['Iğdır Merkez', 'igdir-merkez'],
    ["Xi'an", 'xian'],
    ['St. John’s', 'st-johns'],
    ['Москва', null],
    ['北京 Beijing', 'beijing'],
    ['', null],
    ['--', null],
    ['a'.repeat(64), 'a'.repeat(64)],
    ['a'.repeat(65), null],
    [`Malatya ${'x'.repeat(60)}`, null],
    [`Malatya${' '.repeat(200)}`, null]
  ])('of %s is %s', (text, slug) => {
    expect(toSlug(text)).toBe(slug)
  })

  it('always fits the pattern and the length, and is its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aİıŞğ -x9\u0301'), maxLength: 200 }), (text) => {
        const slug = toSlug(text)
        if (slug === null) return
        expect(slug).toMatch(slugPattern)
        expect(slug.length).toBeLessThanOrEqual(maximumSlugLength)
        expect(toSlug(slug)).toBe(slug)
      })
    )
  })
})
