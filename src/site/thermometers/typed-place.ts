import Type from 'typebox'
import { checkOf } from '../../common/schema-check.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import type { RecordedPoint } from '../../observations/ports.ts'
import { type SensorOfRow, sensorMembers } from '../../observations/row-parts.ts'
import { readPoint } from '../../places/coordinates.ts'
import { readFieldKey } from '../field-key.ts'
import type { Thermometers } from './thermometer-ports.ts'

/** The place of a name, a field's key or coordinates; null for none. */
export async function typedPlace(
  { named }: Pick<Thermometers, 'named'>,
  written: string
): Promise<SensorOfRow['place'] | null> {
  const key = readFieldKey(written.replace(/\s+/g, ''))
  if (key !== null) return { lat: key.lat, lon: key.lon, elevation: key.elevation }
  const point = await readPoint(written)
  if (point.kind === 'point') return { lat: point.lat, lon: point.lon, elevation: null }
  const place = point.kind === 'none' ? named(written) : null
  return place === null ? null : { location: place.slug }
}

export function placeAsTyped(place: SensorOfRow['place']): string {
  if ('location' in place) return place.location
  const { lat, lon, elevation } = place
  return elevation === null ? `${lat},${lon}` : `${lat},${lon},${elevation}`
}

/** The choice from the list of heights; the air at 2 m where nothing is chosen. */
export function typedWhere(form: URLSearchParams): Pick<SensorOfRow, 'kind' | 'exposure'> {
  const where = form.get('where')
  const isPlant = where === 'ground' || where === 'vine' || where === 'canopy'
  return { kind: isPlant ? 'plant' : 'air_2m', exposure: isPlant ? where : null }
}

const checkName = checkOf(Type.Object({ station: sensorMembers.station }))
const longestShown = 64

export async function typedSensor(
  deps: Pick<Thermometers, 'named' | 'findPlace'>,
  form: URLSearchParams,
  { faults }: Pick<Catalogue['thermometers'], 'faults'>
): Promise<{ readonly sensor: SensorOfRow; readonly point: RecordedPoint } | { readonly fault: string }> {
  const written = (form.get('place') ?? '').trim()
  const station = (form.get('station') ?? '').trim()
  if (station !== '' && 'faults' in checkName({ station })) return { fault: faults.station_name }
  const place = await typedPlace(deps, written)
  const found = place === null ? null : await deps.findPlace(place)
  if (place === null || found?.kind !== 'point')
    return { fault: faults.no_place(written.slice(0, longestShown)) }
  return { sensor: { place, station, ...typedWhere(form) }, point: found.point }
}
