import { describe, expect, it } from 'vitest'
import { similarNights } from './similar-nights.ts'

describe('what similar nights say', () => {
  it('of nights that are all alike is their mean error, held: 4n/(4n + 3) of it', () => {
    const traits = [Float64Array.of(7, 7, 7)]
    const said = similarNights({ traits, errorC: Float64Array.of(1, 3, Number.NaN), fitting: [0, 1] })
    for (const correction of said.correctionC) expect(correction).toBeCloseTo((8 / 11) * 2, 12)
    // Each left out in turn: the other one alone foretells 4/7 of its own error.
    expect(said.leftOutErrorC[0]).toBeCloseTo(1 - (4 / 7) * 3, 12)
    expect(said.leftOutErrorC[1]).toBeCloseTo(3 - (4 / 7) * 1, 12)
  })

  it('fades with the distance in standard deviations: e^−½ at one of them, nothing far off', () => {
    // Two nights at −1 and +1 have a standard deviation of 1; a missing trait is the mean, one of them from both.
    const trait = Float64Array.of(-1, 1, Number.NaN, 40)
    const said = similarNights({
      traits: [trait],
      errorC: Float64Array.of(2, 2, Number.NaN, Number.NaN),
      fitting: [0, 1]
    })
    const between = 4 * Math.exp(-2)
    const weight = 2 / (7 + between)
    expect(said.correctionC[2]).toBeCloseTo(2 * weight * 4 * Math.exp(-0.5), 12)
    expect(said.correctionC[3]).toBeCloseTo(0, 12)
  })

  it('looks at the newest 1500 nights and at no error outside the fitting rows', () => {
    const count = 1600
    const traits = [Float64Array.from({ length: count }, (_, row) => Math.sin(row))]
    const errorC = Float64Array.from({ length: count }, (_, row) => (row < 50 ? 1000 : Math.cos(row)))
    const fitting = Array.from({ length: 1550 }, (_, row) => row)
    const said = similarNights({ traits, errorC, fitting })
    expect(said.rows[0]).toBe(50)
    expect(said.rows).toHaveLength(1500)
    expect(Math.max(...said.correctionC.map(Math.abs))).toBeLessThan(1)
    const dataGap = errorC.map((error, row) => (row < 1550 ? error : 1e6))
    expect(similarNights({ traits, errorC: dataGap, fitting }).correctionC).toEqual(said.correctionC)
  })
})
