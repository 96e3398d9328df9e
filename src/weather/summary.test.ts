import { describe, expect, it } from 'vitest'
import { column, emptySeries, type HourlySeries, type SeriesVariable } from './series.ts'
import { summarise } from './summary.ts'

function seriesOf(columns: Partial<Record<SeriesVariable, readonly number[]>>): HourlySeries {
  const hours = Math.max(...Object.values(columns).map((values) => values.length))
  const series = emptySeries(1000, hours)
  for (const [name, values] of Object.entries(columns)) column(series, name as SeriesVariable).set(values)
  return series
}

describe('the summary of a span', () => {
  it('takes extremes, their earliest stamps and the mean', () => {
    const summary = summarise(seriesOf({ temperature: [3, -2, 5, -2, 5] }), 1000, 1005)
    expect(summary).toMatchObject({
      temperatureMin: -2,
      temperatureMinHour: 1001,
      temperatureMax: 5,
      temperatureMaxHour: 1002,
      stamps: 5,
      stampsAvailable: 5
    })
    expect(summary.temperatureMean).toBeCloseTo(1.8, 10)
  })

  it('counts stamps outside the series and NaN as missing', () => {
    const summary = summarise(seriesOf({ temperature: [Number.NaN, 0] }), 998, 1004)
    expect(summary).toMatchObject({ stamps: 6, stampsAvailable: 1, temperatureMin: 0, temperatureMax: 0 })
  })

  it('knows nothing of an empty span: NaN, never 0', () => {
    const summary = summarise(seriesOf({ temperature: [1] }), 2000, 2003)
    expect(summary.stampsAvailable).toBe(0)
    for (const [name, value] of Object.entries(summary)) {
      if (name !== 'stamps' && name !== 'stampsAvailable') expect(value, name).toBeNaN()
    }
  })

  it('gives no sum where an hour with a temperature has none', () => {
    const wet = [1, 0.5, Number.NaN]
    expect(
      summarise(seriesOf({ temperature: [1, 1, 1], precipitation: wet }), 1000, 1003).precipitation
    ).toBeNaN()
    expect(
      summarise(seriesOf({ temperature: [1, 1, Number.NaN], precipitation: wet }), 1000, 1003).precipitation
    ).toBe(1.5)
  })

  it('weights wind directions by speed across north, and knows when they cancel', () => {
    const across = summarise(seriesOf({ windDirection: [350, 10], windSpeed: [2, 2] }), 1000, 1002)
    expect(Math.min(across.windDirection, 360 - across.windDirection)).toBeCloseTo(0, 4)
    // tan = 3 sin 90° / 1 → 71.565°
    expect(
      summarise(seriesOf({ windDirection: [0, 90], windSpeed: [1, 3] }), 1000, 1002).windDirection
    ).toBeCloseTo(71.565, 2)
    expect(
      summarise(seriesOf({ windDirection: [0, 180], windSpeed: [2, 2] }), 1000, 1002).windDirection
    ).toBeNaN()
  })

  it('names the most severe weather, not the largest number', () => {
    expect(summarise(seriesOf({ weatherCode: [3, 80, 65] }), 1000, 1003).weatherCode).toBe(65)
    expect(summarise(seriesOf({ weatherCode: [0, 45] }), 1000, 1002).weatherCode).toBe(45)
  })
})
