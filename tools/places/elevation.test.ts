import { describe, expect, it } from 'vitest'
import { interpolateHeight } from './elevation.ts'

describe('a height between places', () => {
  it('is unknown without places', () => {
    expect(interpolateHeight([])).toBeNull()
  })

  it('is the height of the only place', () => {
    expect(interpolateHeight([{ elevation: 954, distanceKm: 9 }])).toBe(954)
  })

  it('lies in the middle between equally far places and nearer the nearer one by the square', () => {
    const between = (nearKm: number, farKm: number): number | null =>
      interpolateHeight([
        { elevation: 0, distanceKm: nearKm },
        { elevation: 1000, distanceKm: farKm }
      ])
    expect(between(5, 5)).toBe(500)
    expect(between(2, 6)).toBe(100)
  })

  it('is finite and whole on top of a place, also under the sea', () => {
    expect(interpolateHeight([{ elevation: -27, distanceKm: 0 }])).toBe(-27)
    expect(Object.is(interpolateHeight([{ elevation: -0.2, distanceKm: 1 }]), 0)).toBe(true)
  })
})
