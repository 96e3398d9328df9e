import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absurdDifferenceC, absurdIndices, withoutAbsurdHours } from './absurd-hours.ts'
import { column, emptySeries, type HourlySeries } from './series.ts'

/** Hours that change by at most 8 °C from one to the next. */
const smooth = fc
  .array(
    fc.integer({ min: -absurdDifferenceC * 4, max: absurdDifferenceC * 4 }).map((quarters) => quarters / 4),
    {
      minLength: 5,
      maxLength: 60
    }
  )
  .map((steps) => steps.map((_, index) => steps.slice(0, index).reduce((sum, step) => sum + step, 0)))

function seriesOf(temperaturesC: readonly number[]): HourlySeries {
  const series = emptySeries(493_000, temperaturesC.length)
  column(series, 'temperature').set(temperaturesC)
  return series
}

describe('a single absurd hour', () => {
  it('is never found where no hour departs by more than 8 °C from one of its neighbours', () => {
    fc.assert(
      fc.property(smooth, (hours) => {
        expect(absurdIndices(hours)).toEqual([])
      })
    )
  })

  it('is found wherever it stands, with its side, and the others stay', () => {
    const spike = fc.double({ min: 20, max: 80, noNaN: true })
    fc.assert(
      fc.property(smooth, fc.nat(), spike, fc.boolean(), (hours, position, byC, isCold) => {
        const index = 1 + (position % (hours.length - 2))
        // Farther from both neighbours than those are from each other, and from their own.
        const neighbours = [hours[index - 1] ?? 0, hours[index + 1] ?? 0]
        const absurd = isCold ? Math.min(...neighbours) - byC : Math.max(...neighbours) + byC
        const spiked = hours.with(index, absurd)
        const { series, setAside } = withoutAbsurdHours(seriesOf(spiked))
        expect(setAside).toContainEqual({ hour: 493_000 + index, isCold })
        expect(Number.isNaN(column(series, 'temperature')[index])).toBe(true)
        for (const { hour } of setAside) expect(Math.abs(hour - 493_000 - index)).toBeLessThanOrEqual(1)
      })
    )
  })

  it('and up to six of them in a row are found, however long the series around them', () => {
    const steady = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 14, maxLength: 40 })
    const byC = fc.double({ min: 13, max: 60, noNaN: true })
    fc.assert(
      fc.property(
        ...([steady, fc.integer({ min: 2, max: 6 }), fc.nat(), byC, fc.boolean()] as const),
        (hours, length, position, offC, isCold) => {
          const start = length + (position % (hours.length - 3 * length < 1 ? 1 : hours.length - 3 * length))
          const wrong = hours.map((value, index) =>
            index >= start && index < start + length ? value + (isCold ? -offC : offC) : value
          )
          const { setAside } = withoutAbsurdHours(seriesOf(wrong))
          const expected =
            start + 2 * length > hours.length ? [] : Array.from({ length }, (_, by) => start + by)
          expect(setAside).toEqual(expected.map((index) => ({ hour: 493_000 + index, isCold })))
        }
      )
    )
    // Six hours of a front that stays, or of a mild evening, are weather; nor are hours beside others that jump.
    expect(absurdIndices([5, 5, 5, 14, 14, 14, 13, 12, 11, 10])).toEqual([])
    expect(absurdIndices([5, 5, 14, 14, 14, 5, 5])).toEqual([])
    expect(absurdIndices([8.1, 7.4, -20, -21, 6.2, 6, 6.3]).map(({ index }) => index)).toEqual([2, 3])
  })

  it('stays where the other models have it too', () => {
    const hours = [3, 2, -9, 1, 2]
    expect(absurdIndices(hours)).toEqual([{ index: 2, isCold: true }])
    expect(absurdIndices(hours, [3, 2, -1, 1, 2])).toEqual([])
    expect(absurdIndices(hours, [3, 2, -0.9, 1, 2])).toEqual([{ index: 2, isCold: true }])
    expect(absurdIndices(hours, [3, 2, Number.NaN, 1, 2])).toEqual([{ index: 2, isCold: true }])
  })

  it('is not a step, an edge, an hour beside a gap, or one of a coarse source', () => {
    expect(absurdIndices([0, 9, 18, 27])).toEqual([])
    expect(absurdIndices([-30, 0, 0, -30])).toEqual([])
    expect(absurdIndices([0, Number.NaN, -30, 0])).toEqual([])
    const series = seriesOf([5, 5, -25, 5, 5])
    series.stepHours.fill(3)
    expect(withoutAbsurdHours(series)).toEqual({ series, setAside: [] })
    // Where the hours of a source end, too.
    series.stepHours.fill(1, 0, 3)
    expect(withoutAbsurdHours(series).setAside).toEqual([])
    series.stepHours.fill(1, 0, 4)
    expect(withoutAbsurdHours(series).setAside).toHaveLength(1)
  })

  it('leaves the series that it was given as it is', () => {
    const series = seriesOf([5, 5, -25, 5, 5])
    expect(withoutAbsurdHours(series).setAside).toHaveLength(1)
    expect(column(series, 'temperature')[2]).toBe(-25)
  })
})
