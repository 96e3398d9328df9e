/** A field in the form of a place: what is watched needs no second way. */
import { fieldLocation } from '../weather/field.ts'
import { type Place, type Point, pointKey } from '../weather/point.ts'
import type { NearPlace } from './gazetteer.ts'

/**
 * The place of a field, as its subscriber is shown it: its slug is its location, its name its coordinates, its region
 * that of the nearest place.
 */
export function fieldPlace(point: Point, nearest: NearPlace | null): Place {
  const { region = null, country = '' } = nearest?.place ?? {}
  const name = `${point.lat.toFixed(3)}, ${point.lon.toFixed(3)}`
  const { lat, lon, timezone, elevation } = point
  const isElevationGiven = point.key !== pointKey(point)
  const position = { lat, lon, timezone, elevation, isElevationGiven, isOwn: true }
  return { ...position, slug: fieldLocation(point), name, region, country, population: 0, kind: 'place' }
}
