/** How often the packed map gives another offset than geo-tz, and where: `npm run zones -- compare`. */
import { createRequire } from 'node:module'
import { nauticalZone, type readZoneMap } from '../../src/places/point.ts'
import type { BoundaryMap } from './boundaries.ts'
import { clockOf } from './clock.ts'

type Ring = readonly (readonly [lon: number, lat: number])[]

export interface Difference {
  readonly lat: number
  readonly lon: number
  readonly before: string
  readonly packed: string
}

/** Points of land, evenly over the globe, of which the two maps give other offsets in some month of a year. */
export function compare(
  map: Awaited<ReturnType<typeof readZoneMap>>,
  boundaries: BoundaryMap,
  points: number
): readonly Difference[] {
  const isLand = openLand()
  const random = seeded(20261127)
  const differences: Difference[] = []
  for (let land = 0; land < points; ) {
    const lat = (Math.asin(2 * random() - 1) * 180) / Math.PI
    const lon = 360 * random() - 180
    if (!isLand(lat, lon)) continue
    land++
    const before = boundaries.find(lat, lon)
    const packed = map(lat, lon) ?? nauticalZone(lon)
    if (clockOf(before) !== clockOf(packed)) differences.push({ lat, lon, before, packed })
  }
  return differences
}

/** Land of Natural Earth at 1:50,000,000, by its rings. */
function openLand(): (lat: number, lon: number) => boolean {
  const require = createRequire(import.meta.url)
  const { feature } = require('topojson-client') as {
    feature: (topology: unknown, object: unknown) => unknown
  }
  const topology = require('world-atlas/land-50m.json') as { readonly objects: { readonly land: unknown } }
  const { features } = feature(topology, topology.objects.land) as {
    readonly features: readonly {
      readonly geometry: { readonly coordinates: readonly (readonly Ring[])[] }
    }[]
  }
  const rings = features
    .flatMap(({ geometry }) => geometry.coordinates.flat())
    .map((ring) => {
      const lats = ring.map(([, lat]) => lat)
      return { ring, south: Math.min(...lats), north: Math.max(...lats) }
    })
  return (lat, lon) =>
    rings.filter(({ ring, south, north }) => lat >= south && lat <= north && isOdd(ring, lat, lon)).length %
      2 ===
    1
}

function isOdd(ring: Ring, lat: number, lon: number): boolean {
  let odd = false
  let [fromLon, fromLat] = ring.at(-1) ?? [0, 0]
  for (const [toLon, toLat] of ring) {
    if (
      fromLat > lat !== toLat > lat &&
      lon < fromLon + ((lat - fromLat) / (toLat - fromLat)) * (toLon - fromLon)
    )
      odd = !odd
    fromLon = toLon
    fromLat = toLat
  }
  return odd
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
