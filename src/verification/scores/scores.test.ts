import { describe, expect, it } from 'vitest'
import { gaussianCrps, normalCdf } from '../../frost/gaussian.ts'
import { areaUnderRoc } from './auc.ts'
import { brierParts, brierScore } from './brier.ts'
import { contingencyScores, contingencyTable } from './contingency.ts'
import { ensembleCrps } from './ensemble-crps.ts'
import { meanError, rootMeanSquareError } from './point-error.ts'
import { reliabilityBins } from './reliability.ts'

/** Numbers between 0 and 1, the same on every run (Park–Miller). */
function uniforms(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Made forecasts in tenths (so that many are tied) with outcomes that follow them. */
function madeForecasts(rows: number): { probability: Float64Array; came: Uint8Array } {
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

describe('the Brier score', () => {
  it('of 0.9, 0.2 and 0.6 with the event, without and without is (0.01 + 0.04 + 0.36)/3', () => {
    expect(brierScore(Float64Array.of(0.9, 0.2, 0.6), Uint8Array.of(1, 0, 0))).toBeCloseTo(0.41 / 3, 12)
  })

  it('falls apart into reliability − resolution + uncertainty where each bin says one thing', () => {
    // Four times 0.25 with one event, two times 0.75 with two.
    const probability = Float64Array.of(0.25, 0.25, 0.25, 0.25, 0.75, 0.75)
    const came = Uint8Array.of(1, 0, 0, 0, 1, 1)
    const parts = brierParts(probability, came)
    expect(parts.reliability).toBeCloseTo((2 / 6) * 0.25 ** 2, 12)
    expect(parts.resolution).toBeCloseTo((4 / 6) * 0.25 ** 2 + (2 / 6) * 0.5 ** 2, 12)
    expect(parts.uncertainty).toBeCloseTo(0.25, 12)
    expect(parts.reliability - parts.resolution + parts.uncertainty).toBeCloseTo(
      brierScore(probability, came),
      12
    )
  })

  it('has the reliability that counting by hand finds, on a thousand made forecasts', () => {
    const { probability, came } = madeForecasts(1000)
    let sum = 0
    for (const value of new Set(probability)) {
      const rows = [...probability.keys()].filter((row) => probability[row] === value)
      const frequency = rows.filter((row) => came[row] === 1).length / rows.length
      // 1.0 shares the last bin with 0.9 and is counted below.
      if (value < 0.85) sum += (rows.length / 1000) * (value - frequency) ** 2
    }
    const last = [...probability.keys()].filter((row) => (probability[row] ?? 0) > 0.85)
    const said = last.reduce((total, row) => total + (probability[row] ?? 0), 0) / last.length
    const happened = last.filter((row) => came[row] === 1).length / last.length
    sum += (last.length / 1000) * (said - happened) ** 2
    expect(brierParts(probability, came).reliability).toBeCloseTo(sum, 12)
  })

  it('leaves out bins without a row and puts 1 into the last', () => {
    const bins = reliabilityBins(Float64Array.of(0, 1, 0.95), Uint8Array.of(0, 1, 0))
    expect(bins.map(({ rows }) => rows)).toEqual([1, 2])
    expect(bins[1]?.probability).toBeCloseTo(0.975, 12)
    expect(bins[1]?.frequency).toBe(0.5)
  })
})

describe('the area under the ROC curve', () => {
  it('of 0.8 and 0.4 with the event against 0.6 and 0.4 without is (1 + 1 + 0 + ½)/4', () => {
    expect(areaUnderRoc(Float64Array.of(0.8, 0.4, 0.6, 0.4), Uint8Array.of(1, 1, 0, 0))).toBeCloseTo(
      0.625,
      12
    )
  })

  it('is the Mann–Whitney share of pairs, counted one by one over made forecasts with ties', () => {
    const { probability, came } = madeForecasts(400)
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

describe('the scores of a yes or no', () => {
  // Finley's tornado forecasts of 1884: 28 hits, 72 false alarms, 23 misses, 2680 quiet (Murphy 1996).
  const finley = { hits: 28, falseAlarms: 72, misses: 23, correctNegatives: 2680 }

  it('are those published for Finley’s tornadoes', () => {
    const { pod, far, csi, hss } = contingencyScores(finley)
    expect(pod).toBeCloseTo(0.549, 3)
    expect(far).toBeCloseTo(0.72, 3)
    expect(csi).toBeCloseTo(0.228, 3)
    expect(hss).toBeCloseTo(0.355, 3)
  })

  it('count a probability of one half as a warning', () => {
    const counts = contingencyTable(Float64Array.of(0.5, 0.49, 0.9, 0.1), Uint8Array.of(1, 1, 0, 0))
    expect(counts).toEqual({ hits: 1, misses: 1, falseAlarms: 1, correctNegatives: 1 })
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
