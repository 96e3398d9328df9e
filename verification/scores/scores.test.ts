import { describe, expect, it } from 'vitest'
import { gaussianCrps, normalCdf } from '../../src/frost/gaussian.ts'
import { areaUnderRoc } from './auc.ts'
import { ensembleCrps } from './ensemble-crps.ts'
import { meanError, rootMeanSquareError } from './point-error.ts'

/** Numbers between 0 and 1, the same on every run (Park–Miller). */
function uniforms(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Made forecasts in tenths (so that many are tied) with outcomes that follow them. */
function syntheticForecasts(rows: number): { probability: Float64Array; came: Uint8Array } {
  const uniform = uniforms(7)
  const probability = Float64Array.from({ length: rows }, () => Math.floor(uniform() * 11) / 10)
  return { probability, came: Uint8Array.from(probability, (value) => (uniform() < value ? 1 : 0)) }
}

/** ∫(F(x) − 1{x ≥ y})² dx by the midpoint rule: the definition of the CRPS. */
function integratedCrps(distribution: (x: number) => number, observed: number): number {
  const step = 0.002
  let sum = 0
  for (let x = -40 + step / 2; x < 40; x += step) {
    sum += (distribution(x) - (x >= observed ? 1 : 0)) ** 2 * step
  }
  return sum
}

describe('the area under the ROC curve', () => {
  it('of 0.8 and 0.4 with the event against 0.6 and 0.4 without is (1 + 1 + 0 + ½)/4', () => {
    expect(areaUnderRoc(Float64Array.of(0.8, 0.4, 0.6, 0.4), Uint8Array.of(1, 1, 0, 0))).toBeCloseTo(
      0.625,
      12
    )
  })

  it('is the Mann–Whitney share of pairs, counted one by one over made forecasts with ties', () => {
    const { probability, came } = syntheticForecasts(400)
    let won = 0
    let pairs = 0
    for (const [left, with_] of probability.entries()) {
      for (const [right, without] of probability.entries()) {
        if (came[left] !== 1 || came[right] !== 0) continue
        pairs += 1
        won += with_ > without ? 1 : with_ === without ? 0.5 : 0
      }
    }
    expect(areaUnderRoc(probability, came)).toBeCloseTo(won / pairs, 12)
  })

  it('is not a number where there is only one kind, or a probability is missing', () => {
    expect(areaUnderRoc(Float64Array.of(0.1, 0.2), Uint8Array.of(1, 1))).toBeNaN()
    expect(areaUnderRoc(Float64Array.of(Number.NaN, 0.2), Uint8Array.of(1, 0))).toBeNaN()
  })
})

describe('the CRPS', () => {
  it('of a normal distribution is the integral of its definition', () => {
    for (const [mean, sigma, observed] of [
      [0, 1, 0],
      [2.3, 1.7, -1],
      [-4, 0.6, -3.7],
      [1, 3, 9]
    ] as const) {
      const integral = integratedCrps((x) => normalCdf((x - mean) / sigma), observed)
      expect(gaussianCrps(mean, sigma, observed)).toBeCloseTo(integral, 3)
    }
  })

  it('of an ensemble is the integral over its steps', () => {
    const members = [3.1, -0.4, 1.2, 1.2, -2.5]
    for (const observed of [-6, -0.4, 0.7, 5]) {
      const steps = (x: number) => members.filter((member) => member <= x).length / members.length
      expect(ensembleCrps(members, observed)).toBeCloseTo(integratedCrps(steps, observed), 2)
    }
  })

  it('of the members 0 and 2 against 1 is 1 − ½·1, and of one member the absolute error', () => {
    expect(ensembleCrps([0, 2], 1)).toBeCloseTo(0.5, 12)
    expect(ensembleCrps([4], 1)).toBe(3)
  })
})

describe('the errors of single values', () => {
  it('of 1, 2 and 5 against 0, 4 and 4 are √2 and 0', () => {
    const predicted = Float64Array.of(1, 2, 5)
    const observed = Float64Array.of(0, 4, 4)
    expect(rootMeanSquareError(predicted, observed)).toBeCloseTo(Math.SQRT2, 12)
    expect(meanError(predicted, observed)).toBeCloseTo(0, 12)
  })
})
