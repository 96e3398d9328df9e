/** A point's forecast by local day and by 3-hour slot. */
import { type LocalDay, localSlots, type Span, stampsOf } from '../weather/spans.ts'
import { type SpanSummary, summarise } from '../weather/summary.ts'
import { sunAltitudeDegrees } from '../weather/sun.ts'
import { zoneClock } from '../weather/zone-clock.ts'
import { deriveDays, indexOfDay, reachOf, readDay } from './day-table.ts'
import type { ForecastSnapshot } from './forecast-snapshot.ts'
import { type NightFrost, scoreAt } from './night-scores.ts'

export interface DayRow {
  readonly day: LocalDay
  readonly summary: SpanSummary
  /** Has fewer hours than the day. */
  readonly partial: boolean
  /** [ms since epoch]; null in polar day or night. */
  readonly sunriseAt: number | null
  readonly sunsetAt: number | null
  /** The generic score and the minima of the night that ends on this day. */
  readonly frost: NightFrost
}

export interface SlotRow {
  readonly span: Span
  readonly summary: SpanSummary
  readonly partial: boolean
  /** The sun is above the horizon in the middle of the slot. */
  readonly isDay: boolean
}

/** The sun's altitude at which its upper limb touches the horizon, refraction included [°]. */
const horizonDegrees = -0.833

/**
 * The local days from the one that contains `at` [ms since epoch], as many of `count` as the series reaches.
 * A day without a temperature is included if a later day has one.
 */
export function dayRows(point: ForecastSnapshot, at: number, count: number): readonly DayRow[] {
  const rows: DayRow[] = []
  const { timezone } = point.point
  let table = point.days
  let first = indexOfDay(table, at / 1000)
  if (first < 0) {
    // Before the first day of the table, or after the last one.
    table = deriveDays(point.point, point, at)
    first = 0
  }
  for (let index = first; index < Math.min(first + count, table.count); index++) {
    const { day, summary, sunriseAt, sunsetAt, nightIndex } = readDay(table, index, timezone)
    const partial = summary.stampsAvailable < summary.stamps
    rows.push({ day, summary, partial, sunriseAt, sunsetAt, frost: scoreAt(point, nightIndex, at) })
  }
  return rows
}

/**
 * The 3-hour slots from the one that contains `at` [ms since epoch], as many of `count` as the series
 * reaches.
 */
export function slotRows(point: ForecastSnapshot, at: number, count: number): readonly SlotRow[] {
  const rows: SlotRow[] = []
  const reach = reachOf(point.series)
  for (const span of localSlots(zoneClock(point.point.timezone), at / 1000, count)) {
    const { firstHour, endHour } = stampsOf(span)
    if (firstHour >= reach) break
    const summary = summarise(point.series, firstHour, endHour)
    const middle = ((span.fromSecond + span.toSecond) / 2) * 1000
    rows.push({
      span,
      summary,
      partial: summary.stampsAvailable < summary.stamps,
      isDay: isDayAt(point.point, middle)
    })
  }
  return rows
}

/** Whether the sun is up at an instant [ms since epoch]. */
export function isDayAt(site: { readonly lat: number; readonly lon: number }, at: number): boolean {
  return sunAltitudeDegrees(at, site.lat, site.lon) > horizonDegrees
}
