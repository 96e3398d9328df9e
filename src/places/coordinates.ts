/** Coordinates as people write them: decimal degrees, degrees with minutes and seconds, `geo:` addresses, map links. */
import type { LatLon } from '../weather/point.ts'
import { maximumSlugLength } from './folding.ts'
import { openTimeZones } from './point.ts'
import { type Angle, type CoordinatesFault, readAngles } from './written-angles.ts'

/** @param near the places that may be meant, best first */
export function unknownPlaceDetail(written: string, near: readonly { readonly slug: string }[]): string {
  const shown = written.slice(0, maximumSlugLength).replace(/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu, '�')
  const search = 'Search places at /locations?q=.'
  const alone = written.toLowerCase() === 'merkez' ? 'Name its province, such as "malatya-merkez". ' : ''
  const hint = near[0] === undefined ? alone + search : `Did you mean "${near[0].slug}"?`
  return `No place has the slug "${shown}".${coordinatesHint(written)} ${hint}`
}

/** What to do with coordinates where a name belongs, as a sentence after a blank; empty for other texts. */
export function coordinatesHint(written: string): string {
  const read = readCoordinates(written)
  if (read.kind === 'none') return ''
  const [lat, lon] = read.kind === 'point' ? [read.lat, read.lon].map((one) => Number(one.toFixed(3))) : []
  return ` Coordinates go into two parameters${lat === undefined ? '' : `: lat=${lat}&lon=${lon}`}.`
}

/** The point of a `geo:` address (RFC 5870) or of a map's own long link; no link is ever opened. */
type AddressedPoint =
  | ({ readonly kind: 'point' } & LatLon)
  /** A text that was searched for, which may be coordinates. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly fault: CoordinatesFault }

const number = /^[-+]?\d{1,3}(?:\.\d+)?$/

/** Links whose target only the service knows that made them. */
const shortLinks =
  /^(?:maps\.app\.goo\.gl|goo\.gl|g\.co|binged\.it|maps\.apple|w3w\.co|what3words\.com|bit\.ly|t\.co|tinyurl\.com)$/

function pointOfAddress(address: string): AddressedPoint {
  if (/^geo:/i.test(address)) return ofGeo(address.slice('geo:'.length))
  const url = urlOf(address)
  if (url === null) return refusedLink('no_point')
  const host = url.hostname.replace(/^(?:www|m)\./, '')
  if (shortLinks.test(host)) return refusedLink('short_link')
  const map = maps.find(({ of }) => of.test(host))
  return map === undefined ? refusedLink('no_point') : map.read(url)
}

function urlOf(address: string): URL | null {
  try {
    return new URL(/^https?:/i.test(address) ? address : `https://${address}`)
  } catch {
    return null
  }
}

/** `geo:38.355,38.310;u=35`; Android writes `geo:0,0?q=38.355,38.310(name)`. */
function ofGeo(rest: string): AddressedPoint {
  const [path = '', query = ''] = rest.split('?')
  const crs = /;crs=([^;]*)/i.exec(path)?.[1]
  if (crs !== undefined && crs.toLowerCase() !== 'wgs84') return refusedLink('no_point')
  const searched = new URLSearchParams(query).get('q')
  if (searched !== null) return { kind: 'text', text: searched.replace(/\([^()]*\)$/, '') }
  return latFirst(path, /[,;]/)
}

/** The pin, then what was searched for, then the middle of the map, which next to a name is only the screen's. */
const maps: readonly { readonly of: RegExp; readonly read: (url: URL) => AddressedPoint }[] = [
  { of: /^(?:maps\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/, read: ofGoogle },
  { of: /^(?:openstreetmap\.org|osm\.org)$/, read: ofOpenStreetMap },
  { of: /^maps\.apple\.com$/, read: ofApple },
  { of: /^(?:maps\.)?yandex\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/, read: ofYandex },
  { of: /^bing\.com$/, read: ofBing }
]

function ofGoogle(url: URL): AddressedPoint {
  const { pathname, searchParams } = url
  const path = decoded(pathname)
  if (path.startsWith('/maps/dir')) return refusedLink('no_point')
  const pins = [...path.matchAll(/!3d([^!?/]+)!4d([^!?/]+)/g)]
  if (pins.length > 1) return refusedLink('no_point')
  const [pin] = pins
  if (pin !== undefined) return point(pin[1], pin[2])
  const searched = ['q', 'query', 'destination', 'daddr', 'll', 'center']
    .map((name) => searchParams.get(name))
    .find((value) => value !== null)
  if (searched !== undefined && searched !== null) {
    return { kind: 'text', text: searched.replace(/^loc:/, '').replace(/\([^()]*\)$/, '') }
  }
  const named = /^\/maps\/(?:place|search)\/([^/@]+)/.exec(path)?.[1]?.replaceAll('+', ' ')
  if (named !== undefined && isPairOfAngles(named)) return { kind: 'text', text: named }
  const middle = path.indexOf('/@')
  if (middle < 0) return refusedLink('no_point')
  return named === undefined ? latFirst(path.slice(middle + '/@'.length)) : refusedLink('no_pin')
}

/** Whether the letters of a text with two numbers are at most those of two sides. */
function isPairOfAngles(text: string): boolean {
  return /\d\D+\d/.test(text) && /^[nsewkgdb]{0,2}$/i.test(text.replace(/[^a-z]+/gi, ''))
}

function ofOpenStreetMap({ pathname, searchParams, hash }: URL): AddressedPoint {
  if (pathname.startsWith('/go/')) return refusedLink('short_link')
  const [lat, lon] = [searchParams.get('mlat'), searchParams.get('mlon')]
  if (lat !== null && lon !== null) return point(lat, lon)
  const middle = /map=\d+(?:\.\d+)?\/([^&]*)/.exec(hash)?.[1]
  if (middle === undefined) return refusedLink('no_point')
  const isOfThing = /^\/(?:node|way|relation|note|search|directions)\b/.test(pathname)
  return isOfThing ? refusedLink('no_pin') : latFirst(middle, /\//)
}

function ofApple({ pathname, searchParams }: URL): AddressedPoint {
  if (pathname.startsWith('/p/')) return refusedLink('short_link')
  for (const name of ['coordinate', 'll', 'q', 'daddr']) {
    const value = searchParams.get(name)
    const found = value === null ? null : latFirst(value)
    if (found?.kind === 'point') return found
  }
  const middle = searchParams.get('center')
  if (middle === null) return refusedLink('no_point')
  const isOfThing = ['q', 'query', 'address', 'daddr', 'place-id'].some((name) => searchParams.has(name))
  return isOfThing ? refusedLink('no_pin') : latFirst(middle)
}

/** Yandex writes the longitude first, except in search texts. */
function ofYandex({ pathname, searchParams }: URL): AddressedPoint {
  if (/\/-\//.test(pathname)) return refusedLink('short_link')
  const pin = ['whatshere[point]', 'poi[point]', 'pt']
    .map((name) => searchParams.get(name))
    .find((value) => value !== null)
  if (pin !== undefined && pin !== null) return lonFirst(pin)
  const text = searchParams.get('text')
  if (text !== null) return { kind: 'text', text }
  const middle = searchParams.get('ll')
  if (middle === null) return refusedLink('no_point')
  return /\/(?:org|geo|house)\//.test(pathname) ? refusedLink('no_pin') : lonFirst(middle)
}

/** Several markers are separated by a tilde. */
function lonFirst(text: string): AddressedPoint {
  const [lon = '', lat = ''] = text.split(',')
  return point(lat.trim(), lon.trim())
}

function ofBing({ searchParams }: URL): AddressedPoint {
  const pin = searchParams.get('sp')
  if (pin !== null) {
    return pin.includes('~') ? refusedLink('no_point') : latFirst(pin.replace(/^point\./, ''), /_/)
  }
  const searched = searchParams.get('where1') ?? searchParams.get('q')
  if (searched !== null) return { kind: 'text', text: searched }
  const middle = searchParams.get('cp')
  return middle === null ? refusedLink('no_point') : latFirst(middle, /~/)
}

/** What follows the two numbers is a height or the map's scale. */
function latFirst(text: string, separator = /,/): AddressedPoint {
  const [lat = '', lon = ''] = text.split(separator)
  return point(lat.trim(), lon.trim())
}

function point(lat = '', lon = ''): AddressedPoint {
  const areNumbers = number.test(lat) && number.test(lon)
  return areNumbers ? { kind: 'point', lat: Number(lat), lon: Number(lon) } : refusedLink('no_point')
}

/** Percent signs that encode nothing stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function refusedLink(fault: CoordinatesFault): AddressedPoint {
  return { kind: 'refused', fault }
}

type ReadCoordinates =
  | ({ readonly kind: 'point' } & LatLon)
  | { readonly kind: 'refused'; readonly fault: CoordinatesFault }
  | { readonly kind: 'none' }

/** A pasted link may be long. */
const longestCoordinates = 2000
/** What is not a link is two angles with their words. */
const longestPair = 200

/** Whether a point [°] lies in Türkiye. */
type IsHome = (lat: number, lon: number) => boolean

/** Türkiye with its seas [°]. */
const home = { south: 35.5, north: 42.5, west: 25, east: 45.5 }

/** May open the map of time zones, whose borders include coastal waters. */
export async function readPoint(text: string): Promise<ReadCoordinates> {
  const read = readCoordinates(text)
  const isInDoubt =
    read.kind === 'point'
      ? isInBox(read.lat, read.lon)
      : read.kind === 'refused' && ['order', 'marks'].includes(read.fault)
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

/** `984P+MH`, `37S DB 12345 67890`, `37 S 434567 4245678`, `///a.b.c`: next to a town’s name they are not the town. */
const grids =
  /(?:^|\s)(?:[2-9cfghjmpqrvwx]{4}){1,2}\+[2-9cfghjmpqrvwx]{2,3}(?:[\s,]|$)|^\d{1,2} ?[c-x] ?[a-z]{2} ?\d{2,5} ?\d{2,5}$|(?:^|[^\d.,])\d{6,7}(?:[.,]\d{1,9})?[\s,;]{1,9}\d{6,7}(?:[.,\s]|$)|^\/\/\/\S/i

/** Two numbers with decimals are no name. */
const twoDecimals = /\d[.,]\d\d.*\d[.,]\d\d/s

function ofText(written: string, isHome: IsHome): ReadCoordinates {
  if (grids.test(written)) return refused('grid')
  const angles = readAngles(written)
  if (angles === null) return twoDecimals.test(written) ? refused('marks') : { kind: 'none' }
  if (typeof angles === 'string') return refused(angles)
  const [first, second] = angles
  if (first.axis === null && second.axis === null) return ofBarePair(first, second, isHome)
  if (first.axis === second.axis || first.axis === null || second.axis === null) return refused('order')
  const [lat, lon] = first.axis === 'lat' ? [first, second] : [second, first]
  return inBounds(lat.degrees, lon.degrees)
}

/** Latitude first, as everywhere but in GeoJSON. */
function ofBarePair(lat: Angle, lon: Angle, isHome: IsHome): ReadCoordinates {
  const bounded = inBounds(lat.degrees, lon.degrees)
  if (!lat.isPrecise || !lon.isPrecise)
    return Math.max(lat.degrees, lon.degrees) > 180 ? bounded : refused('too_coarse')
  const isSplit = isHome(lat.degrees, Math.abs(lon.degrees)) === lon.degrees < 0
  if (lon.isAfterDash && isSplit) return refused('marks')
  const isReversed = !isHome(lat.degrees, lon.degrees) && isHome(lon.degrees, lat.degrees)
  if (isReversed || (Math.abs(lat.degrees) > 90 && Math.abs(lon.degrees) <= 90)) return refused('order')
  return bounded
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
