import { describe, expect, it } from 'vitest'
import { brierParts, brierScore, contingencyScores, contingencyTable, reliabilityBins } from './scores.ts'

/** Made forecasts in tenths (so that many are tied) with outcomes that follow them. */
function syntheticForecasts(rows: number): { probability: number[]; came: number[] } {
  const probability = Array.from({ length: rows }, (_, row) => ((row * 7919) % 11) / 10)
  return { probability, came: probability.map((value, row) => ((row * 61) % 97 < 97 * value ? 1 : 0)) }
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
    const { probability, came } = syntheticForecasts(1000)
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

  it('counts 0.1 + 0.2 with 0.3, puts 1 into the last bin and keeps the empty ones', () => {
    const bins = reliabilityBins([0, 1, 0.95, 0.1 + 0.2, 0.3], [0, 1, 0, 0, 1])
    expect(bins.map(({ rows }) => rows)).toEqual([1, 0, 0, 2, 0, 0, 0, 0, 0, 2])
    expect(bins[9]).toMatchObject({ from: 0.9, to: 1, frequency: 0.5 })
    expect(bins[9]?.probability).toBeCloseTo(0.975, 12)
    expect(bins[1]).toMatchObject({ probability: Number.NaN, frequency: Number.NaN })
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
