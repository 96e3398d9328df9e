import type { LatLon } from '../weather/point.ts'

/** Mean radius of the Earth [km] (IUGG R1). */
export const earthRadiusKm = 6371.0088

const radiansPerDegree = Math.PI / 180

/** Great-circle distance [km] between two points given in degrees. */
export function distanceKm(from: LatLon, to: LatLon): number {
  const halfNorth = Math.sin(((to.lat - from.lat) * radiansPerDegree) / 2)
  const halfEast = Math.sin(((to.lon - from.lon) * radiansPerDegree) / 2)
  const haversine =
    halfNorth ** 2 +
    Math.cos(from.lat * radiansPerDegree) * Math.cos(to.lat * radiansPerDegree) * halfEast ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(haversine)))
}
