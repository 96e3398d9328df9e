import { describe, expect, it } from 'vitest'
import { column, emptySeries, type HourlySeries, valueAt } from '../weather/series.ts'
import { mergePast } from './lost-hours.ts'

function series(startHour: number, temperatures: readonly number[], stepHours = 1): HourlySeries {
  const filled = emptySeries(startHour, temperatures.length)
  column(filled, 'temperature').set(temperatures)
  filled.stepHours.fill(stepHours)
  return filled
}

describe('hours already past', () => {
  it('are kept from the earlier answer where the new one begins later', () => {
    const merged = mergePast(series(100, [1, 2, 3, 4]), series(103, [40, 50, 60]), 103)
    expect(merged.startHour).toBe(100)
    expect([...column(merged, 'temperature')]).toEqual([1, 2, 3, 40, 50, 60])
  })

  it('fill what the new answer lacks, but only up to now: an old forecast of the future is not put into a new one', () => {
    const merged = mergePast(
      series(100, [1, 2, 3, 4, 5]),
      series(100, [10, Number.NaN, 30, Number.NaN, 50]),
      101
    )
    expect([...column(merged, 'temperature')]).toEqual([10, 2, 30, Number.NaN, 50])
  })

  it('are forgotten after two days', () => {
    const merged = mergePast(series(0, Array(100).fill(1)), series(100, [7]), 100)
    expect(merged.startHour).toBe(52)
    expect(valueAt(merged, 'temperature', 100)).toBe(7)
  })

  it('do not bridge a gap of days', () => {
    const fresh = series(500, [7])
    expect(mergePast(series(0, [1, 2]), fresh, 500)).toBe(fresh)
  })

  it('keep how coarse they were', () => {
    const merged = mergePast(series(100, [1, 2], 6), series(102, [3], 1), 102)
    expect([...merged.stepHours]).toEqual([6, 6, 1])
  })
})
