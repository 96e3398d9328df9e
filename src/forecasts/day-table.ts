/** A series by local day, one row of numbers a day, derived once a forecast: a hundred times cheaper to read. */

import { daySeconds, hourMs, secondMs } from '../common/time.ts'
import type { NightWindow } from '../frost/frost-night.ts'
import type { Point } from '../weather/point.ts'
import { column, type HourlySeries } from '../weather/series.ts'
import { type LocalDay, localDays, stampsOf } from '../weather/spans.ts'
import { type SpanSummary, summarise } from '../weather/summary.ts'
import { solarNoonAt, sunTimesAround } from '../weather/sun.ts'
import { zoneClock } from '../weather/zone-clock.ts'

export interface DayTable {
  /** Start of the first day [s since epoch]; instants of rows count from it, so that 32 bits are enough. */
  readonly startSecond: number
  readonly count: number
  readonly rows: Float32Array
}

export interface TableDay {
  readonly day: LocalDay
  /** From the hours as they are shown: a night has one minimum. */
  readonly summary: SpanSummary
  /** [ms since epoch]; null in polar day or night. */
  readonly sunriseAt: number | null
  readonly sunsetAt: number | null
  /** Index, among the windows, of the night that ends on this day; −1 for none. */
  readonly nightIndex: number
}

/** The column of each number of a day: the day's bounds, its sun, its night, then its summary. */
const fromSecond = 0
const toSecond = 1
const sunriseSecond = 2
const sunsetSecond = 3
const night = 4
const firstOfSummary = 5
const summaryNames = [
  'stamps',
  'stampsAvailable',
  'temperatureMin',
  'temperatureMinHour',
  'temperatureMax',
  'temperatureMaxHour',
  'temperatureMean',
  'apparentTemperatureMin',
  'apparentTemperatureMax',
  'apparentTemperatureMean',
  'dewPointMean',
  'relativeHumidityMean',
  'pressureMslMean',
  'cloudCoverMean',
  'windSpeedMean',
  'windSpeedMax',
  'windGustSpeedMax',
  'windDirection',
  'precipitation',
  'snowfall',
  'precipitationProbabilityMax',
  'uvIndexMax',
  'weatherCode'
] as const satisfies readonly (keyof SpanSummary)[]
const columns = firstOfSummary + summaryNames.length

/** The most days of a table, more than any source has, so that a broken time axis ends. */
const maxDays = 40

/** From the day of its first stamp (or `fromAt` [ms since epoch]) to the last one with a temperature. */
export function deriveDays(
  site: Point,
  { series, windows }: { series: HourlySeries; windows: readonly NightWindow[] },
  fromAt: number = series.startHour * hourMs
): DayTable {
  const reach = reachOf(series)
  const days = localDays(zoneClock(site.timezone), fromAt / secondMs, maxDays)
  const found = days.findIndex((day) => stampsOf(day).firstHour >= reach)
  const count = found < 0 ? days.length : found
  const startSecond = days[0]?.fromSecond ?? 0
  const rows = new Float32Array(count * columns)
  for (const [index, day] of days.slice(0, count).entries()) {
    const base = index * columns
    const ending = windows.findIndex((window) => window.date === day.date)
    const sun = sunOf(site, day, windows[ending], windows[ending + 1])
    rows[base + fromSecond] = day.fromSecond - startSecond
    rows[base + toSecond] = day.toSecond - startSecond
    rows[base + sunriseSecond] = secondsAfter(startSecond, sun.sunriseAt)
    rows[base + sunsetSecond] = secondsAfter(startSecond, sun.sunsetAt)
    rows[base + night] = ending
    const { firstHour, endHour } = stampsOf(day)
    const summary = summarise(series, firstHour, endHour)
    for (const [place, name] of summaryNames.entries()) rows[base + firstOfSummary + place] = summary[name]
  }
  return { startSecond, count, rows }
}

/** The index of the day that contains an instant [s since epoch]; −1 for none. */
export function indexOfDay({ startSecond, count, rows }: DayTable, second: number): number {
  const after = second - startSecond
  for (let index = 0; index < count; index++) {
    const base = index * columns
    if (after >= number(rows, base + fromSecond) && after < number(rows, base + toSecond)) return index
  }
  return -1
}

export function readDay({ startSecond, rows }: DayTable, index: number, timezone: string): TableDay {
  const base = index * columns
  const begin = startSecond + number(rows, base + fromSecond)
  return {
    day: {
      date: zoneClock(timezone).dateAt(begin),
      fromSecond: begin,
      toSecond: startSecond + number(rows, base + toSecond)
    },
    summary: readSummary(rows, base + firstOfSummary),
    sunriseAt: instantAfter(startSecond, number(rows, base + sunriseSecond)),
    sunsetAt: instantAfter(startSecond, number(rows, base + sunsetSecond)),
    nightIndex: number(rows, base + night)
  }
}

// No loop over names, which would look each one up: this runs seven times an uncached answer.
function readSummary(rows: Float32Array, at: number): SpanSummary {
  return {
    stamps: number(rows, at),
    stampsAvailable: number(rows, at + 1),
    temperatureMin: number(rows, at + 2),
    temperatureMinHour: number(rows, at + 3),
    temperatureMax: number(rows, at + 4),
    temperatureMaxHour: number(rows, at + 5),
    temperatureMean: number(rows, at + 6),
    apparentTemperatureMin: number(rows, at + 7),
    apparentTemperatureMax: number(rows, at + 8),
    apparentTemperatureMean: number(rows, at + 9),
    dewPointMean: number(rows, at + 10),
    relativeHumidityMean: number(rows, at + 11),
    pressureMslMean: number(rows, at + 12),
    cloudCoverMean: number(rows, at + 13),
    windSpeedMean: number(rows, at + 14),
    windSpeedMax: number(rows, at + 15),
    windGustSpeedMax: number(rows, at + 16),
    windDirection: number(rows, at + 17),
    precipitation: number(rows, at + 18),
    snowfall: number(rows, at + 19),
    precipitationProbabilityMax: number(rows, at + 20),
    uvIndexMax: number(rows, at + 21),
    weatherCode: number(rows, at + 22)
  }
}

export function reachOf(series: HourlySeries): number {
  const temperatures = column(series, 'temperature')
  let hours = series.hours
  while (hours > 0 && Number.isNaN(temperatures[hours - 1] ?? Number.NaN)) hours--
  return series.startHour + hours
}

// The night that ends on a date has its sunrise, and the night after it its sunset: both are known already.
function sunOf(
  site: Point,
  day: LocalDay,
  ending: NightWindow | undefined,
  following: NightWindow | undefined
): ReturnType<typeof sunTimesAround> {
  if (ending !== undefined && following !== undefined) {
    return { sunriseAt: ending.sunriseAt, sunsetAt: following.sunsetAt }
  }
  return sunTimesAround(noonOf(site, day), site.lat, site.lon)
}

function noonOf(site: Point, day: LocalDay): number {
  const epochDay = Math.floor(day.fromSecond / daySeconds)
  for (const candidate of [epochDay, epochDay + 1, epochDay + 2]) {
    const at = solarNoonAt(candidate, site.lon)
    if (at >= day.fromSecond * secondMs && at < day.toSecond * secondMs) return at
  }
  return day.fromSecond * secondMs + 12 * hourMs
}

function secondsAfter(startSecond: number, at: number | null): number {
  return at === null ? Number.NaN : Math.floor(at / secondMs) - startSecond
}

function instantAfter(startSecond: number, seconds: number): number | null {
  return Number.isNaN(seconds) ? null : (startSecond + seconds) * secondMs
}

function number(rows: Float32Array, index: number): number {
  return rows[index] ?? Number.NaN
}
