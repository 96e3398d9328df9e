import { describe, expect, it } from 'vitest'
import { type SearchTexts, searchRows, writeSpellings } from './search.ts'

const rows = ['malaga', 'malatya', 'new malden', 'mala', 'kahramanmaras', 'bala']
const latin = ['malaca', '', '', '', 'maras|kahraman maras city', '']
const texts: SearchTexts = {
  weightOf: (row) => [1000, 900, 800, 10, 9, 8][row] ?? 0,
  names: writeSpellings(rows.map((spellings, row) => ({ row, spellings }))),
  latinSpellings: writeSpellings(latin.map((spellings, row) => ({ row, spellings }))),
  otherScripts: writeSpellings([{ row: 1, spellings: 'малатья' }])
}
const found = (query: string, limit = 10): readonly (string | undefined)[] =>
  searchRows(texts, query, limit).map((row) => rows[row])

describe('search as you type', () => {
  it('gives names that begin with it by importance, then names with such a word', () => {
    expect(found('mal')).toEqual(['malaga', 'malatya', 'mala', 'new malden'])
  })

  it('gives an exact name before all that go on but one that is far more important', () => {
    expect(found('mala')).toEqual(['malaga', 'mala', 'malatya'])
    expect(found('bala')).toEqual(['bala'])
  })

  it('gives other spellings after names, and first when they are written out', () => {
    expect(found('malac')).toEqual(['malaga'])
    expect(found('maras')).toEqual(['kahramanmaras'])
    expect(found('Малат')).toEqual(['malatya'])
  })

  it('gives a name written as two words, each row once and no more than asked for', () => {
    expect(found('kahraman mar')).toEqual(['kahramanmaras'])
    expect(found('mal', 2)).toEqual(['malaga', 'malatya'])
    expect(found('mal', 0)).toEqual([])
  })

  it('does not find what ends in it, nor what runs from one name into the next', () => {
    expect(found('laga')).toEqual([])
    expect(found('malaga|malatya')).toEqual([])
    expect(found('|')).toEqual([])
    expect(found('')).toEqual([])
  })
})
