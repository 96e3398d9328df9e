import { describe, expect, it } from 'vitest'
import { rangeCells, rangeWindows } from './range.ts'

/** 2021-12-01, whole days since 1970-01-01. */
const firstOfDecember = 18_962
/** 1 for so many nights of each ten. */
const hits = (nights: number, ofTen: number) =>
  Uint8Array.from({ length: nights }, (_, night) => (night % 10 < ofTen ? 1 : 0))

describe('the range by season', () => {
  /** Each of the winter's days with forty rows. */
  const days = Float64Array.from({ length: 3600 }, (_, row) => firstOfDecember + (row % 90))

  /** The rows of a date have shares of their own, as weather has. */
  const spread = (ofTen: number) =>
    Uint8Array.from(days, (_, row) => ((row * 7919) % 3607 < 360.7 * ofTen ? 1 : 0))

  it('holds with four of five and is missed with six of ten', () => {
    const [cell, ...others] = rangeCells(spread(8), days)
    expect(others).toEqual([])
    expect(cell).toMatchObject({ season: 'DJF', nights: 3600, isJudged: true, holds: true })
    expect(cell?.share).toBeCloseTo(0.8, 2)
    expect(rangeCells(spread(6), days)[0]).toMatchObject({ holds: false })
    expect(rangeCells(spread(9.5), days)[0]).toMatchObject({ holds: false })
  })

  it('is not judged where the nights are worth too few independent ones', () => {
    // All rows of three dates at once are within, or none of them.
    const inside = Uint8Array.from(days, (day) => (Math.floor(day / 3) % 2 === 0 ? 1 : 0))
    const [cell] = rangeCells(inside, days)
    expect(cell?.effective).toBeLessThan(100)
    expect(cell).toMatchObject({ isJudged: false, holds: true })
  })

  it('keeps seasons apart, and is judged for the year where none has enough nights', () => {
    const year = Float64Array.from({ length: 365 }, (_, day) => firstOfDecember + day)
    const [held, missed] = [8, 6].map((ofTen) => rangeCells(hits(365, ofTen), year))
    expect(held?.map(({ season, nights, isJudged }) => [season, nights, isJudged])).toEqual([
      ['DJF', 90, false],
      ['MAM', 92, false],
      ['JJA', 92, false],
      ['SON', 91, false],
      ['year', 365, true]
    ])
    expect(held?.at(-1)).toMatchObject({ holds: true })
    expect(missed?.at(-1)).toMatchObject({ isJudged: true, holds: false })
  })
})

describe('windows of a hundred nights of one place', () => {
  it('must be within 70 and 90 % in 19 of 20 cases, from twenty windows on', () => {
    const placeOf = Array.from({ length: 2000 }, (_, row) => Math.floor(row / 100))
    expect(rangeWindows(hits(2000, 8), placeOf)).toEqual({
      windows: 20,
      within: 1,
      isJudged: true,
      holds: true
    })
    const twoPoor = hits(2000, 8).map((value, row) => (row < 200 ? 1 : value))
    expect(rangeWindows(twoPoor, placeOf)).toMatchObject({ within: 0.9, holds: false })
    expect(rangeWindows(hits(199, 10), placeOf)).toMatchObject({ windows: 1, isJudged: false, holds: true })
  })
})
