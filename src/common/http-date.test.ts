import { describe, expect, test } from 'vitest'
import { retryAfterSeconds } from './http-date.ts'

const now = Date.UTC(2026, 3, 11, 19, 0, 0)

describe('Retry-After is read as RFC 9110 writes it, and nothing else is guessed', () => {
  test.each<[string | undefined, number | null]>([
    ['120', 120],
    [' 0 ', 0],
    ['Sat, 11 Apr 2026 19:02:30 GMT', 150],
    ['Sat, 11 Apr 2026 18:00:00 GMT', 0],
    [undefined, null],
    ['', null],
    ['-5', null],
    ['1.5', null],
    ['1e9', null],
    ['soon', null],
    ['2026-04-11', null]
  ])('%j → %j', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds)
  })
})
