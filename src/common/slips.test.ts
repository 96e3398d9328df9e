import { describe, expect, it } from 'vitest'
import { countSlips } from './near-name.ts'

describe('slips between two spellings', () => {
  it.each([
    // The textbook pairs of Levenshtein (1965) and Damerau (1964), and our own towns.
    ['kitten', 'sitting', 3],
    ['saturday', 'sunday', 3],
    ['ca', 'ac', 1],
    ['ca', 'abc', 3],
    ['malatya', 'maltya', 1],
    ['erzurum', 'ezrurum', 1],
    ['', 'abc', 3],
    ['van', 'van', 0]
  ])('%s and %s are %d', (one, other, slips) => {
    expect(countSlips(one, other, 9)).toBe(slips)
    expect(countSlips(other, one, 9)).toBe(slips)
  })

  it('are given up beyond the farthest that matters', () => {
    expect(countSlips('kitten', 'sitting', 2)).toBe(3)
    expect(countSlips('a', 'zzzzzzzzzz', 1)).toBe(2)
  })
})
