/** A season from the first chill to the end of spring, in hours and in local days. */
import { dayMs, daySeconds, hourSeconds } from '../common/time.ts'
import type { SeasonHours } from '../weather/series.ts'
import { zoneClock } from '../weather/zone-clock.ts'
import { cropById } from './crops.ts'

/** One local day of which every hour is known. Days are counted from 1970-01-01. */
export interface SeasonDay {
  readonly day: number
  readonly temperaturesC: readonly number[]
}

/** A season ends with June, or with December in the south. */
export interface SeasonSpan {
  readonly startDay: number
}

const seasonMonths = 9
const firstMonth = 10
/** Missing hours in a row that are filled linearly, as in the forecast [9]. */
const longestGapHours = 3

/** The season around a day; null in the three months between two; half a year later south of the equator. */
export function seasonAround(lat: number, day: number): SeasonSpan | null {
  const date = new Date(day * dayMs)
  const first = monthIn(lat, firstMonth)
  const sinceFirst = (date.getUTCMonth() + 1 - first + 12) % 12
  if (sinceFirst >= seasonMonths) return null
  const startMonth = date.getUTCMonth() - sinceFirst
  const year = date.getUTCFullYear()
  return { startDay: Date.UTC(year, startMonth, 1) / dayMs }
}

export function monthOfSeason(span: SeasonSpan, month: number): number {
  const start = new Date(span.startDay * dayMs)
  const later = (month - firstMonth + 12) % 12
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + later, 1) / dayMs
}

/** 1…12: the same month in the north, six months later in the south. */
function monthIn(lat: number, month: number): number {
  return lat < 0 ? ((month + 5) % 12) + 1 : month
}

/** The local day an instant [s since epoch] lies in, counted from 1970-01-01. */
export function localDayAt(timezone: string, second: number): number {
  return Math.floor((second + zoneClock(timezone).offsetSeconds(second)) / daySeconds)
}

/** The local days of a season from `fromDay` to `toDay`, both included; null where an hour of them is missing. */
export function daysOf(
  season: SeasonHours,
  timezone: string,
  { fromDay, toDay }: { fromDay: number; toDay: number }
): readonly SeasonDay[] | null {
  const filled = filledGaps(season.temperaturesC)
  const days = new Map<number, number[]>()
  for (let index = 0; index < filled.length; index++) {
    const day = localDayAt(timezone, (season.startHour + index) * hourSeconds)
    if (day < fromDay || day > toDay) continue
    days.getOrInsert(day, []).push(filled[index] ?? Number.NaN)
  }
  const rows = Array.from({ length: toDay - fromDay + 1 }, (_, offset) => ({
    day: fromDay + offset,
    temperaturesC: days.get(fromDay + offset) ?? []
  }))
  return rows.every(isWhole) ? rows : null
}

/** A day that loses an hour to the clock has 23, and a place of half hours has whole stamps only. */
function isWhole({ temperaturesC }: SeasonDay): boolean {
  return temperaturesC.length >= 23 && !temperaturesC.some(Number.isNaN)
}

function filledGaps(values: Float32Array): Float32Array {
  const filled = Float32Array.from(values)
  let lastKnown = -1
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const gap = index - lastKnown - 1
    const before = values[lastKnown] ?? Number.NaN
    for (let hour = 1; lastKnown >= 0 && gap <= longestGapHours && hour <= gap; hour++)
      filled[lastKnown + hour] = before + ((value - before) * hour) / (gap + 1)
    lastKnown = index
  }
  return filled
}

/* When deciduous trees rest: their buds then bear far more cold than the general severity supposes. */

/** November to February north of the tropics, May to August south of them. */
const restMonths = { north: [10, 11, 0, 1], south: [4, 5, 6, 7] }
const tropicLatitude = 23.5

/**
 * Whether deciduous trees usually rest at an instant [ms since epoch]; never in the tropics. @param crop Evergreens and
 * annuals never rest. Null: any plant.
 */
export function isRestSeason(at: number, lat: number, crop: string | null = null): boolean {
  if (crop !== null && cropById(crop)?.neverRests === true) return false
  if (Math.abs(lat) < tropicLatitude) return false
  return restMonths[lat > 0 ? 'north' : 'south'].includes(new Date(at).getUTCMonth())
}

/** Whole days since 1970-01-01 of a text that begins with `YYYY-MM-DD`; NaN for anything else. */
export function epochDay(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / dayMs
}

/** The day of the year, 1…366, of a whole day since 1970-01-01. */
export function dayOfYear(day: number): number {
  const date = new Date(day * dayMs)
  return day - Date.UTC(date.getUTCFullYear(), 0, 1) / dayMs + 1
}
