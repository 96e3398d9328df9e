import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultAirVarianceC2 } from '../spread.ts'
import { blendHours, type ModelHours } from './blend-hours.ts'
import { servedBlend } from './blend-law.ts'
import { emptyRecord, modelSpreadFactor, weightsOf, withError } from './model-record.ts'

const pastDays = 7
const from = pastDays * 24
const hours = from + 48

const row = (of: (hour: number) => number): Float64Array =>
  Float64Array.from({ length: hours }, (_, hour) => of(hour))
/** A day's course [°C]. */
const weather = (hour: number): number => 5 + 6 * Math.sin((2 * Math.PI * hour) / 24)
const first: ModelHours = { name: 'first', temperaturesC: row(weather) }
const model = (name: string, of: (hour: number) => number): ModelHours => ({
  name,
  temperaturesC: row((hour) => weather(hour) + of(hour))
})
const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length

describe('a blend of models', () => {
  it('takes each model’s own error away first, by the hour of the day', () => {
    const cold = model('cold', (hour) => (hour % 24 < 12 ? -6 : -2))
    const blend = blendHours({ first, others: [cold, model('right', () => 0)], from })
    // Seven nights, weighted by age, against four that say nothing leave two fifths of the error.
    const left = 4 / (6.03 + 4)
    for (const [hour, valueC] of (blend?.othersC ?? []).entries()) {
      expect(Math.abs(valueC - weather(hour))).toBeLessThan(0.55 * 6 * left + 0.6)
    }
    const uncorrected = blendHours({ first, others: [cold, model('right', () => 0)], from: 0 })
    const errorOf = (blended: typeof blend) =>
      Math.abs(mean((blended?.othersC ?? new Float64Array()).map((valueC, hour) => valueC - weather(hour))))
    expect(errorOf(blend)).toBeLessThan(errorOf(uncorrected) / 2)
  })

  it('takes an hour’s error as the mean of the five hours around it', () => {
    const noon = model('noon', (hour) => (hour < from && hour % 24 === 12 ? 5 : 0))
    const blend = blendHours({ first, others: [noon], from })
    const corrected = Array.from({ length: 24 }, (_, hour) => hour).filter(
      (hour) => Math.abs((blend?.othersC[hour] ?? 0) - weather(from + hour)) > 1e-6
    )
    expect(corrected).toEqual([10, 11, 12, 13, 14])
  })

  it('lies between its models, is the same in any order, and as wide as they are apart', () => {
    const offset = fc.double({ min: -3, max: 3, noNaN: true })
    fc.assert(
      fc.property(fc.array(offset, { minLength: 2, maxLength: 6 }), (offsetsC) => {
        const others = offsetsC.map((byC, index) => model(`m${index}`, (hour) => (hour < from ? 0 : byC)))
        const blend = blendHours({ first, others, from })
        const turned = blendHours({ first, others: others.toReversed(), from })
        const [least, most] = [Math.min(...offsetsC), Math.max(...offsetsC)]
        for (const [hour, valueC] of (blend?.othersC ?? []).entries()) {
          const differenceC = valueC - weather(from + hour)
          expect(differenceC).toBeGreaterThanOrEqual(least - 1e-9)
          expect(differenceC).toBeLessThanOrEqual(most + 1e-9)
          expect(turned?.othersC[hour]).toBeCloseTo(valueC, 9)
        }
        const same = blendHours({ first, others: others.map(({ name }) => model(name, () => 0)), from })
        expect(Math.max(...(same?.spreadC ?? [1]))).toBeCloseTo(0, 9)
        if (most - least > 0.1) expect(Math.min(...(blend?.spreadC ?? [0]))).toBeGreaterThan(0)
      }),
      { numRuns: 40 }
    )
  })

  it('holds a mean error at 0 by some nights, and forgets each night a little', () => {
    const law = { ...servedBlend, memory: 0.5, biasNights: 4 }
    const leftOf = (of: (hour: number) => number) =>
      (blendHours({ first, others: [model('m', of)], from, law })?.othersC ?? new Float64Array()).map(
        (valueC, hour) => valueC - weather(from + hour)
      )
    const nights = Array.from({ length: pastDays }, (_, night) => law.memory ** night)
    const weight = nights.reduce((sum, one) => sum + one, 0)
    for (const leftC of leftOf(() => 5)) expect(leftC).toBeCloseTo(5 - (5 * weight) / (weight + 4), 9)
    const takenOf = (single: number) => Math.max(...leftOf((hour) => (hour === single ? -5 : 0)))
    // One of the five hours around.
    const newestC = 5 / 5 / (weight + 4)
    expect(takenOf(from - 1)).toBeCloseTo(newestC, 9)
    expect(takenOf(from - 24)).toBeCloseTo(newestC, 9)
    expect(takenOf(from - 25)).toBeCloseTo(newestC / 2, 9)
  })

  it.each([
    ['14.9 °C off in the mean', (hour: number) => (hour < from ? 14.9 : 8), true],
    ['15.1 °C off in the mean', (hour: number) => (hour < from ? 15.1 : 8), false],
    ['far off in half of its hours', (hour: number) => (hour < from + 24 ? 0 : 20), true],
    ['far off in more than half', (hour: number) => (hour < from + 23 ? 0 : 20), false]
  ])('a model %s counts as far as it may be one of this place: %#', (_, of, counts) => {
    const blend = blendHours({ first, others: [model('m', of), model('right', () => 0)], from })
    expect(blend?.names.includes('m')).toBe(counts)
  })

  it('widens a night by the models’ spread, up to six times its usual variance', () => {
    const factor = (times: number) => {
      const usualC2 = servedBlend.usualSpreadShare * defaultAirVarianceC2(1)
      const spreadC = [Math.sqrt(times * usualC2)]
      return modelSpreadFactor({ startHour: 7, spreadC }, { hour: 7, lead: 1 })
    }
    expect(factor(1)).toBeCloseTo(1, 9)
    expect(factor(6)).toBeGreaterThan(factor(5.9) + 1e-6)
    expect(factor(7)).toBeCloseTo(factor(6), 9)
  })

  it('counts the first as one of all: where no model is better, each has the same share', () => {
    const law = { ...servedBlend, trimmedShare: 0 }
    for (const byC of [[1], [1, 4], [1, 4, -2]]) {
      const others = byC.map((by, index) => model(`m${index}`, (hour) => (hour < from ? 0 : by)))
      const blend = blendHours({ first, others, from, law }) ?? expect.unreachable()
      const blendedC = weather(from) + (1 - blend.firstShare) * ((blend.othersC[0] ?? 0) - weather(from))
      expect(blendedC - weather(from)).toBeCloseTo(mean([0, ...byC]), 9)
      const all = [0, ...byC]
      const squares = all.map((value) => (value - mean(all)) ** 2)
      // The standard deviation of a sample.
      expect(blend.spreadC[0]).toBeCloseTo(Math.sqrt((mean(squares) * all.length) / (all.length - 1)), 9)
    }
  })

  it('does not follow one model that is far away', () => {
    const others = [0.2, -0.3, 0.1, 0].map((byC, index) =>
      model(`m${index}`, (hour) => (hour < from ? 0 : byC))
    )
    const plain = blendHours({ first, others, from })
    const pulled = blendHours({
      first,
      others: [...others.slice(0, 3), model('far', (hour) => (hour < from ? 0 : 7))],
      from
    })
    const difference = mean(
      (pulled?.othersC ?? new Float64Array()).map((valueC, hour) => valueC - (plain?.othersC[hour] ?? 0))
    )
    // A quarter of seven degrees is 1.75: a fifth cut off at each end leaves a third of that.
    expect(Math.abs(difference)).toBeLessThan(0.7)
  })

  it('names the models that are missing or absurd, and goes on without them', () => {
    const blend = blendHours({
      first,
      others: [
        { name: 'absent', temperaturesC: new Float64Array() },
        model('past alone', (hour) => (hour < from ? 0 : Number.NaN)),
        model('kelvin', () => 273),
        model('lost', (hour) => (hour < from ? 0 : 20)),
        model('right', () => 0)
      ],
      from
    })
    expect(blend?.names).toEqual(['right'])
    expect(blend?.left.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
      { name: 'absent', reason: 'missing' },
      { name: 'kelvin', reason: 'absurd' },
      { name: 'lost', reason: 'absurd' },
      { name: 'past alone', reason: 'missing' }
    ])
    expect(blendHours({ first, others: [{ name: 'absent', temperaturesC: [] }], from })).toBeNull()
  })

  it('takes a single absurd hour of a model as missing, unless the others have it too', () => {
    const spike = (name: string) => model(name, (hour) => (hour === from + 9 ? -25 : 0))
    const right = [model('a', () => 0), model('b', () => 0)]
    const one = blendHours({ first, others: [...right, spike('c')], from })
    expect(one?.othersC[9]).toBeCloseTo(weather(from + 9), 9)
    expect(one?.left).toEqual([])
    const cold = { ...spike('first'), name: 'first' }
    const all = blendHours({ first: cold, others: [spike('a'), spike('b'), spike('c')], from })
    expect(all?.othersC[9]).toBeCloseTo(weather(from + 9) - 25, 9)
  })

  it('gives more weight to a model with the smaller recent error, without leaving the others', () => {
    const noisy = model('noisy', (hour) => (hour < from ? (hour % 48 < 24 ? 4 : -4) : 2))
    const steady = model('steady', (hour) => (hour < from ? (hour % 48 < 24 ? 0.5 : -0.5) : -2))
    const law = { ...servedBlend, trimmedShare: 0 }
    const blend = blendHours({ first, others: [noisy, steady], from, law })
    const differenceC = mean(
      (blend?.othersC ?? new Float64Array()).map((valueC, hour) => valueC - weather(from + hour))
    )
    expect(differenceC).toBeLessThan(-0.3)
    expect(differenceC).toBeGreaterThan(-2)
  })

  it('weighs models by the inverse variance about their own mean, none as surer than a tenth of a degree', () => {
    const law = { ...servedBlend, varianceNights: 0 }
    const record = (...errorsC: readonly number[]) =>
      Array.from({ length: 5 }, () => errorsC)
        .flat()
        .reduce((sum, errorC) => withError(sum, errorC), emptyRecord)
    // Variances of 1 and 4 °C²: four to one.
    const [offset, wide] = weightsOf([record(2, 4), record(-2, 2)], law)
    expect(offset).toBeCloseTo(0.8, 3)
    expect(wide).toBeCloseTo(0.2, 3)
    // Ten nights with squares of 10 °C² in all, against none: (10 + 0.1²) to 0.1².
    const [right = 0, other = 1] = weightsOf([record(0, 0), record(-1, 1)], law)
    expect(right / other).toBeCloseTo(1001, 6)
    expect(weightsOf([record(0, 0), record(0, 0)], law)).toEqual([0.5, 0.5])
  })
})
