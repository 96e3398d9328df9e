/** Dates as whole days, and where in the year they lie. */

const msPerDay = 86_400_000
const daysPerYear = 365.2425

/** The date `YYYY-MM-DD` of a whole day since 1970-01-01. */
export function dateOfEpochDay(day: number): string {
  return new Date(day * msPerDay).toISOString().slice(0, 10)
}

/** Where in the year a day lies, as an angle [rad]: 0 at the turn of the year 1970, a full circle a year. */
export function seasonAngle(day: number): number {
  return (2 * Math.PI * day) / daysPerYear
}

/** The civil month, 1…12, of a whole day since 1970-01-01. */
export function monthOfEpochDay(day: number): number {
  return new Date(day * msPerDay).getUTCMonth() + 1
}

/** The civil year of a whole day since 1970-01-01. */
export function yearOfEpochDay(day: number): number {
  return new Date(day * msPerDay).getUTCFullYear()
}
