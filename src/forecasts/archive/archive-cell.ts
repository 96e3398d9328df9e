import { dayMs } from '../../common/time.ts'
import type { DailyMinima } from '../../frost/climate/frost-dates.ts'
import type { Source } from '../../sources/source.ts'
import { isOwn, type Point } from '../../weather/point.ts'
import type { ArchiveCell, ArchiveYear } from '../archive-ports.ts'

/**
 * Fields of one district share cells, whose years are fetched once; watched fields have theirs apart, so that no other
 * answer tells that something in its cell is watched.
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

/** The standard atmosphere's change of temperature with height [K/m], as for forecasts. */
const lapseRatePerMetre = -0.0065

/** @param elevation Of the place [m]; null: that of the archive's own terrain. */
export function joinYears(years: readonly ArchiveYear[], elevation: number | null): DailyMinima {
  const starts = years.map(({ year }) => Date.UTC(year, 0, 1) / dayMs)
  const startDay = Math.min(...starts)
  const endDay = Math.max(...years.map(({ minimaC }, index) => (starts[index] ?? 0) + minimaC.length))
  const minimaC = new Float32Array(endDay - startDay).fill(Number.NaN)
  years.forEach((one, index) => {
    const riseM = elevation === null || one.elevation === null ? 0 : elevation - one.elevation
    const from = (starts[index] ?? 0) - startDay
    minimaC.set(
      one.minimaC.map((value) => value + lapseRatePerMetre * riseM),
      from
    )
  })
  return { startDay, minimaC }
}
