/**
 * Past hours are taken from earlier answers of the same source, so that today and the current night stay
 * complete.
 */
import { column, emptySeries, endHour, type HourlySeries, seriesVariables } from '../weather/series.ts'

/**
 * How many past hours remain: the current night began at most 24 h ago, and advection compares it with the
 * day before.
 */
const storedPastHours = 48

/**
 * The new series, preceded by the hours of the earlier one that it no longer has. Where both have a stamp,
 * the new value counts; the earlier one only where the new one is missing and the hour is past.
 */
export function mergePast(earlier: HourlySeries | null, fresh: HourlySeries, nowHour: number): HourlySeries {
  if (earlier === null || endHour(earlier) <= fresh.startHour - storedPastHours) return fresh
  const startHour = Math.min(fresh.startHour, Math.max(earlier.startHour, nowHour - storedPastHours))
  const merged = emptySeries(startHour, endHour(fresh) - startHour)
  for (const name of seriesVariables) {
    const target = column(merged, name)
    const before = column(earlier, name)
    const after = column(fresh, name)
    for (let hour = startHour; hour < endHour(fresh); hour++) {
      const now = after[hour - fresh.startHour] ?? Number.NaN
      const past = hour <= nowHour ? (before[hour - earlier.startHour] ?? Number.NaN) : Number.NaN
      target[hour - startHour] = Number.isNaN(now) ? past : now
    }
  }
  for (let hour = startHour; hour < endHour(fresh); hour++) {
    merged.stepHours[hour - startHour] =
      fresh.stepHours[hour - fresh.startHour] ?? earlier.stepHours[hour - earlier.startHour] ?? 1
  }
  return merged
}
