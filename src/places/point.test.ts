import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointKey } from '../weather/point.ts'
import { openGazetteer } from './gazetteer.ts'
import { isNamedPoint, nauticalZone, openTimeZones, pointAt, roundPoint } from './point.ts'

const zoneAt = await openTimeZones()
const gazetteer = await openGazetteer()

describe('the time zone of a point', () => {
  it.each([
    ['Malatya', 38.35, 38.31, 'Europe/Istanbul'],
    ['Reykjavik', 64.147, -21.942, 'Atlantic/Reykjavik'],
    ['Kathmandu', 27.717, 85.324, 'Asia/Kathmandu'],
    ['Kiritimati', 1.87, -157.4, 'Pacific/Kiritimati'],
    ['Lord Howe', -31.55, 159.08, 'Australia/Lord_Howe'],
    ['Chatham', -43.95, -176.55, 'Pacific/Chatham'],
    ['Eucla', -31.68, 128.88, 'Australia/Eucla'],
    ['Coyhaique', -45.57, -72.07, 'America/Coyhaique'],
    ['Phoenix', 33.448, -112.074, 'America/Phoenix'],
    ['Navajo Nation', 36.15, -109.55, 'America/Denver'],
    ['Yellowknife', 62.454, -114.372, 'America/Edmonton'],
    ['Nuuk', 64.18, -51.72, 'America/Nuuk'],
    ['Tehran', 35.689, 51.389, 'Asia/Tehran'],
    ['Kabul', 34.555, 69.207, 'Asia/Kabul'],
    ['Yangon', 16.84, 96.17, 'Asia/Yangon'],
    ['Adelaide', -34.93, 138.6, 'Australia/Adelaide'],
    ['Casablanca', 33.57, -7.59, 'Africa/Casablanca'],
    ['Apia', -13.83, -171.77, 'Pacific/Apia'],
    ['Anadyr', 64.73, 177.51, 'Asia/Anadyr'],
    ['South Pole', -90, 0, 'Antarctica/McMurdo'],
    ['open Atlantic', 0, -30, 'Etc/GMT+2'],
    ['Gulf of Guinea', 0, 0, 'Etc/GMT'],
    ['date line', 0, 180, 'Etc/GMT-12'],
    ['North Pole', 90, 0, 'Etc/GMT']
  ])('of %s', (_, lat, lon, zone) => {
    expect(zoneAt(lat, lon)).toBe(zone)
  })

  it('comes from one map, however often it is opened', async () => {
    expect(await openTimeZones()).toBe(zoneAt)
  })

  it('is one that can be reckoned with at every point of the Earth', () => {
    const anywhere = fc.tuple(
      fc.integer({ min: -90_000, max: 90_000 }),
      fc.integer({ min: -179_999, max: 180_000 })
    )
    fc.assert(
      fc.property(anywhere, ([lat, lon]) => {
        const zone = zoneAt(lat / 1000, lon / 1000)
        expect(() => Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)).not.toThrow()
      }),
      { numRuns: 500 }
    )
  })

  it('on the open sea is an hour for every 15 degrees around a whole one', () => {
    const zones = [-179.999, -172.501, -7.501, -7.5, 7.499, 7.501, 172.501, 180].map(nauticalZone)
    expect(zones).toEqual([
      'Etc/GMT+12',
      'Etc/GMT+12',
      'Etc/GMT+1',
      'Etc/GMT',
      'Etc/GMT',
      'Etc/GMT-1',
      'Etc/GMT-12',
      'Etc/GMT-12'
    ])
  })
})

describe('rounding a point', () => {
  it.each([
    [38.3555, 38.3095, 38.356, 38.31],
    [-38.3555, -38.3095, -38.356, -38.31],
    [1.0005, 2.0015, 1.001, 2.002],
    [1.00049999, -1.00049999, 1, -1],
    [-0.0004, 0.0004, 0, 0],
    [-0, -0, 0, 0],
    [90, -180, 90, 180],
    [-90, 180, -90, 180],
    [0, -179.9996, 0, 180],
    [0, -179.9994, 0, -179.999],
    [0.000000000001, 0.0005, 0, 0.001]
  ])('takes %d, %d to %d, %d', (lat, lon, roundedLat, roundedLon) => {
    // toStrictEqual tells −0 from 0.
    expect(roundPoint(lat, lon)).toStrictEqual({ lat: roundedLat, lon: roundedLon })
  })

  it('changes nothing the second time and gives the key of the point', () => {
    const anywhere = fc.tuple(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true })
    )
    fc.assert(
      fc.property(anywhere, ([lat, lon]) => {
        const point = roundPoint(lat, lon)
        expect(roundPoint(point.lat, point.lon)).toStrictEqual(point)
        expect(pointKey(point)).toBe(`${point.lat.toFixed(3)},${point.lon.toFixed(3)}`)
      })
    )
  })
})

describe('a bare point', () => {
  const unopened = () => Promise.reject(new Error('The map of zones was opened for nothing.'))

  it('near a known place goes by its name and zone, keeps its own coordinates and opens no map', async () => {
    const { point, place } = await pointAt(roundPoint(38.3555, 38.3104), gazetteer, unopened)
    expect(point).toEqual({
      key: '38.356,38.310',
      lat: 38.356,
      lon: 38.31,
      timezone: 'Europe/Istanbul',
      elevation: null
    })
    expect(place?.slug).toBe('malatya')
  })

  it('far from any goes by none and asks the map', async () => {
    const { point } = await pointAt({ lat: 38.7, lon: 34.85 }, gazetteer)
    expect(point.timezone).toBe('Europe/Istanbul')
    const { point: atSea, place } = await pointAt(roundPoint(43, -180), gazetteer)
    expect(atSea).toEqual({
      key: '43.000,180.000',
      lat: 43,
      lon: 180,
      timezone: 'Etc/GMT-12',
      elevation: null
    })
    expect(place).toBeNull()
  })

  it('counts as near up to 3 km', async () => {
    const around = async (distanceKm: number) => {
      const near = () => ({ place: gazetteer.provinces()[0] as never, distanceKm })
      return (await pointAt({ lat: 0, lon: 0 }, { near })).place
    }
    expect(await around(3)).not.toBeNull()
    expect(await around(3.001)).toBeNull()
  })
})

describe('a named point', () => {
  it('is exactly at a place, and at no elevation of its own', () => {
    expect(isNamedPoint('38.350,38.317', gazetteer)).toBe(true)
    expect(isNamedPoint('38.350,38.318', gazetteer)).toBe(false)
    expect(isNamedPoint('38.350,38.317,1200', gazetteer)).toBe(false)
  })
})
