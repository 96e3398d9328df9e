import { expect, it } from 'vitest'
import { spreadFactor, spreadTraits } from './spread.ts'

const law = {
  baseC2: 2,
  perDayC2: 0,
  perSquaredDayC2: 0,
  perCubedDayC2: 0,
  winter: 0.1,
  perTenDegrees: -0.2,
  perKilometre: 0.3
}
const january = 24 * (Date.parse('2026-01-15T00:00:00Z') / 86_400_000)
const july = january + 24 * 182
const night = { airMinC: 0, hour: january, latitude: 50, heightM: 0 }

it('is widest in the winter of its hemisphere, and knows no season at the equator', () => {
  expect(spreadFactor(night, law)).toBeCloseTo(Math.exp(0.1), 3)
  expect(spreadFactor({ ...night, hour: july }, law)).toBeCloseTo(Math.exp(-0.1), 3)
  expect(spreadFactor({ ...night, latitude: -50, hour: july }, law)).toBeCloseTo(Math.exp(0.1), 3)
  expect(spreadFactor({ ...night, latitude: 22.5 }, law)).toBeCloseTo(Math.exp(0.05), 3)
  expect(spreadFactor({ ...night, latitude: 0 }, law)).toBe(1)
  expect(spreadFactor({ ...night, latitude: null }, law)).toBe(1)
})

it('grows with the cold and the height, within what was seen', () => {
  const still = { ...night, latitude: null }
  expect(spreadFactor({ ...still, airMinC: -10 }, law)).toBeCloseTo(Math.exp(0.2), 12)
  expect(spreadFactor({ ...still, heightM: 1000 }, law)).toBeCloseTo(Math.exp(0.3), 12)
  expect(spreadTraits({ ...still, airMinC: -60, heightM: 4000 })).toEqual([0, -2.5, 2])
  expect(spreadTraits({ ...still, airMinC: 35, heightM: -300 })).toEqual([0, 2, 0])
  expect(spreadTraits({ ...still, heightM: null })).toEqual([0, 0, 0.2])
})
