import { describe, expect, it } from 'vitest'
import { boxAround, reachOf } from './reach.ts'

const here = { lat: 38.35, lon: 38.31, elevation: 960 }

describe('how far a measurement speaks', () => {
  it.each([
    [{ ...here, lat: 38.39 }, true],
    [{ ...here, lat: 38.4 }, false],
    [{ ...here, elevation: 1060 }, true],
    [{ ...here, elevation: 1061 }, false],
    [{ ...here, elevation: null }, true],
    [{ lat: 38.358, lon: 38.31, elevation: null }, true],
    [{ lat: 38.36, lon: 38.31, elevation: null }, false]
  ])('%o: %s', (there, reaches) => {
    expect(reachOf(here, there) !== null).toBe(reaches)
  })

  it('has a box that holds every point within 5 km, also far north', () => {
    for (const lat of [0, 38.35, -70, 89.99]) {
      const box = boxAround({ lat, lon: 10 })
      for (let turn = 0; turn < 16; turn++) {
        const north = (4.99 / 111.2) * Math.cos((turn * Math.PI) / 8)
        const east = ((4.99 / 111.2) * Math.sin((turn * Math.PI) / 8)) / Math.cos((lat * Math.PI) / 180)
        if (Math.abs(lat + north) > 90) continue
        expect(lat + north).toBeGreaterThanOrEqual(box.south)
        expect(lat + north).toBeLessThanOrEqual(box.north)
        if (Math.abs(lat) < 89) expect(10 + east).toBeLessThanOrEqual(box.east)
      }
    }
  })
})
