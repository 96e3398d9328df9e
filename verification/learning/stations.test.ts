import { describe, expect, it } from 'vitest'
import { distanceKm, neighbourMean, neighbourWeights } from './neighbours.ts'
import { nightHours } from './night-length.ts'
import { emptyPlaceDays, type PlaceDays } from './place-days.ts'
import { fieldOf, meanErrors } from './station-field.ts'

function grid(places: number, days: number, value: (place: number, day: number) => number): PlaceDays {
  const synthetic = emptyPlaceDays(places, days)
  for (let cell = 0; cell < synthetic.values.length; cell++) {
    synthetic.values[cell] = value(Math.floor(cell / days), cell % days)
  }
  return synthetic
}

describe('neighbours', () => {
  const ankara = { lat: 39.93, lon: 32.86, elevationM: 890 }
  const istanbul = { lat: 41.01, lon: 28.98, elevationM: 40 }

  it('lie as far apart as on the globe: Ankara and İstanbul about 350 km', () => {
    expect(Math.abs(distanceKm(ankara, istanbul) - 350)).toBeLessThan(5)
  })

  it('count by distance, never the place itself, and missing values not at all', () => {
    const weights = neighbourWeights([ankara, istanbul, istanbul], 350)
    expect(weights[0]).toBe(0)
    expect(weights[1]).toBeCloseTo(Math.exp(-1), 1)
    const values = grid(3, 1, (place) => [5, 2, Number.NaN][place] ?? 0)
    const means = neighbourMean(values, weights, 0)
    expect(means[0]).toBeCloseTo(2, 12)
  })
})

describe('the field of stations', () => {
  const law = { sharedVarianceC2: 2, horizontalKm: 100, verticalM: 300, ownVarianceC2: 1, nightVarianceC2: 6 }
  const here = { lat: 45, lon: -120, elevationM: 100 }

  it('holds a lonely station’s mean at (2 + 1)/(2 + 1 + 6/n) of it', () => {
    const [error] = meanErrors(fieldOf([here], law), {
      error: Float64Array.of(8),
      weight: Float64Array.of(2)
    })
    expect(error).toBeCloseTo((4 * 3) / (3 + 3), 12)
  })

  it('lends to a station never seen what its neighbour shares, less with height', () => {
    const stations = [here, { ...here, lon: -119.999 }, { ...here, elevationM: 400 }]
    const sums = { error: Float64Array.of(8, 0, 0), weight: Float64Array.of(2, 0, 0) }
    const [, near, high] = meanErrors(fieldOf(stations, law), sums)
    expect(near).toBeCloseTo((4 * 2) / 6, 2)
    expect(high).toBeCloseTo((4 * 2 * Math.exp(-1)) / 6, 6)
  })
})

describe('the length of a night', () => {
  it('at 40° N is 14.8 h in December, 9.2 h in June and 12 h at the equinox, to a quarter of an hour', () => {
    const angle = (dayOfYear: number) => (2 * Math.PI * (dayOfYear - 1)) / 365.2425
    // Almanac: sunset to sunrise at 40° N takes 14 h 40 min and 8 h 59 min, refraction included.
    expect(Math.abs(nightHours(40, angle(355)) - 14.67)).toBeLessThan(0.25)
    expect(Math.abs(nightHours(40, angle(172)) - 8.98)).toBeLessThan(0.25)
    expect(Math.abs(nightHours(40, angle(80)) - 12)).toBeLessThan(0.25)
    expect(nightHours(80, angle(172))).toBe(0)
  })
})
