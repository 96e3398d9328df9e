/** A point's forecast by local day and by 3-hour slot. */
import { secondMs } from '../common/time.ts'
import { type LocalDay, localSlots, type Span, stampsOf } from '../weather/spans.ts'
import { type SpanSummary, summarise } from '../weather/summary.ts'
import { sunAltitudeDegrees } from '../weather/sun.ts'
import { zoneClock } from '../weather/zone-clock.ts'
import { deriveDays, indexOfDay, reachOf, readDay } from './day-table.ts'
import type { ForecastSnapshot } from './forecast-snapshot.ts'
import { biasAt, type NightFrost, scoreAt } from './night-scores.ts'

export interface DayRow {
  readonly day: LocalDay
  /** Its minimum is corrected by what was learned, as that of the night which it lies in. */
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
  /** As of a day; by day, when frost is no question, nothing is corrected. */
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
export function dayRows(forecast: ForecastSnapshot, at: number, count: number): readonly DayRow[] {
  const rows: DayRow[] = []
  const { timezone } = forecast.point
  let table = forecast.days
  let first = indexOfDay(table, at / secondMs)
  if (first < 0) {
    // Before the first day of the table, or after the last one.
    table = deriveDays(forecast.point, forecast, at)
    first = 0
  }
  for (let index = first; index < Math.min(first + count, table.count); index++) {
    const { day, summary: plain, sunriseAt, sunsetAt, nightIndex } = readDay(table, index, timezone)
    const partial = plain.stampsAvailable < plain.stamps
    const summary = isShifted(forecast)
      ? corrected(plain, biasOfHour(forecast, plain.temperatureMinHour))
      : plain
    rows.push({ day, summary, partial, sunriseAt, sunsetAt, frost: scoreAt(forecast, nightIndex, at) })
  }
  return rows
}

/**
 * The 3-hour slots from the one that contains `at` [ms since epoch], as many of `count` as the series
 * reaches.
 */
export function slotRows(forecast: ForecastSnapshot, at: number, count: number): readonly SlotRow[] {
  const rows: SlotRow[] = []
  const reach = reachOf(forecast.series)
  for (const span of localSlots(zoneClock(forecast.point.timezone), at / secondMs, count)) {
    const { firstHour, endHour } = stampsOf(span)
    if (firstHour >= reach) break
    const plain = summarise(forecast.series, firstHour, endHour)
    const biasC = isShifted(forecast) ? biasOfDark(forecast, firstHour, endHour) : 0
    const summary = corrected(plain, biasC)
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

/** Whether a night may be scored with other temperatures than its series has. */
function isShifted({ learned, earlierRuns = [] }: ForecastSnapshot): boolean {
  return learned !== null || earlierRuns.length > 0
}

/** A night's coldest hour is not shown with two minima; one that would pass the mean stops there. */
function corrected(summary: SpanSummary, biasC: number): SpanSummary {
  if (biasC === 0) return summary
  const { temperatureMin, temperatureMean } = summary
  return {
    ...summary,
    temperatureMin: Math.min(temperatureMin + biasC, Math.max(temperatureMean, temperatureMin))
  }
}

/** The bias in the night whose window contains an hour [°C]. */
function biasOfHour(forecast: ForecastSnapshot, hour: number): number {
  return biasAt(
    forecast,
    forecast.windows.findIndex(({ firstHour, lastHour }) => firstHour <= hour && hour <= lastHour)
  )
}

/** The bias in the night of which a span contains a dark hour [°C]; 0 by day. */
function biasOfDark(forecast: ForecastSnapshot, first: number, end: number): number {
  const index = forecast.windows.findIndex(({ firstDarkHour, lastDarkHour }) => {
    return firstDarkHour !== null && lastDarkHour !== null && firstDarkHour < end && lastDarkHour >= first
  })
  return biasAt(forecast, index)
}

/** Whether the sun is up at an instant [ms since epoch]. */
export function isDayAt(site: { readonly lat: number; readonly lon: number }, at: number): boolean {
  return sunAltitudeDegrees(at, site.lat, site.lon) > horizonDegrees
}
