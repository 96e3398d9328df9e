import { expect, it } from 'vitest'
import { eveningLogWidth } from './evening-record.ts'

const dates = Array.from({ length: 60 }, (_, index) => `2026-01-${index + 1}`)
const evenings = dates.map((date) => ({
  ...{ pointKey: 'p', date, measuredAt: 0 },
  forecast: { minimumC: 0, sigmaC: 2 },
  updated: { minimumC: 0, sigmaC: 1 }
}))
const measured = (cameC: (index: number) => number) =>
  new Map(dates.map((date, index) => [date, { minimumC: cameC(index) }]))

it('grows where evenings miss more than one minimum of five, shrinks where they miss fewer, and is 0 without any', () => {
  const tooOften = eveningLogWidth(
    evenings,
    measured((index) => (index % 2 === 0 ? 3 : 0))
  )
  expect(tooOften).toBeGreaterThan(0.2)
  expect(
    eveningLogWidth(
      evenings,
      measured(() => 0)
    )
  ).toBeLessThan(-0.2)
  const right = eveningLogWidth(
    evenings,
    measured((index) => (index % 5 === 0 ? 3 : 0))
  )
  expect(Math.abs(right)).toBeLessThan(0.03)
  expect(
    eveningLogWidth(
      evenings,
      measured(() => 5)
    )
  ).toBe(0.5)
  expect(eveningLogWidth(evenings, new Map())).toBe(0)
})
