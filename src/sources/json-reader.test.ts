import { describe, expect, it } from 'vitest'
import { column, emptySeries } from '../weather/series.ts'
import { isFraction, requireNear, requireUsable } from './json-reader.ts'
import { SourceError } from './source.ts'

describe('a percent column', () => {
  const clearWeek = Array.from({ length: 24 }, (_, index) => index % 2)

  it('is a fraction when a day of it lies within 0…1 and is not whole', () => {
    expect(isFraction([...clearWeek.slice(1), 0.37], 24)).toBe(true)
  })

  it.each([
    ['whole zeros and ones', clearWeek, 24],
    ['less than a day', [0.2, 0.4], 23],
    ['one value above 1', [...clearWeek, 0.5, 1.2], 26],
    ['nothing known', [Number.NaN], 48]
  ])('is percent with %s', (_, values, hours) => {
    expect(isFraction(values, hours)).toBe(false)
  })
})

describe('the last look at a series', () => {
  it('refuses one without any temperature', () => {
    expect(() => requireUsable(emptySeries(0, 24))).toThrow(/no hour has a temperature/)
  })

  it('passes one with a single temperature', () => {
    const series = emptySeries(0, 24)
    column(series, 'temperature')[7] = -4.5
    expect(requireUsable(series)).toBe(series)
  })
})

describe('an answer for another place', () => {
  const grid = (lat: number | null, lon: number | null) => ({ lat, lon, elevation: null })
  const accepted = (lat: number, lon: number, asked: { lat: number; lon: number }): boolean => {
    try {
      requireNear(grid(lat, lon), asked)
      return true
    } catch {
      return false
    }
  }

  it('is refused from one degree on, and a coarse cell beside the place is not', () => {
    const asked = { lat: 40.11, lon: 30.2 }
    expect(accepted(40.5, 30.75, asked)).toBe(true)
    expect(accepted(0, 0, asked)).toBe(false)
    expect(accepted(41.2, 30.2, asked)).toBe(false)
    expect(accepted(40.11, 31.6, asked)).toBe(false)
    expect(accepted(40.11, -30.2, asked)).toBe(false)
  })

  it('is judged across 180° and by the length of a degree near the poles', () => {
    expect(accepted(-16.5, -179.9, { lat: -16.5, lon: 179.8 })).toBe(true)
    expect(accepted(-16.5, 180, { lat: -16.5, lon: -179.999 })).toBe(true)
    expect(accepted(-16.5, -178, { lat: -16.5, lon: 179.8 })).toBe(false)
    expect(accepted(89.5, 60, { lat: 89.5, lon: 10 })).toBe(true)
  })

  it('is not looked for where the provider does not tell its cell', () => {
    expect(() => requireNear(grid(null, null), { lat: 1, lon: 1 })).not.toThrow()
    expect(() => requireNear(grid(Number.NaN, 0), { lat: 1, lon: 1 })).toThrow(SourceError)
  })
})
