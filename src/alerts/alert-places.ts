import { BoundedMap } from '../common/bounded-map.ts'
import type { Gazetteer, NearPlace } from '../places/gazetteer.ts'
import { pointAt, roundPoint } from '../places/point.ts'
import { fieldLocation, readFieldLocation } from '../weather/field.ts'
import { type Place, type Point, pointKey, pointOf } from '../weather/point.ts'
import type { AlertPlaces } from './alerts.ts'

/** A field in the form of a place, so that both are watched in the same way. */

/** A field as its subscriber sees it: slug its location, name its coordinates, region that of the nearest place. */
function fieldPlace(point: Point, nearest: NearPlace | null): Place {
  const { region = null, country = '' } = nearest?.place ?? {}
  const name = `${point.lat.toFixed(3)}, ${point.lon.toFixed(3)}`
  const { lat, lon, timezone, elevation } = point
  const isElevationGiven = point.key !== pointKey(point)
  const position = { lat, lon, timezone, elevation, isElevationGiven, isOwn: true }
  return { ...position, slug: fieldLocation(point), name, region, country, population: 0, kind: 'place' }
}

/** The places of alerts: named ones, and fields from their stored location. */

const maxFields = 10_000

export function alertPlaces(gazetteer: Gazetteer): AlertPlaces {
  const fields = new BoundedMap<string, Place>(maxFields)
  const field = (location: string): Place | null => {
    const known = fields.get(location)
    if (known !== undefined) return known
    const point = readFieldLocation(location)
    if (point === null) return null
    const place = fieldPlace(point, gazetteer.near(point.lat, point.lon))
    fields.set(location, place)
    return place
  }
  return {
    find: (location) => field(location) ?? gazetteer.find(location),
    async pointAt({ lat, lon, elevation = null }) {
      const { point, place, nearest } = await pointAt({ ...roundPoint(lat, lon), elevation }, gazetteer)
      const isNamed = place !== null && pointOf(place).key === point.key
      return isNamed ? { place, nearest: null } : { place: fieldPlace(point, nearest), nearest }
    },
    near: (lat, lon) => gazetteer.near(lat, lon),
    suggest: (text) => gazetteer.suggest(text, 5).map((place) => place.slug),
    homonyms: (place) => gazetteer.homonyms(place)
  }
}
