import type { Gazetteer } from '../places/gazetteer.ts'
import { type AskedPoint, pointAt, roundPoint } from '../places/point.ts'
import { pointKey } from '../weather/point.ts'
import type { FoundPoint } from './ports.ts'

/** A place without slug and name, with the zone of the ground it lies on. */
export async function foundPoint(
  gazetteer: Pick<Gazetteer, 'near'>,
  { lat, lon, elevation = null }: AskedPoint
): Promise<FoundPoint> {
  const { point, nearest } = await pointAt({ ...roundPoint(lat, lon), elevation }, gazetteer)
  const { region = null, country = '' } = nearest?.place ?? {}
  const unnamed = { slug: '', name: '', region, country, population: 0, kind: 'place' } as const
  const isElevationGiven = point.key !== pointKey(point)
  return { place: { ...unnamed, ...point, isElevationGiven }, key: point.key, nearest }
}
