/** Coordinates as people write them: decimal degrees, degrees with minutes and seconds, `geo:` addresses, map links. */
import type { CoordinatesFault } from './coordinates-fault.ts'
import type { LatLon } from './distance.ts'
import { pointOfAddress } from './map-links.ts'
import { type Angle, readAngles } from './written-angles.ts'

export type ReadCoordinates =
  | ({ readonly kind: 'point' } & LatLon)
  | { readonly kind: 'refused'; readonly fault: CoordinatesFault }
  /** The text is something else: a name. */
  | { readonly kind: 'none' }

/** A pasted link may be long. */
const longestCoordinates = 2000

/** Türkiye with its seas [°]; a bare pair that lies in it only the other way round is in doubt. */
const home = { south: 35.5, north: 42.5, west: 25, east: 45.5 }

/** The point of a text; never a guess where a text has two readings. */
export function readCoordinates(text: string): ReadCoordinates {
  const written = text.slice(0, longestCoordinates).trim()
  const address = /(?:https?:\/\/|geo:|(?:www\.|maps\.)[a-z]|[a-z-]+\.[a-z.]+\/)\S*/i.exec(written)?.[0]
  if (address !== undefined) return ofAddress(address)
  return ofText(written)
}

function ofAddress(address: string): ReadCoordinates {
  const found = pointOfAddress(address)
  if (found.kind === 'refused') return found
  if (found.kind === 'text') {
    const read = ofText(found.text)
    return read.kind === 'none' ? refused('no_point') : read
  }
  return inBounds(found.lat, found.lon)
}

function ofText(written: string): ReadCoordinates {
  const angles = readAngles(written)
  if (angles === null) return { kind: 'none' }
  if (typeof angles === 'string') return refused(angles)
  const [first, second] = angles
  if (first.axis === null && second.axis === null) return ofBarePair(first, second)
  if (first.axis === second.axis || first.axis === null || second.axis === null) return refused('order')
  const [lat, lon] = first.axis === 'lat' ? [first, second] : [second, first]
  return inBounds(lat.degrees, lon.degrees)
}

/** Latitude first, as everywhere but in GeoJSON. */
function ofBarePair(lat: Angle, lon: Angle): ReadCoordinates {
  if (!lat.isPrecise || !lon.isPrecise) return refused('too_coarse')
  const isReversed = !isHome(lat.degrees, lon.degrees) && isHome(lon.degrees, lat.degrees)
  if (isReversed || (Math.abs(lat.degrees) > 90 && Math.abs(lon.degrees) <= 90)) return refused('order')
  return inBounds(lat.degrees, lon.degrees)
}

function isHome(lat: number, lon: number): boolean {
  return lat >= home.south && lat <= home.north && lon >= home.west && lon <= home.east
}

function inBounds(lat: number, lon: number): ReadCoordinates {
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  return isOnEarth ? { kind: 'point', lat, lon } : refused('out_of_bounds')
}

function refused(fault: CoordinatesFault): ReadCoordinates {
  return { kind: 'refused', fault }
}
