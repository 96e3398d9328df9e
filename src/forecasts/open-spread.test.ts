import { describe, expect, it } from 'vitest'
import { ensembleSpread } from '../frost/spread.ts'
import { openSpread, storedSpread } from './open-spread.ts'

/** Three members over three hours: −1, 0, 4; then one of them alone; then 10.004 three times. */
const spread = ensembleSpread({
  startHour: 500,
  hours: 3,
  members: 3,
  temperatures: Float32Array.of(-1, 2, 10.004, 0, Number.NaN, 10.004, 4, Number.NaN, 10.004)
})

describe('the spread of an ensemble', () => {
  it('has the members’ mean and sample deviation, and neither of one member', () => {
    expect([...(spread.meanC ?? [])].map((mean) => Math.round(mean * 1000))).toEqual([
      1000,
      Number.NaN,
      10_004
    ])
    expect(spread.standardDeviationC[0]).toBeCloseTo(Math.sqrt((4 + 1 + 9) / 2), 9)
    expect(spread.standardDeviationC[1]).toBeNaN()
  })

  it('comes back from where it is kept, to a hundredth of a degree', () => {
    const opened = openSpread(JSON.parse(JSON.stringify(storedSpread(spread))))
    expect(opened?.startHour).toBe(500)
    expect([...(opened?.standardDeviationC ?? [])]).toEqual([2.65, Number.NaN, 0])
    expect([...(opened?.meanC ?? [])]).toEqual([1, Number.NaN, 10])
    expect([...(opened?.members ?? [])]).toEqual([3, 0, 3])
  })

  it('of a snapshot that was kept without the mean has none, and all else', () => {
    const { meanHundredthsC, ...before } = storedSpread(spread)
    expect(meanHundredthsC).toHaveLength(3)
    expect(openSpread(before)).toEqual({ ...openSpread(storedSpread(spread)), meanC: null })
    expect(openSpread(null)).toBeNull()
  })
})
