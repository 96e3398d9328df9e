import { describe, expect, it } from 'vitest'
import { hoursFromSteps, type StepInterval, withoutAbsurdSteps } from './coarse-steps.ts'
import { column, valueAt } from './series.ts'

const midnight = 494_000 - (494_000 % 24)

function interval(fromHour: number, toHour: number, more: Partial<StepInterval> = {}): StepInterval {
  return { fromHour, toHour, sums: {}, held: {}, temperatureMinC: null, ...more }
}

/** A 6-hour night step, 2 °C at midnight and 0 °C at six. */
function night(temperatureMinC: number | null, sunriseHours: readonly number[]) {
  return hoursFromSteps({
    steps: [
      { hour: midnight, states: { temperature: 2 } },
      { hour: midnight + 6, states: { temperature: 0 } }
    ],
    intervals: [interval(midnight, midnight + 6, { temperatureMinC })],
    sunriseHours
  })
}

describe('states between steps', () => {
  it('change linearly and keep the instants themselves', () => {
    expect([...column(night(null, []), 'temperature')].map((value) => Math.round(value * 100) / 100)).toEqual(
      [2, 1.67, 1.33, 1, 0.67, 0.33, 0]
    )
  })

  it('turn through north, not through south, from 350° to 10°', () => {
    const series = hoursFromSteps({
      steps: [
        { hour: midnight, states: { windDirection: 350, windSpeed: 4 } },
        { hour: midnight + 2, states: { windDirection: 10, windSpeed: 4 } }
      ],
      intervals: [],
      sunriseHours: []
    })
    expect(valueAt(series, 'windDirection', midnight + 1) % 360).toBeCloseTo(0, 3)
    expect(valueAt(series, 'windSpeed', midnight + 1)).toBe(4)
  })

  it('take the direction of the stronger wind where the two are opposed', () => {
    const series = hoursFromSteps({
      steps: [
        { hour: midnight, states: { windDirection: 90, windSpeed: 6 } },
        { hour: midnight + 2, states: { windDirection: 270, windSpeed: 1 } }
      ],
      intervals: [],
      sunriseHours: []
    })
    expect(valueAt(series, 'windDirection', midnight + 1)).toBeCloseTo(90, 3)
  })

  it('stay missing where either end is missing, and across a gap longer than six hours', () => {
    const series = hoursFromSteps({
      steps: [
        { hour: midnight, states: { temperature: 1, dewPoint: Number.NaN } },
        { hour: midnight + 3, states: { temperature: 4, dewPoint: 0 } },
        { hour: midnight + 10, states: { temperature: 5 } }
      ],
      intervals: [],
      sunriseHours: []
    })
    expect(valueAt(series, 'dewPoint', midnight + 1)).toBeNaN()
    expect(valueAt(series, 'dewPoint', midnight + 3)).toBe(0)
    expect(valueAt(series, 'temperature', midnight + 1)).toBe(2)
    expect(valueAt(series, 'temperature', midnight + 6)).toBeNaN()
    expect(valueAt(series, 'temperature', midnight + 10)).toBe(5)
  })
})

describe('sums of an interval', () => {
  it('are spread evenly over its hours and keep their total', () => {
    const series = hoursFromSteps({
      steps: [],
      intervals: [interval(midnight, midnight + 6, { sums: { precipitation: 2.3 } })],
      sunriseHours: []
    })
    expect(series.startHour).toBe(midnight + 1)
    const hours = [...column(series, 'precipitation')]
    expect(hours).toHaveLength(6)
    expect(new Set(hours).size).toBe(1)
    expect(hours.reduce((sum, value) => sum + value, 0)).toBeCloseTo(2.3, 5)
  })

  it('stay missing where the source gives none, and what holds for the interval holds for each hour', () => {
    const series = hoursFromSteps({
      steps: [],
      intervals: [
        interval(midnight, midnight + 3, { held: { weatherCode: 61, precipitationProbability: 0.4 } })
      ],
      sunriseHours: []
    })
    expect([...column(series, 'precipitation')].every(Number.isNaN)).toBe(true)
    expect([...column(series, 'weatherCode')]).toEqual([61, 61, 61])
  })
})

describe('the minimum that a source gives for an interval', () => {
  it.each([
    [4.4, 4],
    [5.2, 5],
    [6.7, 5],
    [0.1, 1],
    [-0.9, 1],
    [-1.1, 5]
  ])('stands, with sunrise %f hours after midnight, %i hours after midnight', (sunrise, expected) => {
    const temperatures = [...column(night(-3, [midnight + sunrise]), 'temperature')]
    expect(temperatures.indexOf(Math.min(...temperatures))).toBe(expected)
    expect(Math.min(...temperatures)).toBe(-3)
    expect([temperatures[0], temperatures[6]]).toEqual([2, 0])
  })

  it('stands beside the colder end where no sunrise is near', () => {
    const temperatures = [...column(night(-3, [midnight - 18, midnight + 30]), 'temperature')]
    expect(temperatures.indexOf(-3)).toBe(5)
  })

  it('changes nothing where the ends already reach it', () => {
    expect(night(0, [midnight + 5]).values).toEqual(night(null, []).values)
  })

  it('makes the step no coarse one; without it the step and both its ends are', () => {
    expect([...night(-3, [midnight + 5]).stepHours]).toEqual([1, 1, 1, 1, 1, 1, 1])
    expect([...night(null, []).stepHours]).toEqual([6, 6, 6, 6, 6, 6, 6])
  })
})

it.each([
  [3, 15],
  [6, 25]
])('sets a step aside that departs from both %i hours beside it by more than %i °C', (apart, byC) => {
  const setAside = (temperature: number) =>
    withoutAbsurdSteps(
      [0, 0, temperature, 0, 0].map((value, index) => ({
        hour: midnight + apart * index,
        states: { temperature: value }
      }))
    ).setAside
  expect([byC, -byC].map(setAside)).toEqual([[], []])
  const hour = midnight + 2 * apart
  expect(setAside(byC + 0.1)).toEqual([{ hour, isCold: false }])
  expect(setAside(-byC - 0.1)).toEqual([{ hour, isCold: true }])
})

it('makes of nothing an empty series', () => {
  expect(hoursFromSteps({ steps: [], intervals: [], sunriseHours: [] }).hours).toBe(0)
})
