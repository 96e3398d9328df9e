import { describe, expect, it } from 'vitest'
import { createEvenings, type TonightStation } from './evenings.ts'
import { airportReadings } from './tonight-stations.ts'

const site = { pointKey: '38.353,38.312', lat: 38.353, lon: 38.312, elevation: 964 }
const readings = (at: number) => [
  { at, temperatureC: 1, dewPointC: null, windSpeedMps: null, cloudCoverFraction: null }
]
const airport = (change: object = {}, at = 1000): TonightStation => ({
  name: 'Malatya/Erhac (LTAT)',
  owner: null,
  at: {
    kind: 'airport',
    airport: { icao: 'LTAT', name: 'Malatya/Erhac', lat: 38.435, lon: 38.091, elevation: 862, ...change }
  },
  record: { usualC: 0, sigmaC: 2 },
  halfResolutionC: 0.5,
  readings: readings(at)
})
const sensor = (lat: number, elevation: number | null = 964): TonightStation => ({
  name: `at ${lat}`,
  owner: 'operator',
  at: { kind: 'sensor', point: { ...site, pointKey: String(lat), lat, elevation, timezone: 'UTC' } },
  record: { usualC: 0, sigmaC: 2 },
  halfResolutionC: 0.05,
  readings: readings(1000)
})
const learned = {
  ...{ biasC: 1, siteVarianceC2: 2, plantBiasC: 0, plantVarianceC2: null, offset: null, nights: 30 }
}

describe('thermometers of tonight', () => {
  it('are joined with what was learned, nearest first, each within its reach', () => {
    const evenings = createEvenings()
    evenings.set(
      new Map([
        ['LTAT', airport()],
        ['HIGH', airport({ elevation: 1115 })],
        ['FAR', airport({ lat: 38.72 })],
        ['1', sensor(38.38)],
        ['2', sensor(38.4)],
        ['3', sensor(38.36, 1070)]
      ])
    )
    const joined = evenings.joined(site, learned)
    expect(joined).toMatchObject(learned)
    expect(joined?.evening?.map(({ name }) => name)).toEqual(['at 38.38', 'Malatya/Erhac (LTAT)'])
    expect(joined?.evening?.[1]).toMatchObject({
      ...{
        distanceKm: expect.closeTo(21.3, 1),
        heightDifferenceM: -102,
        record: { usualC: 0, sigmaC: 2 },
        halfResolutionC: 0.5
      }
    })
    expect(evenings.joined(site, null)).toMatchObject({ nights: 0, biasC: 0, siteVarianceC2: null })
    expect(evenings.joined({ ...site, pointKey: 'x', lat: -38 }, null)).toBe(null)
  })

  it('give the same object until one of them, or what was learned, changes', () => {
    const evenings = createEvenings()
    expect(evenings.joined(site, learned)).toBe(learned)
    evenings.set(new Map([['LTAT', airport()]]))
    const first = evenings.joined(site, learned)
    evenings.set(new Map([['LTAT', airport()]]))
    expect(evenings.joined(site, learned)).toBe(first)
    expect(evenings.joined(site, { ...learned })).not.toBe(first)
    evenings.replace([], new Map([['LTAT', airport({}, 2000)]]))
    expect(evenings.joined(site, learned)?.evening?.[0]?.readings).toEqual(readings(2000))
    evenings.set(new Map())
    expect(evenings.joined(site, learned)).toBe(learned)
  })

  it('count a version for the points in their reach and for no others', () => {
    const evenings = createEvenings()
    const versions = () =>
      [38, 38.353, 38.79, 37.2, 39.6].map((lat) => evenings.version({ lat, lon: 38.312 }))
    const none = versions()
    evenings.replace([], new Map([['LTAT', airport()]]))
    const [, ...before] = none
    const [, ...after] = versions()
    expect(after.map((version, index) => version > (before[index] ?? 0))).toEqual([true, true, false, false])
    const same = versions()
    evenings.replace([], new Map([['LTAT', airport()]]))
    expect(versions()).toEqual(same)
    evenings.set(new Map())
    expect(versions()[1]).toBeGreaterThan(same[1] ?? 0)
  })
  it('hears one across the date line and near a pole', () => {
    const evenings = createEvenings()
    const at = (key: string, lat: number, lon: number) => {
      const point = { pointKey: key, lat, lon, elevation: 0, timezone: 'UTC' }
      return [key, { ...sensor(lat), name: key, at: { kind: 'sensor', point } as const }] as const
    }
    evenings.set(new Map([at('line', 0, 179.99), at('pole', 89.9, 0), at('south', -89.9, 180)]))
    const heard = (lat: number, lon: number) =>
      evenings.joined({ pointKey: `${lat},${lon}`, lat, lon, elevation: 0 }, null)?.evening?.[0]?.name
    expect([heard(0, -179.99), heard(0.04, 179.98), heard(0, 179.8)]).toEqual(['line', 'line', undefined])
    expect([heard(89.89, 10), heard(-89.91, -170)]).toEqual(['pole', 'south'])
  })

  it('say what those in reach have measured, and nothing of others', () => {
    const evenings = createEvenings()
    expect(evenings.state(site)).toBe('')
    evenings.set(
      new Map([
        ['1', sensor(38.38)],
        ['2', sensor(38.42)]
      ])
    )
    const first = evenings.state(site)
    expect(first).not.toBe('')
    evenings.replace(['2'], new Map([['2', { ...sensor(38.42), readings: readings(2000) }]]))
    evenings.replace(['1'], new Map([['1', sensor(38.38)]]))
    expect(evenings.state(site)).toBe(first)
    evenings.replace(['1'], new Map([['1', { ...sensor(38.38), readings: readings(2000) }]]))
    expect(evenings.state(site)).not.toBe(first)
    evenings.replace(['1'], new Map())
    expect(evenings.state(site)).toBe('')
    // Its forecast has the height of the source's grid, by which the other one may be within reach.
    expect(evenings.state({ ...site, elevation: null })).not.toBe('')
  })

  it.each([500, 5000])('look at none of %i others when one measures, nor where a place asks', (count) => {
    const evenings = createEvenings()
    let looks = 0
    const counted = (index: number): TonightStation => {
      const lat = 36.5 + (index % 50) * 0.1
      const point = {
        ...{ pointKey: String(index), lat, lon: 44 - Math.floor(index / 50) * 0.05 },
        ...{ elevation: 900, timezone: 'UTC' }
      }
      const station = { ...sensor(lat), at: { kind: 'sensor', point } as const }
      return new Proxy(station, {
        get(target, member) {
          looks += 1
          return Reflect.get(target, member)
        }
      })
    }
    evenings.set(new Map(Array.from({ length: count }, (_, index) => [String(index), counted(index)])))
    evenings.replace(['x'], new Map([['x', sensor(38.36)]]))
    looks = 0
    evenings.replace(['x'], new Map([['x', { ...sensor(38.36), readings: readings(2000) }]]))
    expect(looks).toBe(0)
    const far = { pointKey: 'far', lat: -38, lon: 38, elevation: 900 }
    expect([evenings.state(far), evenings.joined(far, null), evenings.around(far)]).toEqual(['', null, []])
    expect(looks).toBe(0)
    // A cell holds those of itself and of its edges.
    expect(evenings.state({ ...far, lat: 36.6, lon: 43.9 })).not.toBe('')
    expect(looks).toBeLessThan(150)
  })
})

it('an airport that reports whole degrees, now and then too, is known to half a degree', () => {
  const report = { icao: 'LTAT', measuredAt: 0, temperatureC: 1, dewPointC: null } as const
  const halfOf = (...isWhole: readonly boolean[]) =>
    airportReadings(
      isWhole.map((one) => ({ ...report, windSpeedMps: null, cloudCoverFraction: null, isWhole: one }))
    ).halfResolutionC
  expect([halfOf(false, false), halfOf(true, false), halfOf(true, true)]).toEqual([0.05, 0.5, 0.5])
})
