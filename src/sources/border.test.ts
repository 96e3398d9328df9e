import { describe, expect, it } from 'vitest'
import { column, emptySeries } from '../forecast/series.ts'
import { asFractions, isFraction, readNumberOrMissing, requireUsable } from './border.ts'

describe('a number at the border', () => {
  it.each([[null], [undefined]])('is missing for %s, never 0', (value) => {
    expect(readNumberOrMissing(value, 'x')).toBeNaN()
  })

  it.each([['4'], [''], [true], [[]], [{}], [Number.NaN], [Number.POSITIVE_INFINITY]])(
    'is refused for %o',
    (value) => {
      expect(() => readNumberOrMissing(value, 'x')).toThrow(expect.objectContaining({ kind: 'unusable' }))
    }
  )
})

describe('a percent column', () => {
  const clearWeek = Array.from({ length: 24 }, (_, index) => index % 2)

  it('is refused as missing when a day of it lies within 0…1 and is not whole', () => {
    const values = [...clearWeek.slice(1), 0.37]
    expect(isFraction(values, 24)).toBe(true)
    expect(asFractions(values, 24).every(Number.isNaN)).toBe(true)
  })

  it.each([
    ['whole zeros and ones', clearWeek, 24],
    ['less than a day', [0.2, 0.4], 23],
    ['one value above 1', [...clearWeek, 0.5, 1.2], 26],
    ['nothing known', [Number.NaN], 48]
  ])('is read as percent with %s', (_, values, hours) => {
    expect(isFraction(values, hours)).toBe(false)
    expect(asFractions([...values, 50], hours).at(-1)).toBe(0.5)
  })
})

describe('the last look at a series', () => {
  it('refuses one without any temperature', () => {
    expect(() => requireUsable(emptySeries(0, 24))).toThrow(/no hour has a temperature/)
  })

  it.each([
    ['temperature', -999],
    ['windSpeed', -1],
    ['cloudCover', 37],
    ['pressureMsl', 1.013]
  ] as const)('refuses a %s of %f', (variable, value) => {
    const series = emptySeries(0, 24)
    column(series, 'temperature').fill(1)
    column(series, variable)[7] = value
    expect(() => requireUsable(series)).toThrow(expect.objectContaining({ kind: 'unusable' }))
  })

  it('passes one with a single temperature', () => {
    const series = emptySeries(0, 24)
    column(series, 'temperature')[7] = -4.5
    expect(requireUsable(series)).toBe(series)
  })
})
