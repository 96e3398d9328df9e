import { describe, expect, it } from 'vitest'
import { type SeriesVariable, seriesVariables } from '../weather/series.ts'
import { openColumns } from './columns.ts'

const hours = 48
const good: Readonly<Partial<Record<SeriesVariable, number>>> = { pressureMsl: 1013, uvIndex: 3 }
const read = (variable: SeriesVariable, values: readonly unknown[], factor: number | undefined = 1) => {
  const columns = openColumns((index) => 1000 + index)
  return { values: columns.read(variable, values, { factor }), leftOut: columns.leftOut() }
}
const withOne = (variable: SeriesVariable, value: unknown): readonly unknown[] =>
  Array.from({ length: hours }, (_, index) => (index === 7 ? value : (good[variable] ?? 1)))

/** Numbers that providers have published, and what is no number. */
const wrong: readonly unknown[] = [
  -3276.8,
  -999,
  9_913_800,
  1e9,
  '4',
  '',
  true,
  [],
  {},
  Number.NaN,
  Number.POSITIVE_INFINITY
]

describe.each(seriesVariables)('one impossible %s', (variable) => {
  it.each(wrong)('is missing and remembered: %o', (value) => {
    const { values, leftOut } = read(variable, withOne(variable, value))
    expect(values[7]).toBeNaN()
    expect(values.filter(Number.isNaN)).toHaveLength(1)
    expect(leftOut.variables).toEqual(variable === 'temperature' ? [] : [variable])
    expect(leftOut.hours.map(({ hour }) => hour)).toEqual(variable === 'temperature' ? [1007] : [])
  })

  it.each([null, undefined])('is none where it is %s', (value) => {
    const { values, leftOut } = read(variable, withOne(variable, value))
    expect(values[7]).toBeNaN()
    expect(leftOut).toEqual({ variables: [], hours: [] })
  })
})

describe.each(['temperature', 'dewPoint', 'relativeHumidity', 'cloudCover', 'windSpeed'] as const)(
  'a column of %s, which decides frost,',
  (variable) => {
    it('is refused by name in another unit, and where an eighth of it cannot be', () => {
      expect(() => openColumns(() => 0).spoilt(variable, variable)).toThrow(variable)
      const eighth = Array.from({ length: hours }, (_, index) => (index % 7 === 0 ? -9999 : 1))
      expect(() => read(variable, eighth)).toThrow(expect.objectContaining({ kind: 'unusable' }))
    })
  }
)

describe('a column that decorates', () => {
  it('is missing as a whole in an unknown unit, and where an eighth of it cannot be', () => {
    const columns = openColumns(() => 0)
    const some = columns.read('uvIndex', [3, 3, -1, 3, -1, 3, -1, 3], { factor: 1 })
    expect([...some, ...columns.read('snowDepth', [1, 2], { factor: undefined })].every(Number.isNaN)).toBe(
      true
    )
    expect(columns.leftOut().variables).toEqual(['uvIndex', 'snowDepth'])
  })
})

describe('temperatures in another unit', () => {
  it.each([
    ['kelvin', (celsius: number) => celsius + 273.15],
    ['Fahrenheit, of which three afternoons alone are impossible', (celsius: number) => celsius * 1.8 + 32]
  ])('are refused in %s', (_, convert) => {
    const week = Array.from({ length: 168 }, (_one, hour) =>
      convert(12 + 10 * Math.sin((hour * Math.PI) / 12))
    )
    expect(() => read('temperature', week)).toThrow(/beyond anything observed/)
  })
})

it('an impossible temperature within 10 °C of the next hour is another unit, one further off is one hour', () => {
  const beside = (nextC: number) => () => read('temperature', [20, 71, nextC, ...Array(hours).fill(20)])
  expect(beside(61.5)).toThrow(/beyond anything observed/)
  expect(beside(60.5)().leftOut.hours).toHaveLength(1)
})

it('an impossible temperature counts as cold, also one that is no number, but for one too high', () => {
  const sides = [-999, 'x', Number.NaN, 999].map((value) => {
    const [hour] = read('temperature', withOne('temperature', value)).leftOut.hours
    return hour?.isCold
  })
  expect(sides).toEqual([true, true, true, false])
})

it('a hair beyond the end of what decides is the end: models overshoot', () => {
  expect(read('cloudCover', [-0.001, 1.01, 0.5]).values).toEqual([0, 1, 0.5])
  expect(read('windSpeed', [-0.05, 3]).values).toEqual([0, 3])
})

it('a humidity of 0.84 % in one hour is a fraction, and missing', () => {
  const columns = openColumns(() => 0)
  const reported = Array.from({ length: 30 }, (_, index) => (index === 3 ? 0.84 : 80))
  expect(columns.read('relativeHumidity', reported, { factor: 0.01, percentHours: 30 })[3]).toBeNaN()
  expect(columns.leftOut().variables).toEqual(['relativeHumidity'])
})
