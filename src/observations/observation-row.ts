/** One night's measurement as it was sent, and what is wrong with it. */
import { zoneClock } from '../weather/zone-clock.ts'
import type { MinimumKind } from './ports.ts'

/** A row whose members have their types; a location or a point, not both. */
export interface ObservationRow {
  readonly place:
    | { readonly location: string }
    | { readonly lat: number; readonly lon: number; readonly elevation: number | null }
  /** The morning that ends the night. */
  readonly date: string
  readonly kind: MinimumKind
  readonly minimumC: number
  /** The empty text where none was named. */
  readonly station: string
}

/** Why a row is refused. `member` is the one at fault, null for the row as a whole. */
export interface RowFault {
  readonly member: string | null
  readonly code:
    | 'required'
    | 'unknown_member'
    | 'invalid_type'
    | 'invalid_format'
    | 'not_allowed'
    | 'out_of_range'
    | 'implausible'
    | 'location_not_found'
  readonly detail: string
}

export type RowResult =
  | { readonly kind: 'row'; readonly row: ObservationRow }
  | { readonly kind: 'fault'; readonly fault: RowFault }

/** The members of a row, named as in the API and in the columns of a file. */
export const rowMembers = [
  'location',
  'lat',
  'lon',
  'elevation',
  'date',
  'kind',
  'minimum',
  'unit',
  'station'
] as const

export type RowMember = (typeof rowMembers)[number]

/** Members as they came; absent or null: not given. */
export type RawRow = Readonly<Partial<Record<RowMember, unknown>>>

const kinds: readonly MinimumKind[] = ['air_2m', 'plant']
const stationPattern = /^[\p{L}\p{N}][\p{L}\p{N} ._:/-]{0,63}$/u
const longestLocation = 256

/** Reads one row; returns the first fault. Minima in Fahrenheit become °C to the hundredth. */
export function readRow(raw: RawRow): RowResult {
  const place = readPlace(raw)
  if ('code' in place) return { kind: 'fault', fault: place }
  const { date, kind, station = '' } = raw
  if (missing(date)) return fault('date', 'required', 'A date is needed: the morning that ends the night.')
  if (typeof date !== 'string' || !isCivilDate(date)) {
    return fault('date', 'invalid_format', 'A date is written 2026-04-12, and must be one of the calendar.')
  }
  if (missing(kind)) return fault('kind', 'required', `A kind is needed: ${kinds.join(' or ')}.`)
  const known = kinds.find((one) => one === kind)
  if (known === undefined) return fault('kind', 'not_allowed', `The kind is one of ${kinds.join(', ')}.`)
  const minimumC = readMinimum(raw)
  if (typeof minimumC !== 'number') return { kind: 'fault', fault: minimumC }
  const name = station ?? ''
  if (typeof name !== 'string' || (name !== '' && !stationPattern.test(name))) {
    return fault('station', 'invalid_format', 'A station is named by up to 64 letters, digits and “ ._:/-”.')
  }
  return { kind: 'row', row: { place, date, kind: known, minimumC, station: name } }
}

/** A fault where the night has not ended in the place's zone, or is too old; else null. */
export function futureFault(date: string, timezone: string, now: number): RowFault | null {
  const today = zoneClock(timezone).dateAt(Math.floor(now / 1000))
  if (date <= today && date >= earliestDate) return null
  const detail =
    date > today
      ? `The night that ends on ${date} has not been yet; there it is ${today}.`
      : `Nights are kept from ${earliestDate} on.`
  return { member: 'date', code: 'out_of_range', detail }
}

const earliestDate = '1900-01-01'

function readPlace(raw: RawRow): ObservationRow['place'] | RowFault {
  const { location, lat, lon, elevation } = raw
  if (!missing(location)) {
    if (!missing(lat) || !missing(lon)) {
      return faultOf('location', 'not_allowed', 'Give either "location", or "lat" and "lon", not both.')
    }
    if (typeof location === 'string' && location.length <= longestLocation) return { location }
    return faultOf('location', 'invalid_type', 'A location is the slug of a place, as a text.')
  }
  if (missing(lat) && missing(lon)) {
    return faultOf('location', 'required', 'A place is needed: "location", or "lat" and "lon".')
  }
  const north = degrees('lat', lat, 90)
  if (typeof north !== 'number') return north
  const east = degrees('lon', lon, 180)
  if (typeof east !== 'number') return east
  if (missing(elevation)) return { lat: north, lon: east, elevation: null }
  if (typeof elevation === 'number' && elevation >= -500 && elevation <= 9000) {
    return { lat: north, lon: east, elevation }
  }
  return faultOf('elevation', 'out_of_range', 'A height is a number of metres from −500 to 9000.')
}

function degrees(member: 'lat' | 'lon', value: unknown, most: number): number | RowFault {
  if (missing(value)) return faultOf(member, 'required', `"${member}" is needed beside the other one.`)
  if (typeof value !== 'number') return faultOf(member, 'invalid_type', 'Degrees are a number.')
  if (Math.abs(value) <= most) return value
  return faultOf(member, 'out_of_range', `${value} lies outside −${most}…${most}.`)
}

function readMinimum({ minimum, unit }: RawRow): number | RowFault {
  if (missing(minimum)) return faultOf('minimum', 'required', 'A minimum is needed.')
  if (typeof minimum !== 'number' || !Number.isFinite(minimum)) {
    return faultOf('minimum', 'invalid_type', 'A minimum is a number.')
  }
  if (missing(unit) || unit === 'C') return minimum
  if (unit === 'F') return Math.round(((minimum - 32) / 1.8) * 100) / 100
  return faultOf('unit', 'not_allowed', 'The unit is "C" or "F"; without one it is °C.')
}

/** Whether a text is a day of the calendar, written `YYYY-MM-DD`. */
export function isCivilDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

function missing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function fault(member: string, code: RowFault['code'], detail: string): RowResult {
  return { kind: 'fault', fault: faultOf(member, code, detail) }
}

function faultOf(member: string, code: RowFault['code'], detail: string): RowFault {
  return { member, code, detail }
}
