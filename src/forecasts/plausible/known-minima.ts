/** The minima of these weeks in other years, where the archive of a place is stored. */
import { reportedError } from '../../common/reported-error.ts'
import { dayMs } from '../../common/time.ts'
import type { Source } from '../../sources/source.ts'
import { type Point, recordKey } from '../../weather/point.ts'
import { cellOf } from '../archive/archive-cell.ts'
import { joinYears } from '../archive/join-years.ts'
import type { ForecastsDeps } from '../deps.ts'
import type { Evidence } from './evidence.ts'

/** Fewer years have not seen much. */
const leastYears = 10
const daysAround = 20
const yearDays = 365.25

/** Null where they are not stored. */
export async function knownMinima(
  { archive, clock, report }: Pick<ForecastsDeps, 'archive' | 'clock' | 'report'>,
  source: Source,
  point: Point
): Promise<Evidence['minima']> {
  if (archive === undefined || source.archive === undefined) return null
  const cells = [...new Set([recordKey(point), point.key])].map((key) => cellOf(source, { ...point, key }))
  const stored = await Promise.all(cells.map((cell) => archive.years(cell))).catch((error: unknown) => {
    // A run is stored all the same: it is only not held against the climate.
    report('store_failed', reportedError(error))
    return []
  })
  const years = stored.find(({ length }) => length >= leastYears)
  if (years === undefined) return null
  const { startDay, minimaC } = joinYears(years, point.elevation)
  const today = clock() / dayMs
  const near = minimaC.filter((value, index) => {
    const apart = Math.abs(today - startDay - index) % yearDays
    return !Number.isNaN(value) && Math.min(apart, yearDays - apart) <= daysAround
  })
  return near.length === 0 ? null : [Math.min(...near), Math.max(...near)]
}
