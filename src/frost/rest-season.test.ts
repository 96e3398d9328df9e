import { expect, test } from 'vitest'
import { isRestSeason } from './season.ts'

const at = (month: number) => Date.UTC(2026, month - 1, 15)

test('trees rest from November to February in the north, half a year later in the south, never in the tropics', () => {
  const resting = (lat: number) =>
    Array.from({ length: 12 }, (_, index) => index + 1).filter((month) => isRestSeason(at(month), lat))
  expect(resting(38.4)).toEqual([1, 2, 11, 12])
  expect(resting(-33.9)).toEqual([5, 6, 7, 8])
  expect(resting(1.3)).toEqual([])
})

test('an evergreen and an annual never rest', () => {
  for (const crop of ['citrus', 'lemon', 'orange', 'olive', 'banana', 'tea', 'mandarin', 'wheat', 'tomato']) {
    expect(isRestSeason(at(1), 37, crop), crop).toBe(false)
  }
  for (const crop of ['apricot', 'fig', 'grape', null]) expect(isRestSeason(at(1), 37, crop)).toBe(true)
})
