import { describe, expect, it } from 'vitest'
import { plainEmos } from './plain-emos.ts'
import { tablePoints } from './point-table.ts'

describe('the point table', () => {
  const calm = { relativeHumidityPercent: 90, windSpeedKmh: 2, cloudCoverPercent: 10 }

  it('gives 100 at −5 °C, damp, calm and clear, and 0 at 5 °C, dry, windy and overcast', () => {
    expect(tablePoints({ temperatureC: -5, ...calm })).toBe(100)
    expect(
      tablePoints({ temperatureC: 5, relativeHumidityPercent: 40, windSpeedKmh: 20, cloudCoverPercent: 90 })
    ).toBe(0)
  })

  it('steps at −5, −2, 0, 2 and 4 °C', () => {
    const points = [-5, -4.9, -2, -1.9, 0, 0.1, 2, 2.1, 4, 4.1].map((temperatureC) =>
      Math.round(
        tablePoints({ temperatureC, relativeHumidityPercent: 0, windSpeedKmh: 50, cloudCoverPercent: 100 })
      )
    )
    expect(points).toEqual([60, 48, 48, 36, 36, 24, 24, 12, 12, 0])
  })

  it('has half the points of humidity, wind and cloud in their second steps', () => {
    const second = { relativeHumidityPercent: 70, windSpeedKmh: 7, cloudCoverPercent: 30 }
    expect(tablePoints({ temperatureC: 10, ...second })).toBe(20)
  })

  it('scales what is known up to 100, and knows nothing of nothing', () => {
    const nothing = {
      relativeHumidityPercent: Number.NaN,
      windSpeedKmh: Number.NaN,
      cloudCoverPercent: Number.NaN
    }
    expect(tablePoints({ temperatureC: 0, ...nothing })).toBeCloseTo(60, 12)
    expect(tablePoints({ temperatureC: Number.NaN, ...nothing })).toBe(0)
  })

  it('falls when the wind rises in a hard freeze: what FROST-P must not do', () => {
    expect(tablePoints({ temperatureC: -8, ...calm, windSpeedKmh: 30 })).toBeLessThan(
      tablePoints({ temperatureC: -8, ...calm })
    )
  })
})

describe('plain EMOS', () => {
  it('finds a bias, a slope and a spread that made the rows', () => {
    const meanC = Float64Array.from({ length: 400 }, (_, row) => (row % 40) - 20)
    const spreadC = meanC.map(() => 1)
    const observedC = meanC.map((mean, row) => 2 + 0.5 * mean + (Math.floor(row / 40) % 2 === 0 ? 1.5 : -1.5))
    const fit = plainEmos({ observedC, meanC, spreadC, fitting: [...meanC.keys()].slice(0, 320) })
    expect(fit.meanC[399]).toBeCloseTo(2 + 0.5 * 19, 1)
    expect(fit.sigmaC[399]).toBeCloseTo(1.5, 2)
  })
})
