/** Coordinates as people write them: decimal degrees, degrees with minutes and seconds, `geo:` addresses, map links. */
import type { LatLon } from '../weather/point.ts'
import { pointOfAddress } from './map-links.ts'
import { openTimeZones } from './point.ts'
import { type Angle, type CoordinatesFault, readAngles } from './written-angles.ts'

type ReadCoordinates =
  | ({ readonly kind: 'point' } & LatLon)
  | { readonly kind: 'refused'; readonly fault: CoordinatesFault }
  | { readonly kind: 'none' }

/** A pasted link may be long. */
const longestCoordinates = 2000
/** What is no link is two angles with their words. */
const longestPair = 200

/** Whether a point [°] lies in Türkiye. */
type IsHome = (lat: number, lon: number) => boolean

/** Türkiye with its seas [°]. */
const home = { south: 35.5, north: 42.5, west: 25, east: 45.5 }

/** May open the map of time zones, whose borders include coastal waters. */
export async function readPoint(text: string): Promise<ReadCoordinates> {
  const read = readCoordinates(text)
  const isInDoubt = read.kind === 'point' ? isInBox(read.lat, read.lon) : isRefusedFor(read, 'order')
  if (!isInDoubt) return read
  const zoneAt = await openTimeZones()
  return readCoordinates(text, (lat, lon) => isInBox(lat, lon) && zoneAt(lat, lon) === 'Europe/Istanbul')
}

/** Never a guess between two readings. @param isHome In doubt where a bare pair lies there only the other way round */
export function readCoordinates(text: string, isHome: IsHome = isInBox): ReadCoordinates {
  const written = text.slice(0, longestCoordinates).trim()
  const address = addressIn(written)
  if (address !== null) return ofAddress(address, isHome)
  return written.length > longestPair ? { kind: 'none' } : ofText(written, isHome)
}

/** The first address of a text, up to the next blank. */
function addressIn(text: string): string | null {
  for (const word of text.split(/\s+/)) {
    const starts = [word.search(/https?:\/\/|geo:|(?:www|maps)\.[a-z]/i), hostBeforeSlash(word)]
    const start = Math.min(...starts.filter((at) => at >= 0))
    if (Number.isFinite(start)) return word.slice(start)
  }
  return null
}

/** Where something like `example.org/` begins in a word; -1 where nothing does. */
function hostBeforeSlash(word: string): number {
  let at = 0
  for (const part of word.split('/').slice(0, -1)) {
    const before = /^.*[^a-z.-]/is.exec(part)?.[0].length ?? 0
    if (/[a-z-]\.[a-z]/i.test(part.slice(before))) return at + before
    at += part.length + '/'.length
  }
  return -1
}

function ofAddress(address: string, isHome: IsHome): ReadCoordinates {
  const found = pointOfAddress(address)
  if (found.kind === 'refused') return found
  if (found.kind === 'text') {
    const read = ofText(found.text, isHome)
    return read.kind === 'none' ? refused('no_point') : read
  }
  return inBounds(found.lat, found.lon)
}

function ofText(written: string, isHome: IsHome): ReadCoordinates {
  const angles = readAngles(written)
  if (angles === null) return { kind: 'none' }
  if (typeof angles === 'string') return refused(angles)
  const [first, second] = angles
  if (first.axis === null && second.axis === null) return ofBarePair(first, second, isHome)
  if (first.axis === second.axis || first.axis === null || second.axis === null) return refused('order')
  const [lat, lon] = first.axis === 'lat' ? [first, second] : [second, first]
  return inBounds(lat.degrees, lon.degrees)
}

/** Latitude first, as everywhere but in GeoJSON. */
function ofBarePair(lat: Angle, lon: Angle, isHome: IsHome): ReadCoordinates {
  if (!lat.isPrecise || !lon.isPrecise) return refused('too_coarse')
  const isReversed = !isHome(lat.degrees, lon.degrees) && isHome(lon.degrees, lat.degrees)
  if (isReversed || (Math.abs(lat.degrees) > 90 && Math.abs(lon.degrees) <= 90)) return refused('order')
  return inBounds(lat.degrees, lon.degrees)
}

function isRefusedFor(read: ReadCoordinates, fault: CoordinatesFault): boolean {
  return read.kind === 'refused' && read.fault === fault
}

function isInBox(lat: number, lon: number): boolean {
  return lat >= home.south && lat <= home.north && lon >= home.west && lon <= home.east
}

function inBounds(lat: number, lon: number): ReadCoordinates {
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  return isOnEarth ? { kind: 'point', lat, lon } : refused('out_of_bounds')
}

function refused(fault: CoordinatesFault): ReadCoordinates {
  return { kind: 'refused', fault }
}
