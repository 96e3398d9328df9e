import { describe, expect, it } from 'vitest'
import { harmedPlaces, isHarmTolerated } from './harmed-places.ts'

describe('the places that learning harms', () => {
  it('are counted by their own mean, whatever the mean of all is', () => {
    const difference = Float64Array.of(-0.5, -0.3, 0.03, 0.01, -0.1, 0.1)
    expect(harmedPlaces(difference, [7, 7, 8, 8, 9, 9])).toEqual({ places: 3, worse: 1, mostC: 0.02 })
  })

  it('must be fewer than a tenth, none by more than 0.02 °C', () => {
    expect(isHarmTolerated({ places: 117, worse: 11, mostC: 0.02 })).toBe(true)
    expect(isHarmTolerated({ places: 117, worse: 12, mostC: 0.02 })).toBe(false)
    expect(isHarmTolerated({ places: 117, worse: 1, mostC: 0.021 })).toBe(false)
    expect(isHarmTolerated({ places: 8, worse: 0, mostC: -0.01 })).toBe(true)
  })
})
