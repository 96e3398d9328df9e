import { describe, expect, it } from 'vitest'
import { boundedAbove, combined } from '../gaussian.ts'

describe('two estimates of one thing', () => {
  it('are weighted by their variances where their errors have nothing in common', () => {
    const both = combined({ meanC: 0, varianceC2: 1 }, { meanC: 5, varianceC2: 4 }, 0)
    expect(both.meanC).toBeCloseTo(1, 12)
    expect(both.varianceC2).toBeCloseTo(0.8, 12)
    expect(both.weight).toBeCloseTo(0.8, 12)
  })

  it('gain less where their errors are alike: two of variance 1 give (1 + ρ)/2', () => {
    const one = { meanC: 0, varianceC2: 1 }
    expect(combined(one, one, 0.4).varianceC2).toBeCloseTo(0.7, 12)
    expect(combined(one, one, 1).varianceC2).toBeCloseTo(1, 12)
  })

  it('leave out one that adds nothing', () => {
    const sure = { meanC: 3, varianceC2: 0.1 }
    const both = combined({ meanC: -9, varianceC2: 100 }, sure, 0.4)
    expect(both).toEqual({ ...sure, weight: 0 })
  })
})

describe('an upper bound', () => {
  it('at the mean leaves −1/√(2π) and 1/2 − 1/(2π) of a standard normal distribution', () => {
    const { meanC, varianceC2 } = boundedAbove({ meanC: 0, varianceC2: 1 }, 0)
    expect(meanC).toBeCloseTo(-1 / Math.sqrt(2 * Math.PI), 12)
    expect(varianceC2).toBeCloseTo(0.5 - 1 / (2 * Math.PI), 12)
  })

  it('far above changes nothing, and far below is the value itself', () => {
    const high = boundedAbove({ meanC: -3, varianceC2: 2 }, 20)
    expect(high.meanC).toBeCloseTo(-3, 9)
    expect(high.varianceC2).toBeCloseTo(2, 9)
    const low = boundedAbove({ meanC: 5, varianceC2: 1 }, -10)
    expect(low.meanC).toBeCloseTo(-10, 9)
    expect(low.varianceC2).toBeLessThanOrEqual(1e-4)
  })
})
