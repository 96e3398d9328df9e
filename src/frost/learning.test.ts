import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { firstLaws } from '../../test/made/first-laws.ts'
import { normals } from '../../test/made/normals.ts'
import { offsetOf, recordOf, withNight } from './learned-offset.ts'
import { weightedLeastSquares } from './least-squares.ts'
import { fitSeasonalEmos, predictSeasonalEmos } from './seasonal-site.ts'
import { judgeSensor, recentMeanC } from './sensor-watch.ts'

describe('what a sensor has shown lately', () => {
  it('is Σr/(n + 2.5): three nights of −1.1 °C give −3.3/5.5 = −0.6', () => {
    expect(recentMeanC([-1.1, -1.1, -1.1])).toBeCloseTo(-0.6, 12)
    expect(recentMeanC([])).toBe(0)
  })

  it('forgets all but the last 25 nights: 25 of 1 °C give 25/27.5', () => {
    expect(recentMeanC([...new Array(100).fill(-9), ...new Array(25).fill(1)])).toBeCloseTo(25 / 27.5, 12)
  })
})

/** The vectors hold for the prior of the first version. */
const offsetPrior = recordOf(firstLaws.offsetPrior)
const offsets: readonly OffsetVector[] = JSON.parse(
  readFileSync(new URL('../../test/truth/learning-vectors.json', import.meta.url), 'utf8')
).offset

interface OffsetVector {
  readonly name: string
  readonly nights: readonly Parameters<typeof withNight>[1][]
  readonly constantC: number
  readonly slope: number
}

describe('the learned deviation of the offset', () => {
  it.each(offsets)('is as computed apart from this code, to 1e-6: $name', ({ nights, ...expected }) => {
    const { constantC, slope } = offsetOf(nights.reduce(withNight, offsetPrior))
    expect(constantC).toBeCloseTo(expected.constantC, 6)
    expect(slope).toBeCloseTo(expected.slope, 6)
  })

  it('ends at the law of the place', () => {
    let record = offsetPrior
    for (let night = 0; night < 4000; night++) {
      const fullOffsetC = (night % 9) / 2
      record = withNight(record, { fullOffsetC, deviationC: 0.1 + 0.3 * fullOffsetC })
    }
    expect(offsetOf(record).slope).toBeCloseTo(0.3, 2)
    expect(offsetOf(record).constantC).toBeCloseTo(0.1, 2)
    expect(record.weight).toBeLessThan(500.1)
  })

  it('learns nothing from a night with a number missing', () => {
    expect(withNight(offsetPrior, { fullOffsetC: Number.NaN, deviationC: 1 })).toBe(offsetPrior)
  })
})

describe('a sensor', () => {
  const good = Array.from({ length: 20 }, (_, night) => ({
    residualC: night % 2 === 0 ? 0.6 : -0.2,
    sigmaC: 1.7
  }))
  const faulty = (nights: number) => new Array(nights).fill({ residualC: -10, sigmaC: 1.7 })

  it('that lies by −10 °C for 7 nights is set aside after the third, and the bias is what it was', () => {
    expect(judgeSensor([...good, ...faulty(2)])).toMatchObject({ state: 'trusted', learnFrom: good })
    const verdict = judgeSensor([...good, ...faulty(7), ...good])
    expect(verdict).toEqual({ state: 'set_aside', since: 20, learnFrom: good })
  })

  it('may tell of one or two strange nights: they count when an ordinary one follows', () => {
    const verdict = judgeSensor([...good, ...faulty(2), ...good.slice(0, 1)])
    expect(verdict.state).toBe('trusted')
    expect(verdict.learnFrom).toHaveLength(23)
  })

  it('is not strange where the published forecast had learned to expect what it shows', () => {
    const hollow = (published: number) =>
      new Array(3).fill({ residualC: -9, publishedResidualC: published, sigmaC: 1.7 })
    expect(judgeSensor([...good, ...hollow(-0.5)]).state).toBe('trusted')
    expect(judgeSensor([...good, ...hollow(-8)]).state).toBe('set_aside')
  })

  it('counts again from where the operator accepted it, and its lies never do', () => {
    const accepted = judgeSensor([...good, ...faulty(7), ...good], 27)
    expect(accepted).toEqual({ state: 'trusted', learnFrom: [...good, ...good] })
    const cold = judgeSensor([...good, ...faulty(12)], 25)
    expect(cold).toMatchObject({ state: 'trusted' })
    expect(cold.learnFrom).toHaveLength(27)
    expect(
      judgeSensor([...good, ...faulty(25), ...faulty(5).map(() => ({ residualC: 20, sigmaC: 1.7 }))], 20)
        .state
    ).toBe('set_aside')
    const wild = Array.from({ length: 40 }, (_, night) => ({ residualC: night % 2 ? 20 : -20, sigmaC: 1.7 }))
    expect(judgeSensor([...good, ...wild], 20)).toMatchObject({ state: 'set_aside', since: 20 + 25 })
  })
})

describe('weighted least squares', () => {
  it('finds the line through three points (y = 1 + 2x), and the weighted mean of two', () => {
    const rows = [0, 1, 2].map((x) => ({ predictors: [1, x], outcome: 1 + 2 * x, weight: 1 + x }))
    const none = { value: 0, strength: 0 }
    const [constant, slope] = weightedLeastSquares(rows, [none, none])
    expect(constant).toBeCloseTo(1, 12)
    expect(slope).toBeCloseTo(2, 12)
    const pair = [
      { predictors: [1], outcome: 10, weight: 3 },
      { predictors: [1], outcome: 20, weight: 1 }
    ]
    expect(weightedLeastSquares(pair, [none])[0]).toBeCloseTo(12.5, 12)
    expect(weightedLeastSquares(pair, [{ value: 0, strength: 1 }])[0]).toBeCloseTo(10, 12)
    expect(() => weightedLeastSquares([], [none])).toThrow(RangeError)
  })
})

describe('seasonal EMOS', () => {
  const normal = normals(42)
  const year = 2 * Math.PI
  const history = Array.from({ length: 2000 }, (_, index) => {
    const dayOfYear = (index % 365) + 1
    const wave = Math.cos((year * dayOfYear) / 365.2425)
    const meanC = 5 - 9 * wave + 4 * normal()
    const spreadC = 0.5 + Math.abs(normal())
    const sigma = Math.exp(0.2 + 0.4 * wave + 0.3 * Math.log(spreadC))
    return {
      dayOfYear,
      meanC,
      spreadC,
      laggedResidualC: null,
      observedC: 1 + 0.8 * wave + 0.9 * meanC + sigma * normal()
    }
  })

  it('asks for sixty nights', () => {
    expect(fitSeasonalEmos(history.slice(0, 59))).toBeNull()
    expect(fitSeasonalEmos(history.slice(0, 60))?.nights).toBe(60)
  })

  it('finds the bias, the slope and the spread that made the nights', () => {
    const fit = fitSeasonalEmos(history)
    if (fit === null) throw new Error('enough nights')
    const winter = predictSeasonalEmos(fit, { dayOfYear: 1, meanC: 0, spreadC: 1, laggedResidualC: null })
    expect(Math.abs(winter.meanC - 1.8)).toBeLessThan(0.3)
    expect(Math.abs(Math.log(winter.sigmaC) - 0.6)).toBeLessThan(0.08)
    const summer = predictSeasonalEmos(fit, { dayOfYear: 183, meanC: 14, spreadC: 2, laggedResidualC: null })
    expect(Math.abs(summer.meanC - (1 - 0.8 + 12.6))).toBeLessThan(0.2)
    expect(Math.abs(Math.log(summer.sigmaC) - (-0.2 + 0.3 * Math.log(2)))).toBeLessThan(0.08)
  })

  it('takes what yesterday taught', () => {
    let last: number | null = null
    const remembering = history.map((night) => {
      const observedC: number = night.meanC + 0.6 * (last ?? 0) + normal()
      const remembered = { ...night, laggedResidualC: last, observedC }
      last = observedC - night.meanC
      return remembered
    })
    const fit = fitSeasonalEmos(remembering)
    expect(Math.abs((fit?.mean[6] ?? 0) - 0.6)).toBeLessThan(0.05)
  })
})
