/** The point of a `geo:` address (RFC 5870) or of a map's own long link; no link is ever opened. */
import type { LatLon } from '../weather/point.ts'
import type { CoordinatesFault } from './written-angles.ts'

type AddressedPoint =
  | ({ readonly kind: 'point' } & LatLon)
  /** Something that was searched for: perhaps coordinates. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly fault: CoordinatesFault }

const number = /^[-+]?\d{1,3}(?:\.\d+)?$/

/** Their target is known only to the service that made them. */
const shortLinks =
  /^(?:maps\.app\.goo\.gl|goo\.gl|g\.co|binged\.it|maps\.apple|w3w\.co|what3words\.com|bit\.ly|t\.co|tinyurl\.com)$/

export function pointOfAddress(address: string): AddressedPoint {
  if (/^geo:/i.test(address)) return ofGeo(address.slice('geo:'.length))
  const url = urlOf(address)
  if (url === null) return refused('no_point')
  const host = url.hostname.replace(/^(?:www|m)\./, '')
  if (shortLinks.test(host)) return refused('short_link')
  const map = maps.find(({ of }) => of.test(host))
  return map === undefined ? refused('no_point') : map.read(url)
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
  if (crs !== undefined && crs.toLowerCase() !== 'wgs84') return refused('no_point')
  const searched = new URLSearchParams(query).get('q')
  if (searched !== null) return { kind: 'text', text: searched.replace(/\([^()]*\)$/, '') }
  return latFirst(path, /[,;]/)
}

/** The pin, then what was searched for, then the middle of the map, which beside a name is only the screen's. */
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
  if (path.startsWith('/maps/dir')) return refused('no_point')
  const pins = [...path.matchAll(/!3d([^!?/]+)!4d([^!?/]+)/g)]
  if (pins.length > 1) return refused('no_point')
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
  if (middle < 0) return refused('no_point')
  return named === undefined ? latFirst(path.slice(middle + '/@'.length)) : refused('no_pin')
}

/** Whether the letters of a text with two numbers are at most those of two sides. */
function isPairOfAngles(text: string): boolean {
  return /\d\D+\d/.test(text) && /^[nsewkgdb]{0,2}$/i.test(text.replace(/[^a-z]+/gi, ''))
}

function ofOpenStreetMap({ pathname, searchParams, hash }: URL): AddressedPoint {
  if (pathname.startsWith('/go/')) return refused('short_link')
  const [lat, lon] = [searchParams.get('mlat'), searchParams.get('mlon')]
  if (lat !== null && lon !== null) return point(lat, lon)
  const middle = /map=\d+(?:\.\d+)?\/([^&]*)/.exec(hash)?.[1]
  if (middle === undefined) return refused('no_point')
  const isOfThing = /^\/(?:node|way|relation|note|search|directions)\b/.test(pathname)
  return isOfThing ? refused('no_pin') : latFirst(middle, /\//)
}

function ofApple({ pathname, searchParams }: URL): AddressedPoint {
  if (pathname.startsWith('/p/')) return refused('short_link')
  for (const name of ['coordinate', 'll', 'q', 'daddr']) {
    const value = searchParams.get(name)
    const found = value === null ? null : latFirst(value)
    if (found?.kind === 'point') return found
  }
  const middle = searchParams.get('center')
  if (middle === null) return refused('no_point')
  const isOfThing = ['q', 'query', 'address', 'daddr', 'place-id'].some((name) => searchParams.has(name))
  return isOfThing ? refused('no_pin') : latFirst(middle)
}

/** Yandex writes the longitude first, but in what was searched for. */
function ofYandex({ pathname, searchParams }: URL): AddressedPoint {
  if (/\/-\//.test(pathname)) return refused('short_link')
  const pin = ['whatshere[point]', 'poi[point]', 'pt']
    .map((name) => searchParams.get(name))
    .find((value) => value !== null)
  if (pin !== undefined && pin !== null) return lonFirst(pin)
  const text = searchParams.get('text')
  if (text !== null) return { kind: 'text', text }
  const middle = searchParams.get('ll')
  if (middle === null) return refused('no_point')
  return /\/(?:org|geo|house)\//.test(pathname) ? refused('no_pin') : lonFirst(middle)
}

/** Several markers are separated by a tilde. */
function lonFirst(text: string): AddressedPoint {
  const [lon = '', lat = ''] = text.split(',')
  return point(lat.trim(), lon.trim())
}

function ofBing({ searchParams }: URL): AddressedPoint {
  const pin = searchParams.get('sp')
  if (pin !== null) {
    return pin.includes('~') ? refused('no_point') : latFirst(pin.replace(/^point\./, ''), /_/)
  }
  const searched = searchParams.get('where1') ?? searchParams.get('q')
  if (searched !== null) return { kind: 'text', text: searched }
  const middle = searchParams.get('cp')
  return middle === null ? refused('no_point') : latFirst(middle, /~/)
}

/** What follows the two numbers is a height or the map's scale. */
function latFirst(text: string, separator = /,/): AddressedPoint {
  const [lat = '', lon = ''] = text.split(separator)
  return point(lat.trim(), lon.trim())
}

function point(lat = '', lon = ''): AddressedPoint {
  const areNumbers = number.test(lat) && number.test(lon)
  return areNumbers ? { kind: 'point', lat: Number(lat), lon: Number(lon) } : refused('no_point')
}

/** Percent signs that encode nothing stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function refused(fault: CoordinatesFault): AddressedPoint {
  return { kind: 'refused', fault }
}
