/** Local time by arithmetic: Temporal is asked once between two changes of offset, and once a local midnight. */
import { BoundedMap } from '../common/bounded-map.ts'
import { dayMs, daySeconds, hourSeconds, secondMs } from '../common/time.ts'

/** A stretch of time with one UTC offset, [from, to) in seconds since the epoch. */
interface Stretch {
  readonly fromSecond: number
  readonly toSecond: number
  readonly offsetSeconds: number
}

export interface ZoneClock {
  readonly timezone: string
  /** Seconds east of UTC at an instant [s since epoch]. */
  readonly offsetSeconds: (second: number) => number
  /** The civil date at an instant [s since epoch]: `YYYY-MM-DD`. */
  readonly dateAt: (second: number) => string
  /** [s since epoch]; where a change of clocks skips midnight, the first that exists. */
  readonly startOfDate: (date: string) => number
  /** RFC 3339 with the zone's numeric offset at that instant: `2026-04-12T05:30:00+03:00`. */
  readonly format: (second: number) => string
  readonly wallClock: (second: number) => { readonly hour: number; readonly minute: number }
}

const maxClocks = 600
/** Midnights cached for each zone: a year and a month. */
const maxMidnights = 400
const clocks = new BoundedMap<string, ZoneClock>(maxClocks)

/** @throws {RangeError} for a zone that this runtime does not know. */
export function zoneClock(timezone: string): ZoneClock {
  return clocks.getOrInsertComputed(timezone, makeClock)
}

function makeClock(timezone: string): ZoneClock {
  const stretches: Stretch[] = []
  const midnights = new BoundedMap<string, number>(maxMidnights)
  stretches.push(readStretch(timezone, 0))

  const offsetSeconds = (second: number): number => {
    for (let index = stretches.length - 1; index >= 0; index--) {
      const one = stretches[index]
      if (one !== undefined && second >= one.fromSecond && second < one.toSecond) return one.offsetSeconds
    }
    const found = readStretch(timezone, second)
    stretches.push(found)
    return found.offsetSeconds
  }
  const midnightOf = (date: string): number =>
    Temporal.PlainDate.from(date).toZonedDateTime(timezone).epochMilliseconds / secondMs
  return {
    timezone,
    offsetSeconds,
    startOfDate: (date) => midnights.getOrInsertComputed(date, midnightOf),
    dateAt: (second) => civilDate(Math.floor((second + offsetSeconds(second)) / daySeconds)),
    format: (second) => formatWithOffset(second, offsetSeconds(second)),
    wallClock: (second) => {
      const local = (((second + offsetSeconds(second)) % daySeconds) + daySeconds) % daySeconds
      return { hour: Math.floor(local / hourSeconds), minute: Math.floor((local % hourSeconds) / 60) }
    }
  }
}

function readStretch(timezone: string, second: number): Stretch {
  const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(second) * secondMs).toZonedDateTimeISO(
    timezone
  )
  const next = at.getTimeZoneTransition('next')
  // "previous" is strictly before: from one second later, a change begins its own stretch.
  const previous = at.add({ seconds: 1 }).getTimeZoneTransition('previous')
  return {
    fromSecond: previous === null ? Number.NEGATIVE_INFINITY : previous.epochMilliseconds / secondMs,
    toSecond: next === null ? Number.POSITIVE_INFINITY : next.epochMilliseconds / secondMs,
    offsetSeconds: at.offsetNanoseconds / 1e9
  }
}

const maxCivilDates = 1000
const civilDates = new BoundedMap<number, string>(maxCivilDates)

/** The civil date of a count of days since 1970-01-01 (proleptic Gregorian): `YYYY-MM-DD`. */
export function civilDate(dayNumber: number): string {
  return civilDates.getOrInsertComputed(dayNumber, makeCivilDate)
}

function makeCivilDate(dayNumber: number): string {
  // From 0000-03-01, so that the leap day ends a year: Hinnant, "chrono-compatible low-level date algorithms".
  const shifted = dayNumber + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The civil date `days` after a date; both `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return civilDate(Date.parse(`${date}T00:00:00Z`) / dayMs + days)
}

const zero = 48
const [hyphen, letterT, colon] = ['-', 'T', ':'].map((one) => one.charCodeAt(0)) as [number, number, number]
const plus = '+'.charCodeAt(0)

/**
 * RFC 3339 of an instant [s since epoch] in local years 0000–9999; the offset [s east of UTC] in whole minutes. Of
 * characters at once: pieces joined with + stay a tree, which makes JSON.stringify of a whole body take twice the time.
 */
function formatWithOffset(second: number, offsetSeconds: number): string {
  const local = second + offsetSeconds
  const day = Math.floor(local / daySeconds)
  const rest = Math.floor(local - day * daySeconds)
  const hour = Math.floor(rest / hourSeconds)
  const minute = Math.floor((rest % hourSeconds) / 60)
  const offset = Math.floor(Math.abs(offsetSeconds) / 60)
  const date = civilDate(day)
  const code = (index: number): number => date.charCodeAt(index)
  // biome-ignore format: one line for each part of an instant
  return String.fromCharCode(
    code(0), code(1), code(2), code(3), code(4), code(5), code(6), code(7), code(8), code(9), letterT,
    tens(hour), ones(hour), colon, tens(minute), ones(minute), colon, tens(rest % 60), ones(rest % 60),
    offsetSeconds < 0 ? hyphen : plus, tens(offset / 60), ones(offset / 60), colon, tens(offset % 60), ones(offset % 60)
  )
}

/** The characters of a number 0…99. */
function tens(value: number): number {
  return zero + Math.floor(value / 10)
}

function ones(value: number): number {
  return zero + (Math.floor(value) % 10)
}
