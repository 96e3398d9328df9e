/** A point's forecast by local day and by 3-hour slot. */
import { hourMs } from '../forecast/point.ts'
import { column } from '../forecast/series.ts'
import { type LocalDay, localDays, localSlots, type Span, stampsOf } from '../forecast/spans.ts'
import { type SpanSummary, summarise } from '../forecast/summary.ts'
import { solarNoonAt, sunAltitudeDegrees, sunTimesAround } from '../forecast/sun.ts'
import { zoneClock } from '../forecast/zone-clock.ts'
import type { NightWindow } from '../frost/frost-night.ts'
import type { OpenPoint } from './kept-points.ts'

export interface DayRow {
  readonly day: LocalDay
  readonly summary: SpanSummary
  /** Fewer hours than the day has. */
  readonly partial: boolean
  /** [ms since epoch]; null in polar day or night. */
  readonly sunriseAt: number | null
  readonly sunsetAt: number | null
}

export interface SlotRow {
  readonly span: Span
  readonly summary: SpanSummary
  readonly partial: boolean
  /** The sun stands above the horizon in the middle of the slot. */
  readonly isDay: boolean
}

/** The sun's altitude at which its upper limb stands on the horizon, refraction included [°]. */
const horizonDegrees = -0.833

/**
 * The local days from the one that holds `at` [ms since epoch], as many of `count` as the series reaches; a day without any
 * temperature before others that have one keeps its place.
 */
export function dayRows(point: OpenPoint, at: number, count: number): readonly DayRow[] {
  const rows: DayRow[] = []
  const reach = reachOf(point)
  for (const day of localDays(zoneClock(point.point.timezone), at / 1000, count)) {
    const { firstHour, endHour } = stampsOf(day)
    if (firstHour >= reach) break
    const summary = summarise(point.series, firstHour, endHour)
    rows.push({ day, summary, partial: summary.stampsAvailable < summary.stamps, ...sunOf(point, day) })
  }
  return rows
}

/** The 3-hour slots from the one that holds `at` [ms since epoch], as many of `count` as the series reaches. */
export function slotRows(point: OpenPoint, at: number, count: number): readonly SlotRow[] {
  const rows: SlotRow[] = []
  const reach = reachOf(point)
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

/** The stamp after the last one that has a temperature. */
function reachOf({ series }: OpenPoint): number {
  const temperatures = column(series, 'temperature')
  let hours = series.hours
  while (hours > 0 && Number.isNaN(temperatures[hours - 1] ?? Number.NaN)) hours--
  return series.startHour + hours
}

/** Whether the sun is up at an instant [ms since epoch]. */
export function isDayAt(site: { readonly lat: number; readonly lon: number }, at: number): boolean {
  return sunAltitudeDegrees(at, site.lat, site.lon) > horizonDegrees
}

// The night that ends on a date holds its sunrise, and the night after it holds its sunset: both are known already.
function sunOf(point: OpenPoint, day: LocalDay): Pick<DayRow, 'sunriseAt' | 'sunsetAt'> {
  const index = point.windows.findIndex((window) => window.date === day.date)
  const ending: NightWindow | undefined = point.windows[index]
  const following: NightWindow | undefined = point.windows[index + 1]
  if (ending !== undefined && following !== undefined) {
    return { sunriseAt: ending.sunriseAt, sunsetAt: following.sunsetAt }
  }
  const noonAt = noonOf(point, day)
  return sunTimesAround(noonAt, point.point.lat, point.point.lon)
}

function noonOf(point: OpenPoint, day: LocalDay): number {
  const epochDay = Math.floor(day.fromSecond / 86_400)
  for (const candidate of [epochDay, epochDay + 1, epochDay + 2]) {
    const at = solarNoonAt(candidate, point.point.lon)
    if (at >= day.fromSecond * 1000 && at < day.toSecond * 1000) return at
  }
  return day.fromSecond * 1000 + 12 * hourMs
}
