import { distanceKm } from '../places/distance.ts'
import type { GroundPoint, LatLon } from '../weather/point.ts'
import type { Box, RecordedPoint } from './ports.ts'

/** Several times the reach of a sensor, which is then in one to four cells; an airport is in about twenty [degrees]. */
const cellDegrees = 0.25
const columns = 360 / cellDegrees

export function cellOf({ lat, lon }: LatLon): number {
  return cellAt(partOf(lat), partOf(lon))
}

/** The numbers of all cells with points within this of a centre, beyond the date line too. */
export function cellsWithin(centre: LatLon, withinKm: number): readonly number[] {
  const { north, east } = degreesOf(centre, withinKm)
  const west = partOf(centre.lon - east)
  const width = Math.min(columns, partOf(centre.lon + east) - west + 1)
  const cells: number[] = []
  for (let row = partOf(centre.lat - north); row <= partOf(centre.lat + north); row++) {
    for (let column = 0; column < width; column++) cells.push(cellAt(row, west + column))
  }
  return cells
}

function cellAt(row: number, column: number): number {
  return row * columns + ((column + columns * 2) % columns)
}

function partOf(degrees: number): number {
  return Math.floor(degrees / cellDegrees)
}

/** A few kilometres: beyond, the next slope has another night. */
export const reachKm = 5
/** Difference of height that counts as similar [m]: 0.65 °C in 100 m is well below a forecast's spread. */
const similarHeightM = 100
/** Where one of the elevations is unknown, only the near neighbourhood is assumed to be similar [km]. */
const reachWithoutHeightKm = 1
/** A little less than it is, so that what is cut out by degrees holds all that is within reach. */
const kmPerDegree = 111.19

/** The distance [km] between two points if the nights of one are valid for the other, else null. */
export function reachOf(from: GroundPoint, to: GroundPoint): number | null {
  const distance = distanceKm(from, to)
  if (from.elevation === null || to.elevation === null) {
    return distance <= reachWithoutHeightKm ? distance : null
  }
  const isAlike = distance <= reachKm && Math.abs(from.elevation - to.elevation) <= similarHeightM
  return isAlike ? distance : null
}

/** The distance [km] between two points of which only the height parts one from the other's nights, else null. */
export function apartByHeight(
  from: Parameters<typeof reachOf>[0],
  to: Parameters<typeof reachOf>[1]
): number | null {
  const distance = distanceKm(from, to)
  return distance <= reachKm && reachOf(from, to) === null ? distance : null
}

/** The nearest one by a distance [km]; null: none is within reach. */
export function nearestOf<One>(all: Iterable<One>, distanceTo: (one: One) => number | null): One | null {
  let nearestKm = Number.POSITIVE_INFINITY
  let nearest: One | null = null
  for (const one of all) {
    const distanceKm = distanceTo(one)
    if (distanceKm === null || distanceKm >= nearestKm) continue
    nearestKm = distanceKm
    nearest = one
  }
  return nearest
}

/** Cut at the poles and at the date line. */
export function boxAround(point: LatLon, withinKm = reachKm): Box {
  const { north, east } = degreesOf(point, withinKm)
  return {
    south: point.lat - north,
    north: point.lat + north,
    west: Math.max(-180, point.lon - east),
    east: Math.min(180, point.lon + east)
  }
}

/** How far a circle on the ground extends to each side [degrees]. */
function degreesOf({ lat }: Pick<RecordedPoint, 'lat'>, withinKm: number) {
  const north = withinKm / kmPerDegree
  const furthest = Math.abs(lat) + north
  // Around a pole every meridian is near.
  if (furthest >= 89.9) return { north, east: 180 }
  return { north, east: north / Math.cos((furthest * Math.PI) / 180) }
}
