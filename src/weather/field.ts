/** A field: a watched point without a name, as one text where a named place has its slug. */
import { type Point, pointOf } from './point.ts'

/** A field's key and time zone: `38.355,38.310,980 Europe/Istanbul`. */
export function fieldLocation({ key, timezone }: Pick<Point, 'key' | 'timezone'>): string {
  return `${key} ${timezone}`
}

/** A slug has no comma. */
export function isFieldLocation(location: string): boolean {
  return location.includes(',')
}

/** What stands for the location of a field that was forgotten, before a number where it must be unlike others. */
export const forgottenField = 'forgotten,'

const pattern = /^((-?\d+\.\d{3}),(-?\d+\.\d{3})(?:,(-?\d+))?) (\S+)$/

/** The point of a field's location; null for a slug, and for a forgotten field. */
export function readFieldLocation(location: string): Point | null {
  const [, key, lat, lon, elevation, timezone] = pattern.exec(location) ?? []
  if (key === undefined || timezone === undefined) return null
  const at = { lat: Number(lat), lon: Number(lon), timezone }
  return pointOf({ ...at, elevation: elevation === undefined ? null : Number(elevation) }, key)
}
