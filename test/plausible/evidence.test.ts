/** Airports, the sun, the climate and a second source beside a run. */
import { describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../src/common/time.ts'
import type { EveningStation } from '../../src/frost/evening-station.ts'
import { jsonOf } from './answers.ts'
import { clear, noon, place, reported } from './clear-nights.ts'
import { faults } from './faults.ts'
import { generator } from './honest-weather.ts'
import { codesOf, openTrial, type TrialOptions } from './trial.ts'

/** Reads the clear nights, so much off, each half hour. */
const station =
  (record: EveningStation['record'], offC = 0, name = 'An airport') =>
  (now: number): EveningStation => ({
    ...{ name, distanceKm: 12, heightDifferenceM: 0, halfResolutionC: 0.5, record },
    readings: Array.from({ length: 24 }, (_, index) => {
      const at = now - (24 - index) * 30 * minuteMs
      const { temperatureC } = clear(offC)(at / hourMs, 0)
      return { at, temperatureC, dewPointC: null, windSpeedMps: null, cloudCoverFraction: null }
    })
  })
const proven = { usualC: 0, sigmaC: 1.5 }
const airports =
  (...some: readonly ((now: number) => EveningStation)[]) =>
  (now: number) =>
    some.map((one) => one(now))

const fahrenheit = (at: number) => {
  const answer = reported(at, at / 10)
  return { ...answer, columns: faults['°F called °C, both']({ answer, random: generator(1), elsewhere: {} }) }
}
const mild = (byC: number) =>
  Array.from({ length: 30 }, (_, index) => ({
    year: 1996 + index,
    elevation: 950,
    minimaC: new Float32Array(365).fill(byC)
  }))

/** Two honest runs, and a third that is so much warmer. */
async function disputed(options: TrialOptions, byC = 5) {
  const trial = openTrial(place, options)
  await trial.ask(noon, jsonOf(reported(0)))
  const before = await trial.ask(noon + 2, jsonOf(reported(2, 0.2)))
  const after = await trial.ask(noon + 4, jsonOf(reported(4, byC)))
  return { trial, before, codes: after === null ? [] : codesOf(after), after }
}

describe('a first answer', () => {
  it('that a thermometer, the sun or the climate contradicts says by what', async () => {
    const shown = async (options: TrialOptions, answer = fahrenheit(0)) => {
      const report = await openTrial(place, options).ask(noon, jsonOf(answer))
      expect(report?.data.check).toBe('unchecked')
      return report?.data.contradicted ?? null
    }
    const byAirport = { by: 'thermometer', station: 'An airport' }
    expect(await shown({ stations: airports(station(null)) })).toEqual(byAirport)
    expect(await shown({ minimaOfYears: mild(-2) })).toEqual({ by: 'climate', station: null })
    const answer = reported(0)
    const moved = { ...answer, columns: { ...answer.columns } }
    moved.columns['temperature_2m'] =
      answer.columns['temperature_2m']?.map((_, index, all) => all[index - 5] ?? 3) ?? []
    expect(await shown({}, moved)).toEqual({ by: 'sun', station: null })
    const everything = { stations: airports(station(null, 2)), minimaOfYears: mild(-2) }
    expect(await shown(everything, answer)).toBe(null)
  })

  it.each([
    [-22, true],
    [-18, false],
    [18, false],
    [22, true]
  ])('is held against the minima of twenty days to either side: %s', async (days, isContradicted) => {
    const today = Math.floor((noon - Date.UTC(2026, 0, 1) / hourMs) / 24)
    const minimaOfYears = mild(-2).map((year) => ({ ...year, minimaC: year.minimaC.with(today + days, 40) }))
    const report = await openTrial(place, { minimaOfYears }).ask(noon, jsonOf(fahrenheit(0)))
    expect(report?.data.contradicted?.by === 'climate').toBe(isContradicted)
  })

  it('that is the right one beside a wrong thermometer and a right one says nothing', async () => {
    const stations = airports(station(null, 30, 'Wrong'), station(null, 1, 'Right'))
    const report = await openTrial(place, { stations }).ask(noon, jsonOf(reported(0)))
    expect(report?.data.contradicted).toBe(null)
  })
})

describe('of two runs that disagree', () => {
  it('the one that a thermometer with a record, or two, have measured goes on', async () => {
    for (const stations of [
      airports(station(proven)),
      airports(station(null, 0, 'One'), station(null, 1, 'Another'))
    ]) {
      const { before, codes, after } = await disputed({ stations })
      expect(codes).toContain('run_set_aside')
      expect(after?.data.confirmedAt).toBe(before?.data.confirmedAt)
      const warmer = (offC: number) =>
        disputed({ stations: airports(station(proven, offC), station(proven, offC + 1)) })
      expect((await warmer(5)).after?.data.check).toBe('agrees')
    }
  })

  it('both stand on beside one thermometer without a record, or two that contradict each other', async () => {
    for (const stations of [
      airports(station(null)),
      airports(station(null, 5)),
      airports(station(proven, 0), station(proven, 5))
    ])
      expect((await disputed({ stations })).codes).toContain('runs_disagree')
  })

  it('another source decides, where it is nearer to one of both', async () => {
    const second = (byC: number) => ({ second: () => jsonOf(reported(4, byC)) })
    expect((await disputed(second(0.5))).codes).toContain('run_set_aside')
    expect((await disputed(second(4.2))).after?.data.check).toBe('agrees')
    expect((await disputed(second(2.6))).codes).toContain('runs_disagree')
  })

  it('the climate decides against the warmer one alone', async () => {
    expect((await disputed({ minimaOfYears: mild(-8) }, 7)).codes).toContain('run_set_aside')
    expect((await disputed({ minimaOfYears: mild(8) }, -9)).codes).toContain('runs_disagree')
  })
})

it('a front of 13 °C that the next run has too is believed then, a warmth of 13 °C not within a day', async () => {
  for (const [byC, check] of [
    [-13, 'agrees'],
    [13, 'disagrees']
  ] as const) {
    const { trial, after } = await disputed({}, byC)
    expect(after?.data.check).toBe('disagrees')
    if (byC < 0) expect(after?.nights[0]?.airTemperatureMinC).toBeLessThan(-13)
    const later = await trial.ask(noon + 6, jsonOf(reported(6, byC + 0.3)))
    expect(later?.data.check).toBe(check)
    expect(later?.nights[1]?.airTemperatureMinC).toBeLessThan(-2)
  }
})

it('the first right run after wrong ones that agreed is refused for two hours at most where it is colder', async () => {
  const trial = openTrial(place)
  for (const at of [0, 2, 4]) await trial.ask(noon + at, jsonOf(fahrenheit(at)))
  const levels = []
  for (const at of [6, 7, 8, 9]) {
    const report = await trial.ask(noon + at, jsonOf(reported(at, at / 20)))
    levels.push(report?.data.check)
  }
  expect(levels).toEqual(['set_aside', 'set_aside', 'disagrees', 'disagrees'])
  const shown = await trial.ask(noon + 10, jsonOf(reported(10)))
  expect(shown?.nights[0]?.airTemperatureMinC).toBeCloseTo(-3, 0)
})

it('wrong hours of one night are left out alone, and closed or kept from the run before', async () => {
  const trial = openTrial(place)
  const spoiled = (at: number, hours: number, offC: number) => {
    const answer = reported(at)
    const from = 12 + 24
    const column = answer.columns['temperature_2m']?.map((value, index) =>
      index >= from && index < from + hours ? (value ?? 0) + offC : value
    )
    return jsonOf({ ...answer, columns: { ...answer.columns, temperature_2m: column ?? [] } })
  }
  const first = await trial.ask(noon, spoiled(0, 2, -25))
  expect(first === null ? [] : codesOf(first)).toContain('hours_set_aside')
  expect(first?.nights[0]?.airTemperatureMinC).toBeGreaterThan(-6)
  const second = await trial.ask(noon + 2, spoiled(2, 5, 25))
  expect(second?.data.check).toBe('agrees')
  expect(second?.nights[0]?.airTemperatureMinC).toBeCloseTo(-3, 0)
})
