/** A grid over the Earth, so that what is near a point is found without looking at everything. */
import type { RecordedPoint } from './ports.ts'
import { degreesOf } from './reach.ts'

type Position = Pick<RecordedPoint, 'lat' | 'lon'>

/** Several times the reach of a sensor, which is then in one to four cells; an airport is in about twenty [degrees]. */
const cellDegrees = 0.25
const columns = 360 / cellDegrees

/** The number of the cell that a point lies in. */
export function cellOf({ lat, lon }: Position): number {
  return cellAt(partOf(lat), partOf(lon))
}

/** The numbers of all cells with points so near to a centre, beyond the date line too. */
export function cellsWithin(centre: Position, withinKm: number): readonly number[] {
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
