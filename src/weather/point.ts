/** A place on Earth, as every room knows it. */

export interface LatLon {
  /** Degrees north, −90…90. */
  readonly lat: number
  /** Degrees east, −180 < lon ≤ 180. */
  readonly lon: number
}

export interface GroundPoint extends LatLon {
  /** Metres above mean sea level; null where only the provider's own terrain is known. */
  readonly elevation: number | null
}

/** Coordinates rounded once to 3 decimals (110 m), the time zone there, and the height if known. */
export interface Position extends GroundPoint {
  /** IANA time zone id; `Etc/…` on the open sea. */
  readonly timezone: string
  /** The elevation was asked for and is not that of a named place: it is part of the key. */
  readonly isElevationGiven?: boolean
  /** A field as its subscriber is shown it; see `ownPoint`. */
  readonly isOwn?: boolean
}

export interface Point extends Position {
  readonly key: string
}

/** A row of the committed table. */
export interface Place extends Position {
  /** Never changes: `^[a-z0-9]+(-[a-z0-9]+)*$`, ≤ 64 characters. */
  readonly slug: string
  /** In the place's own spelling, for example `Iğdır`. */
  readonly name: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** The first-level division's name, or null. */
  readonly region: string | null
  readonly population: number
  readonly kind: 'province' | 'district' | 'place'
}

/** Upstream and in caches: 3 decimals, never "-0", and the elevation asked for [whole m] where it is another. */
export function pointKey(point: LatLon, elevation?: number | null): string {
  const at = `${plain(point.lat)},${plain(point.lon)}`
  return elevation == null ? at : `${at},${elevation}`
}

/** The point of a position, such as a named place's; `key` spares computing it again where it is known. */
export function pointOf(position: Position, key: string = keyOf(position)): Point {
  const { lat, lon, timezone, elevation } = position
  return { key, lat, lon, timezone, elevation }
}

function keyOf(position: Position): string {
  const key = pointKey(position, position.isElevationGiven === true ? position.elevation : null)
  return position.isOwn === true ? key + ownMark : key
}

const ownMark = ' own'

/** A field's point as its subscriber sees it; its forecasts are fetched and stored apart from everyone else's. */
export function ownPoint(point: Point): Point {
  return isOwn(point) ? point : { ...point, key: point.key + ownMark }
}

/** A position as anyone is shown it. */
export function asAnyone<Known extends Position>(position: Known): Known {
  return { ...position, isOwn: false }
}

export function isOwn({ key }: Pick<Point, 'key'>): boolean {
  return key.endsWith(ownMark)
}

/** The key of a point in the record: that of a field has what its subscriber is shown. */
export function recordKey({ key }: Pick<Point, 'key'>): string {
  return isOwn({ key }) ? key.slice(0, -ownMark.length) : key
}

const measuredMark = ' measured'

/** The key in the record of what anyone is shown of an unnamed point, where someone measures. */
export function measuredKey(key: string): string {
  return key + measuredMark
}

/** The key of the point that `measuredKey` was made of; null for any other. */
export function measuredPointKey(key: string): string | null {
  return key.endsWith(measuredMark) ? key.slice(0, -measuredMark.length) : null
}

function plain(degrees: number): string {
  return (Math.round(degrees * 1000) / 1000 + 0).toFixed(3)
}
