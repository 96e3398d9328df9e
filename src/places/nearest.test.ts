import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LatLon } from '../weather/point.ts'
import { distanceKm } from './distance.ts'
import { indexNearest } from './search.ts'

const anyPoint = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true, minExcluded: true })
})
const index = (points: readonly LatLon[]) =>
  indexNearest(
    Float64Array.from(points, (point) => point.lat),
    Float64Array.from(points, (point) => point.lon)
  )

describe('the distance on the sphere', () => {
  it.each([
    // A degree of the equator and half a meridian on a sphere of 6371.0088 km.
    [{ lat: 0, lon: 0 }, { lat: 0, lon: 1 }, 111.195],
    [{ lat: 90, lon: 0 }, { lat: -90, lon: 120 }, 20015.115],
    [{ lat: 10, lon: 179.5 }, { lat: 10, lon: -179.5 }, 109.506],
    // London Heathrow to New York JFK, as great-circle tables give it, ± the flattening of the Earth.
    [{ lat: 51.4775, lon: -0.4614 }, { lat: 40.6397, lon: -73.7789 }, 5540]
  ])('from %j to %j is %d km', (from, to, km) => {
    expect(Math.abs(distanceKm(from, to) - km)).toBeLessThan(Math.max(0.001, km * 0.003))
  })
})

describe('the nearest points', () => {
  it('are those a search through all of them finds, with any number and reach', () => {
    const given = fc.record({
      points: fc.array(anyPoint, { maxLength: 60 }),
      at: anyPoint,
      count: fc.integer({ min: 1, max: 8 }),
      reachKm: fc.constantFrom(50, 500, 5000, 21_000)
    })
    fc.assert(
      fc.property(given, ({ points, at, count, reachKm }) => {
        const expected = points
          .map((point, number) => ({ index: number, distanceKm: distanceKm(at, point) }))
          .filter((one) => one.distanceKm <= reachKm)
          .sort((one, other) => one.distanceKm - other.distanceKm || one.index - other.index)
          .slice(0, count)
        expect(index(points).nearest(at, count, reachKm)).toEqual(expected)
      }),
      { numRuns: 500 }
    )
  })

  it('on one spot come in the order they were given', () => {
    const spot = { lat: 38.35, lon: 38.317 }
    const found = index([{ lat: 0, lon: 0 }, spot, spot, spot]).nearest(spot, 2, 10)
    expect(found).toEqual([
      { index: 1, distanceKm: 0 },
      { index: 2, distanceKm: 0 }
    ])
  })

  it('of none are none', () => {
    expect(index([]).nearest({ lat: 0, lon: 0 }, 1, 21_000)).toEqual([])
  })
})
