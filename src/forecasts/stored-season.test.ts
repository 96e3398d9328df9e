import { describe, expect, it } from 'vitest'
import { mergeSeasons, packSeason, readSeason } from './fetch-season.ts'

const season = {
  sourceId: 'a',
  startHour: 480_000,
  toDay: 20_002,
  gridCell: '38.375,38.25',
  temperaturesC: Float32Array.of(-12.34, 0, Number.NaN, 41.5)
}

describe('a season on disk', () => {
  it('comes back to a hundredth of a degree, what is missing as missing', () => {
    const read = readSeason(packSeason(season), 'a')
    expect(read).toMatchObject({
      ...{ sourceId: 'a', startHour: 480_000, toDay: 20_002 },
      gridCell: '38.375,38.25'
    })
    expect(read?.temperaturesC).toEqual(season.temperaturesC)
  })

  it('of an earlier version is of an unknown grid', () => {
    const row = { ...packSeason(season), meta: '{"startHour":480000,"toDay":20002}' }
    expect(readSeason(row, 'a')).toMatchObject({ toDay: 20_002, gridCell: null })
  })

  it.each([
    ['nothing', null],
    ['no JSON', { meta: '{', body: new Uint8Array(4) }],
    ['another meta', { meta: '{"startHour":"x"}', body: new Uint8Array(4) }],
    ['null', { meta: 'null', body: new Uint8Array(4) }],
    ['half a number', { ...packSeason(season), body: new Uint8Array(3) }]
  ])('that is %s is none', (_, row) => {
    expect(readSeason(row, 'a')).toBeNull()
  })
})

describe('a season that goes on', () => {
  const hours = (startHour: number, ...values: number[]) => ({
    startHour,
    temperaturesC: Float32Array.from(values)
  })

  it('takes the new hours over the old, and keeps the old where the new are missing', () => {
    expect(mergeSeasons(hours(10, 1, 2, 3), hours(12, Number.NaN, 5))).toEqual(hours(10, 1, 2, 3, 5))
    expect(mergeSeasons(hours(10, 1, 2, 3), hours(11, 9, 8, 7))).toEqual(hours(10, 1, 9, 8, 7))
  })

  it('begins anew where hours lie between', () => {
    expect(mergeSeasons(hours(10, 1), hours(13, 4))).toEqual(hours(13, 4))
    expect(mergeSeasons(null, hours(13, 4))).toEqual(hours(13, 4))
  })
})
