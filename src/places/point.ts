import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { type LatLon, type Place, type Point, type Position, pointKey, pointOf } from '../weather/point.ts'
import type { Gazetteer, NearPlace } from './gazetteer.ts'

/* The map of the world's time zones: a tree of quarters of the Earth, made by `npm run zones`. */

/** Half of the map's height and width [°]: the poles and the date line themselves lie just outside. */
export const mapEdge = { lat: 89.9999, lon: 179.9999 } as const

/** A byte of the tree that says: four quarters follow, south-west, south-east, north-west, north-east. */
export const split = 0
/** Room for the quarters that wait at 40 levels. */
const deepest = 128
/** The largest byte: the rank continues in the next one. */
export const longRank = 255

const file = new URL('./table/time-zones.br', import.meta.url)
const unpack = promisify(brotliDecompress)

/** The zone at a point [° north, ° east] by its IANA name, or null at sea. */
type ZoneMap = (lat: number, lon: number) => string | null

export async function readZoneMap(from: URL = file): Promise<ZoneMap> {
  const content = await unpack(await readFile(from))
  const head = content.indexOf('\n')
  // Zone 0 is the sea.
  const zones = [null, ...content.toString('latin1', 0, head).split(' ')]
  const quarters = readQuarters(content.subarray(head + 1), zones.length)
  return (lat, lon) => zones[-1 - find(quarters, lat, lon)] ?? null
}

function find(quarters: Int32Array, lat: number, lon: number): number {
  let south: number = -mapEdge.lat
  let north: number = mapEdge.lat
  let west: number = -mapEdge.lon
  let east: number = mapEdge.lon
  let node = 0
  while (node >= 0) {
    const middleLat = (south + north) / 2
    const middleLon = (west + east) / 2
    const isNorth = lat >= middleLat
    const isEast = lon >= middleLon
    if (isNorth) south = middleLat
    else north = middleLat
    if (isEast) west = middleLon
    else east = middleLon
    node = quarters[4 * node + (isNorth ? 2 : 0) + (isEast ? 1 : 0)] ?? -1
  }
  return node
}

/**
 * Four numbers a node: a child, or −1 − zone; a zone is its rank among those read last, as neighbours are mostly of the
 * same two.
 */
function readQuarters(tree: Uint8Array, zones: number): Int32Array {
  const quarters = new Int32Array(4 * splitsIn(tree))
  const recent = Uint16Array.from({ length: zones }, (_, zone) => zone)
  // Places in `quarters` whose bytes are still to come, the next one last; that of the root is written again later.
  const open = new Int32Array(deepest)
  let waiting = 1
  let nodes = 0
  for (let at = 0; at < tree.length; at++) {
    const byte = tree[at] ?? split
    const place = open[--waiting] ?? 0
    if (byte === split) {
      quarters[place] = nodes
      for (let quarter = 3; quarter >= 0; quarter--) open[waiting++] = 4 * nodes + quarter
      nodes++
    } else {
      const rank = byte === longRank ? longRank - 2 + (tree[++at] ?? 0) : byte - 1
      quarters[place] = -1 - (rank === 0 ? (recent[0] ?? 0) : take(recent, rank))
    }
  }
  return quarters
}

function splitsIn(tree: Uint8Array): number {
  let count = 0
  for (let at = 0; at < tree.length; at++) if (tree[at] === split) count++
  return count
}

export function take(recent: Uint16Array, rank: number): number {
  const zone = recent[rank] ?? 0
  for (let later = rank; later > 0; later--) recent[later] = recent[later - 1] ?? 0
  recent[0] = zone
  return zone
}

/** The time zone of a point in degrees: an IANA id, `Etc/GMT±n` on the open sea. */
export type TimeZoneAt = (lat: number, lon: number) => string

/** A bare point this near to a named place goes by the place's name [km]. */
const nameReachKm = 3

/**
 * One map for the process: 50 ms and 10 MB, for the first bare point; named places carry their zone. Zones that
 * differed before 1970 are separate: Reykjavik is not Abidjan.
 */
export function openTimeZones(): Promise<TimeZoneAt> {
  opened ??= readTimeZones()
  return opened
}

let opened: Promise<TimeZoneAt> | null = null

async function readTimeZones(): Promise<TimeZoneAt> {
  const zoneAt = await readZoneMap()
  return (lat, lon) => zoneAt(lat, lon) ?? nauticalZone(lon)
}

/** The zone of the open sea at a longitude: 15° wide, named with the reversed sign of `Etc/` (UTC+3 is `Etc/GMT-3`). */
export function nauticalZone(lon: number): string {
  const hoursEast = Math.round(lon / 15)
  return hoursEast === 0 ? 'Etc/GMT' : `Etc/GMT${hoursEast > 0 ? '-' : '+'}${Math.abs(hoursEast)}`
}

/** Rounds degrees to 3 decimals, half away from zero, without "−0"; −180 becomes 180. */
export function roundPoint(lat: number, lon: number): LatLon {
  const east = roundDegrees(lon)
  return { lat: roundDegrees(lat), lon: east === -180 ? 180 : east }
}

// Going by the decimal digits: 1.0005 is a hair under itself in binary and must still become 1.001.
function roundDegrees(degrees: number): number {
  const thousandths = Math.round(Number(`${Math.abs(degrees).toFixed(12)}e3`))
  return (Math.sign(degrees) * thousandths) / 1000 + 0
}

/** Coordinates that `roundPoint` has rounded, and the elevation that was asked for [whole m]; null: none was. */
export interface AskedPoint extends LatLon {
  readonly elevation?: number | null
}

/** The elevations of the Earth's ground [m]. */
export const elevationLimits = { minimum: -430, maximum: 9000 } as const

/**
 * With its zone. Exactly at a named place, without or with its elevation, it is that place, height and all: one point,
 * one forecast. Elsewhere the elevation asked for, or null: a source's own terrain beats a guess.
 */
export async function pointAt(
  at: AskedPoint,
  gazetteer: Pick<Gazetteer, 'near'>,
  timeZones: () => Promise<TimeZoneAt> = openTimeZones
): Promise<{ readonly point: Point; readonly place: Place | null; readonly nearest: NearPlace | null }> {
  const nearest = gazetteer.near(at.lat, at.lon)
  const place = nameOf(nearest)
  const isThere = place !== null && place.lat === at.lat && place.lon === at.lon
  const isPlace = isThere && (at.elevation == null || at.elevation === place.elevation)
  const point = isPlace
    ? pointOf(place)
    : pointOf(await bareAt(at, place, timeZones), pointKey(at, at.elevation))
  return { point, place, nearest }
}

// Within 3 km of a named place its zone, so that point and name keep the same days; elsewhere the map's.
async function bareAt(
  { lat, lon, elevation = null }: AskedPoint,
  place: Place | null,
  timeZones: () => Promise<TimeZoneAt>
): Promise<Position> {
  const timezone = place === null ? (await timeZones())(lat, lon) : place.timezone
  return { lat, lon, timezone, elevation }
}

/** Whether a key is exactly the point of a named place, with no other elevation. */
export function isNamedPoint(key: string, gazetteer: Pick<Gazetteer, 'isAt'>): boolean {
  const [lat = Number.NaN, lon = Number.NaN, elevation] = key.split(',').map(Number)
  return elevation === undefined && gazetteer.isAt(lat, lon)
}

function nameOf(nearest: NearPlace | null): Place | null {
  return nearest !== null && nearest.distanceKm <= nameReachKm ? nearest.place : null
}
