/** Dates as whole days, and where in the year they lie. */

const msPerDay = 86_400_000
const daysPerYear = 365.2425

/** Whole days since 1970-01-01 of a text that begins with `YYYY-MM-DD`; NaN for anything else. */
export function epochDay(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / msPerDay
}

/** The date `YYYY-MM-DD` of a whole day since 1970-01-01. */
export function dateOfEpochDay(day: number): string {
  return new Date(day * msPerDay).toISOString().slice(0, 10)
}

/** Where in the year a day lies, as an angle [rad]: 0 at the turn of the year 1970, a full circle a year. */
export function seasonAngle(day: number): number {
  return (2 * Math.PI * day) / daysPerYear
}

/** The day of the year, 1…366, of a whole day since 1970-01-01. */
export function dayOfYear(day: number): number {
  const date = new Date(day * msPerDay)
  return day - Date.UTC(date.getUTCFullYear(), 0, 1) / msPerDay + 1
}
