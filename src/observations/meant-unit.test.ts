import { describe, expect, it } from 'vitest'
import { syntheticIssue } from '../../test/made/synthetic-nights.ts'
import { meantUnit, meantUnitOfAll, meantUnitOfLeaps, tooWarm, warmestNightC } from './plausibility.ts'
import { type SubmitDeps, submitRows } from './submit.ts'

const malatya = {
  lat: 38.353,
  lon: 38.309,
  elevation: 960,
  timezone: 'Europe/Istanbul',
  pointKey: '38.353/38.309'
}
const night = (
  minimumC: number,
  date = '2026-11-24',
  issued: ReturnType<typeof syntheticIssue> | null = null
) => ({
  ...{ sensor: { kind: 'air_2m', exposure: null, point: malatya } as const, date, minimumC, issued }
})

describe('the warmest night', () => {
  // Highest daily minima that were measured: WMO and national services.
  it.each([
    ['Qurayyat, June 2018', 23.3, 10, '2018-06-26', 42.6],
    ['Furnace Creek, July', 36.46, -58, '2020-07-12', 43],
    ['Cizre, July', 37.3, 377, '2020-07-28', 34],
    ['Antalya, November', 36.9, 50, '2020-11-05', 23],
    ['Rize with Föhn, February', 41, 10, '2016-02-15', 19],
    ['Altdorf with Föhn, November', 46.9, 440, '2020-11-01', 19],
    ['Kenley, July 2022', 51.3, 170, '2022-07-19', 25.8],
    ['Utsira, July', 59.3, 55, '2019-07-27', 24],
    ['Darwin, November', -12.4, 30, '2023-11-20', 30.5],
    ['Oodnadatta, January', -27.6, 117, '1960-01-03', 35]
  ])('lets %s pass', (_, lat, elevation, date, measuredC) => {
    expect(warmestNightC({ lat, elevation }, date)).toBeGreaterThan(measuredC)
  })

  it.each([28, 31])('is colder than a November of %d °C at Malatya', (minimumC) => {
    expect(tooWarm(night(minimumC))).toContain('warmer than any night')
    expect(meantUnit(night(minimumC))).toMatch(
      /Did you mean −[02].* °C, in Fahrenheit\? Say so with the unit F\./
    )
  })
})

describe('what was meant', () => {
  const issued = syntheticIssue('2026-11-24')
  it.each([
    [28.4, /−2 °C, in Fahrenheit/],
    [271.2, /−1.* °C, in kelvin/],
    [-275.1, /−2 °C, with 273 taken off twice/],
    [-31, /−3.1 °C, in tenths of a degree/]
  ])('by %f is told from what was issued', (minimumC, guess) => {
    expect(meantUnit(night(minimumC, '2026-11-24', issued))).toMatch(guess)
  })

  it('by a sensor of small numbers is told from all of its nights, and a hollow is none', () => {
    const of = (values: readonly number[]) => values.map((value) => night(value, '2026-11-24', issued))
    expect(meantUnitOfAll(of([-8, 12, -12, 9]))).toContain('tenths')
    expect(meantUnitOfAll(of([-8, -7, -9, -8]))).toBeNull()
    expect(meantUnitOfAll(of([-8, 12]))).toBeNull()
  })
})

it.each([
  ['2026-11-25', 30],
  ['2026-11-26', 35],
  ['2026-11-29', 50]
])('no night is so far from that of 24 November as %s by more than %i °C', (date, mostC) => {
  const isLeap = (byC: number) => meantUnitOfLeaps([night(-20), night(-20 + byC, date)]) !== null
  expect([mostC, mostC + 0.1].map(isLeap)).toEqual([false, true])
})

it('a unit is meant where it is within 8 °C of what was issued', () => {
  const issued = syntheticIssue('2026-11-24', { airMinimumC: 0 })
  const meant = (fahrenheit: number) => meantUnit(night(fahrenheit, '2026-11-24', issued))
  expect(meant(32 + 7.9 * 1.8)).toContain('in Fahrenheit')
  expect(meant(32 + 8.1 * 1.8)).not.toMatch(/in Fahrenheit/)
})

it.each([-99.9, -999, -127])(
  'a probe that is lost for a night, %d, makes no other unit of the others',
  async (lost) => {
    const minima = [-2, 3, lost, -4, 2]
    const rows = minima.map((minimumC, index) => ({
      ...({ place: { location: 'malatya' }, kind: 'air_2m', exposure: null, station: '' } as const),
      ...{ date: `2026-11-2${index}`, minimumC }
    }))
    const submitted = await submitRows(
      {
        store: {
          revoked: async () => [],
          save: async (nights) => nights.map(() => ({ status: 'stored', sensorSeq: 1 }))
        } as Partial<SubmitDeps['store']> as SubmitDeps['store'],
        findPlace: async () => ({ kind: 'point', point: malatya }),
        issues: async (_, date) => syntheticIssue(date),
        now: Date.parse('2026-11-27T12:00:00Z')
      },
      { owner: 'key', isOperator: false },
      rows
    )
    expect(submitted.map(({ kind }) => kind)).toEqual(['kept', 'kept', 'refused', 'kept', 'kept'])
  }
)
