import { describe, expect, it } from 'vitest'
import { publish, roundHalfAway, unitOf } from './units.ts'

describe('publishing a number', () => {
  it('rounds half away from zero, once, and never gives −0', () => {
    expect(roundHalfAway(0.25, 1)).toBe(0.3)
    expect(roundHalfAway(-0.25, 1)).toBe(-0.3)
    expect(roundHalfAway(Math.fround(0.35), 1)).toBe(0.4)
    expect(roundHalfAway(-2.449, 1)).toBe(-2.4)
    expect(Object.is(roundHalfAway(-0.04, 1), 0)).toBe(true)
    expect(Object.is(roundHalfAway(-0, 1), 0)).toBe(true)
  })

  it('takes a half for a half in every 32-bit float of a value that was written with two decimals', () => {
    for (let hundredths = 5; hundredths < 110_000; hundredths += 10) {
      const up = (hundredths + 5) / 100
      expect([hundredths, roundHalfAway(Math.fround(hundredths / 100), 1)]).toEqual([hundredths, up])
      expect(roundHalfAway(Math.fround((hundredths - 1) / 100), 1)).toBe((hundredths - 5) / 100)
    }
  })

  it('converts from the unrounded value', () => {
    expect(publish(-2.2, 'temperature', 'imperial')).toBe(28)
    expect(publish(0, 'temperature', 'imperial')).toBe(32)
    expect(publish(10, 'wind_speed', 'metric')).toBe(36)
    expect(publish(10, 'wind_speed', 'imperial')).toBe(22.4)
    expect(publish(0.6, 'precipitation', 'imperial')).toBe(0.02)
    expect(publish(1013.25, 'pressure', 'imperial')).toBe(29.92)
    expect(publish(0.5, 'percent', 'metric')).toBe(50)
    expect(publish(24_140, 'visibility', 'imperial')).toBe(15)
  })

  it('gives null for what is not known, and 0 for zero', () => {
    expect(publish(Number.NaN, 'temperature', 'metric')).toBeNull()
    expect(publish(Number.POSITIVE_INFINITY, 'wind_speed', 'metric')).toBeNull()
    expect(publish(0, 'precipitation', 'metric')).toBe(0)
  })

  it('calls north 0 degrees, never 360', () => {
    expect(publish(359.97, 'direction', 'metric')).toBe(0)
    expect(unitOf('temperature', 'imperial')).toBe('°F')
  })
})
