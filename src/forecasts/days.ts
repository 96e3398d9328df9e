/** A point's forecast by local day and by 3-hour slot. */
import { secondMs } from '../common/time.ts'
import type { LatLon } from '../weather/point.ts'
import { localSlots, type Span, stampsOf } from '../weather/spans.ts'
import { type SpanSummary, summarise } from '../weather/summary.ts'
import { sunAltitudeDegrees } from '../weather/sun.ts'
import { zoneClock } from '../weather/zone-clock.ts'
import { deriveDays, indexOfDay, reachOf, readDay, type TableDay } from './day-table.ts'
import type { ForecastSnapshot } from './forecast-snapshot.ts'
import { scoreAt } from './night-scores.ts'

export interface DayRow extends Omit<TableDay, 'nightIndex'> {
  readonly partial: boolean
  readonly frost: ReturnType<typeof scoreAt>
}

export interface SlotRow {
  readonly span: Span
  readonly summary: SpanSummary
  readonly partial: boolean
  /** The sun is above the horizon in the middle of the slot. */
  readonly isDay: boolean
}

/** The extremes of a day for forms that cannot mark missing hours [°C]: NaN where an hour is missing. */
export function wholeExtremes({
  summary,
  partial
}: Pick<DayRow, 'summary' | 'partial'>): Pick<SpanSummary, 'temperatureMin' | 'temperatureMax'> {
  return partial ? { temperatureMin: Number.NaN, temperatureMax: Number.NaN } : summary
}

/** The sun's apparent altitude as its upper limb touches the horizon: −0.833° and the refraction there [°]. */
const horizonDegrees = -0.349

/** From the day of `at` [ms since epoch], up to `count`; a day without a temperature counts before one that has. */
export function dayRows(forecast: ForecastSnapshot, at: number, count: number): readonly DayRow[] {
  const rows: DayRow[] = []
  const { timezone } = forecast.point
  let table = forecast.days
  let first = indexOfDay(table, at / secondMs)
  if (first < 0) {
    table = deriveDays(forecast.point, { series: forecast.shownSeries, windows: forecast.windows }, at)
    first = 0
  }
  for (let index = first; index < Math.min(first + count, table.count); index++) {
    const { day, summary, sunriseAt, sunsetAt, nightIndex } = readDay(table, index, timezone)
    const partial = summary.stampsAvailable < summary.stamps
    rows.push({ day, summary, partial, sunriseAt, sunsetAt, frost: scoreAt(forecast, nightIndex, at) })
  }
  return rows
}

/** The 3-hour slots from that of `at` [ms since epoch], up to `count` in the series. */
export function slotRows(forecast: ForecastSnapshot, at: number, count: number): readonly SlotRow[] {
  const rows: SlotRow[] = []
  const reach = reachOf(forecast.series)
  for (const span of localSlots(zoneClock(forecast.point.timezone), at / secondMs, count)) {
    const { firstHour, endHour } = stampsOf(span)
    if (firstHour >= reach) break
    const summary = summarise(forecast.shownSeries, firstHour, endHour)
    const middle = ((span.fromSecond + span.toSecond) / 2) * secondMs
    rows.push({
      span,
      summary,
      partial: summary.stampsAvailable < summary.stamps,
      isDay: isDayAt(forecast.point, middle)
    })
  }
  return rows
}

/** Whether the sun is up at an instant [ms since epoch]. */
export function isDayAt(site: LatLon, at: number): boolean {
  return sunAltitudeDegrees(at, site.lat, site.lon) > horizonDegrees
}
