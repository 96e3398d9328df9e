/** The cell of an archive's grid that a point lies in. */
import type { Source } from '../../sources/source.ts'
import { isOwn, type Point } from '../../weather/point.ts'
import type { ArchiveCell } from '../archive-ports.ts'

/**
 * Fields of one district share their cells: their years are fetched once. Those of watched fields are kept apart, so
 * that no answer for another point says that something in its cell is watched.
 */
export function cellOf(
  source: Pick<Source, 'credit' | 'archive'>,
  point: Pick<Point, 'key' | 'lat' | 'lon' | 'timezone'>
): ArchiveCell {
  const { lat, lon, timezone } = point
  const step = source.archive?.cellDegrees ?? 1
  const middle = (degrees: number): number => Number((Math.round(degrees / step) * step).toFixed(3)) + 0
  const [north, east] = [middle(lat), middle(lon)]
  return {
    source: source.credit.id,
    cell: `${north.toFixed(3)},${east.toFixed(3)}${isOwn(point) ? ' own' : ''}`,
    lat: north,
    lon: east,
    timezone
  }
}
