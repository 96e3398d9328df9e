import { BoundedMap } from '../common/bounded-map.ts'
import { unknownPlaceDetail } from '../places/coordinates.ts'
import type { Gazetteer } from '../places/gazetteer.ts'
import { pointAt, roundPoint } from '../places/point.ts'
import { type GroundPoint, pointOf } from '../weather/point.ts'
import type { RecordedPoint } from './ports.ts'
import type { RowFault, SensorOfRow } from './row-parts.ts'

type SensorPlace =
  | { readonly kind: 'point'; readonly point: RecordedPoint }
  | { readonly kind: 'fault'; readonly fault: RowFault }

export type FindSensorPlace = (place: SensorOfRow['place']) => Promise<SensorPlace>

/** Points remembered; an import may name a new one in every row. */
const maxRemembered = 5000
const maxSuggestions = 5

/** A bare point at a named place has its elevation; else only the one given with it. */
export function createSensorPlaces(gazetteer: Gazetteer): FindSensorPlace {
  const known = new BoundedMap<string, SensorPlace>(maxRemembered)
  return async (place) => {
    const key = 'location' in place ? place.location : `${place.lat} ${place.lon} ${place.elevation ?? ''}`
    const remembered = known.get(key)
    if (remembered !== undefined) return remembered
    const found = 'location' in place ? named(place.location, gazetteer) : await bare(place, gazetteer)
    known.set(key, found)
    return found
  }
}

function named(location: string, gazetteer: Gazetteer): SensorPlace {
  const place = gazetteer.find(location)
  if (place !== null) {
    const { key, ...position } = pointOf(place)
    return { kind: 'point', point: { pointKey: key, ...position } }
  }
  const suggestions = gazetteer.suggest(location, maxSuggestions).map(({ slug, name }) => ({ slug, name }))
  const detail = unknownPlaceDetail(location, suggestions)
  return { kind: 'fault', fault: { member: 'location', code: 'location_not_found', detail, suggestions } }
}

async function bare(place: GroundPoint, gazetteer: Gazetteer): Promise<SensorPlace> {
  const at = roundPoint(place.lat, place.lon)
  const { key, ...position } = (await pointAt(at, gazetteer)).point
  const elevation = place.elevation ?? position.elevation
  return { kind: 'point', point: { pointKey: key, ...position, elevation } }
}
