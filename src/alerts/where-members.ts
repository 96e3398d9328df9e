/** The members of a body that say where: the slug of a place, or the coordinates of a point. */
import type { AskedPoint } from '../places/point.ts'
import { type AlertProblem, type BodyFault, memberProblem, membersProblem } from './problems.ts'

/** As a body names them; undefined where it does not. */
export interface WhereMembers {
  readonly location?: string
  readonly lat?: number
  readonly lon?: number
  readonly elevation?: number
}

/** Whether a body says where at all. */
export function saysWhere(body: unknown): boolean {
  const members = Object(body)
  return ['location', 'lat', 'lon'].some((member) => member in members)
}

/** A slug or a point; a problem for each member that is missing or too many. */
export function readWhere({
  location,
  lat,
  lon,
  elevation
}: WhereMembers): string | AskedPoint | AlertProblem {
  if (location !== undefined) return onlyPlace(location, { lat, lon, elevation })
  if (lat === undefined || lon === undefined) {
    const missing = lat === undefined ? '/lat' : '/lon'
    const detail = 'A point needs both `lat` and `lon`; a named place `location`.'
    return memberProblem('required', missing, detail)
  }
  return { lat, lon, elevation: elevation === undefined ? null : Math.round(elevation) + 0 }
}

function onlyPlace(
  location: string,
  beside: Readonly<Record<'lat' | 'lon' | 'elevation', number | undefined>>
): string | AlertProblem {
  const [first, ...others] = Object.entries(beside)
    .filter(([, value]) => value !== undefined)
    .map(([member]) => tooMany(`/${member}`, besideDetail(member)))
  return first === undefined ? location : membersProblem('validation_failed', [first, ...others])
}

function besideDetail(member: string): string {
  return member === 'elevation'
    ? 'This belongs to `lat` and `lon`; a named place has its own elevation.'
    : 'Give either `location` (a named place) or `lat` and `lon` (a point), not both.'
}

function tooMany(pointer: string, detail: string): BodyFault {
  return { pointer, code: 'not_allowed', detail }
}
