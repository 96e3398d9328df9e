/** Civil dates as whole days, and where in their year they lie. */
import { dayMs } from '../common/time.ts'

/** Whole days since 1970-01-01 of a text that begins with `YYYY-MM-DD`; NaN for anything else. */
export function epochDay(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / dayMs
}

/** The day of the year, 1…366, of a whole day since 1970-01-01. */
export function dayOfYear(day: number): number {
  const date = new Date(day * dayMs)
  return day - Date.UTC(date.getUTCFullYear(), 0, 1) / dayMs + 1
}
