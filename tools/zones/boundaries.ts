/** The borders of time zones, as geo-tz has them: a tree of quarters whose leaves hold polygons. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A part of the globe [°]. */
export interface Box {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

/** Each pair of positions [° east, ° north] of a ring. */
export type Edge = readonly [fromLon: number, fromLat: number, toLon: number, toLat: number]

/** A part of a zone. */
export interface Area {
  readonly zone: number
  readonly edges: readonly Edge[]
}

export interface BoundaryMap {
  /** By their numbers; 0 is the sea. */
  readonly zones: readonly (string | null)[]
  /** What lies in a quarter of quarters, each 0 to 3: one zone, smaller quarters, or areas. */
  readonly kindOf: (quarter: string) => number | 'quarters' | 'areas'
  readonly areasOf: (quarter: string) => readonly Area[]
  /** The first zone that geo-tz names for a point. */
  readonly find: (lat: number, lon: number) => string
}

type Quarter = readonly number[] | { readonly pos: number; readonly len: number } | Quarters
interface Quarters {
  readonly [letter: string]: Quarter
}
interface Feature {
  readonly properties: { readonly tzid: string }
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
    | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] }
}
type Ring = readonly (readonly [lon: number, lat: number])[]

/** geo-tz's letters of south-west, south-east, north-west, north-east. */
const letters = 'cdba'

export function openBoundaries(): BoundaryMap {
  const load = createRequire(import.meta.url)
  const timeZones = load('geo-tz/all') as { find: (lat: number, lon: number) => readonly string[] }
  const { decode } = load('geobuf') as { decode: (pbf: unknown) => { features: readonly Feature[] } }
  const Pbf = load('pbf') as new (bytes: Uint8Array) => unknown
  const data = join(dirname(load.resolve('geo-tz/all')), '../data')
  const index = JSON.parse(readFileSync(join(data, 'timezones.geojson.index.json'), 'utf8')) as {
    readonly timezones: readonly string[]
    readonly lookup: Quarters
  }
  const zones = [null, ...index.timezones]
  const numbers = new Map(zones.map((zone, number) => [zone, number]))
  const at = (quarter: string): Quarter | undefined =>
    [...quarter].reduce<Quarter | undefined>(
      (within, digit) => (within as Quarters | undefined)?.[letters[Number(digit)] ?? ''],
      index.lookup
    )
  const file = openSync(join(data, 'timezones.geojson.geo.dat'), 'r')
  process.once('exit', () => closeSync(file))
  return {
    zones,
    kindOf(quarter) {
      const found = at(quarter)
      if (found === undefined) return 0
      if (Array.isArray(found)) return 1 + Number(found[0])
      return 'pos' in found ? 'areas' : 'quarters'
    },
    areasOf(quarter) {
      const { pos, len } = at(quarter) as { readonly pos: number; readonly len: number }
      const bytes = Buffer.alloc(len)
      readSync(file, bytes, 0, len, pos)
      return decode(new Pbf(bytes)).features.map(({ properties, geometry }) => ({
        zone: numbers.get(properties.tzid) ?? 0,
        edges: (geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()).flatMap(
          edgesOf
        )
      }))
    },
    find: (lat, lon) => timeZones.find(lat, lon)[0] ?? ''
  }
}

/** The area in which a point lies, the first where they overlap; 0 where none does. */
export function zoneIn(areas: readonly Area[], lat: number, lon: number): number {
  return (
    areas.find(({ edges }) => edges.filter((edge) => isCrossed(edge, lat, lon)).length % 2 === 1)?.zone ?? 0
  )
}

/** Whether a line from a point to the east meets an edge. */
function isCrossed([fromLon, fromLat, toLon, toLat]: Edge, lat: number, lon: number): boolean {
  if (fromLat > lat === toLat > lat) return false
  return lon < fromLon + ((lat - fromLat) / (toLat - fromLat)) * (toLon - fromLon)
}

/** Whether an edge passes through a box, of which a hair along its sides does not count: pieces are cut there. */
export function passes([fromLon, fromLat, toLon, toLat]: Edge, box: Box): boolean {
  const hair = 3e-6
  const west = box.west + hair
  const east = box.east - hair
  const south = box.south + hair
  const north = box.north - hair
  if (Math.max(fromLon, toLon) < west || Math.min(fromLon, toLon) > east) return false
  if (Math.max(fromLat, toLat) < south || Math.min(fromLat, toLat) > north) return false
  const side = (lon: number, lat: number): number =>
    Math.sign((toLon - fromLon) * (lat - fromLat) - (toLat - fromLat) * (lon - fromLon))
  const sides = [side(west, south), side(east, south), side(west, north), side(east, north)]
  return Math.min(...sides) <= 0 && Math.max(...sides) >= 0
}

function edgesOf(ring: Ring): readonly Edge[] {
  return ring.slice(1).map(([lon, lat], index) => {
    const [fromLon, fromLat] = ring[index] ?? [lon, lat]
    return [fromLon, fromLat, lon, lat] as const
  })
}
