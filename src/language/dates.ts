/** Weekdays, months and clock times from our own tables: no update of a runtime's locale data changes an answer. */

import { BoundedMap } from '../common/bounded-map.ts'
import { dayMs, hourMs, hourSeconds } from '../common/time.ts'
import type { ColdBeyondNoon, FrostHours } from '../frost/frost-night.ts'
import { type Language, wordsIn } from './language.ts'

export function weekdayLabel(date: string, lang: Language, width: 'long' | 'short'): string {
  const { weekdays, shortWeekdays } = wordsIn(lang).dates
  return (width === 'long' ? weekdays : shortWeekdays)[Temporal.PlainDate.from(date).dayOfWeek - 1] ?? ''
}

/** `12 April`, `12 Nisan`. */
export function dayAndMonth(date: string, lang: Language): string {
  const { day, month } = Temporal.PlainDate.from(date)
  return `${day} ${wordsIn(lang).dates.months[month - 1] ?? ''}`
}

/** `night of 11–12 April`, `11 Nisan’ı 12 Nisan’a bağlayan gece`: within a sentence or after a colon. */
export function nightLabel(date: string, lang: Language): string {
  const key = `${date} ${lang}`
  const known = nightLabels.get(key)
  if (known !== undefined) return known
  const label = nightInWords(date, lang)
  nightLabels.set(key, label)
  return label
}

const maxNights = 1000
/** Cached, because many messages are about the same few nights. */
const nightLabels = new BoundedMap<string, string>(maxNights)

function nightInWords(date: string, lang: Language): string {
  const morning = Temporal.PlainDate.from(date)
  return wordsIn(lang).dates.nightInFull(morning.subtract({ days: 1 }), morning)
}

/** The night as people say it, for messages: `night of 11–12 April`, `11/12 Nisan gecesi`. */
export function nightName(date: string, lang: Language): string {
  const morning = Temporal.PlainDate.from(date)
  return wordsIn(lang).dates.nightName(morning.subtract({ days: 1 }), morning)
}

/**
 * A name other than the date; else null. Before dawn only the night that lasts: some would take "tonight" for it and
 * some for the next one.
 * @param overAt when the night is over
 */
export function relativeNight(
  night: { readonly date: string; readonly overAt: number },
  at: number,
  timezone: string
): 'tonight' | 'tomorrow_night' | null {
  const leftMs = night.overAt - at
  if (leftMs <= 0 || leftMs > 2 * dayMs) return null
  if (leftMs <= dayMs) return 'tonight'
  const tomorrow = Temporal.PlainDate.from(zoned(at, timezone).date).add({ days: 1 })
  return tomorrow.add({ days: 1 }).toString() === night.date ? 'tomorrow_night' : null
}

const dayBegins = 2 * hourMs
const dayEnds = hourMs

/** Whether the cold comes by day, as with a front at noon: nights last until noon. */
export function isByDay({
  coldestAt,
  frostFromAt,
  sunriseAt,
  sunsetAt
}: { coldestAt: number } & Readonly<
  Record<'frostFromAt' | 'sunriseAt' | 'sunsetAt', number | null>
>): boolean {
  if (sunriseAt !== null && Math.min(coldestAt, frostFromAt ?? coldestAt) >= sunriseAt + dayBegins)
    return true
  return sunsetAt !== null && coldestAt < sunsetAt - dayEnds
}

/** The day of one instant seen from another, where it has a name other than its date. */
export function relativeDay(ofAt: number, at: number, timezone: string): 'today' | 'tomorrow' | null {
  const [day, present] = [zoned(ofAt, timezone).date, zoned(at, timezone).date]
  if (day === present) return 'today'
  return Temporal.PlainDate.from(present).add({ days: 1 }).toString() === day ? 'tomorrow' : null
}

export function dayOf(at: number, timezone: string, lang: Language): string {
  return dayAndMonth(zoned(at, timezone).date, lang)
}

/**
 * For a small cell: the name (`Tonight`, else evening and morning: `Sun–Mon`) and both days (`22/23`).
 * @param tonight the date of the night called so, before which there is the last night; empty: none is
 */
export function nightShort(
  date: string,
  tonight: string,
  lang: Language
): { readonly name: string; readonly days: string } {
  const morning = Temporal.PlainDate.from(date)
  const evening = morning.subtract({ days: 1 })
  const days = `${evening.day}/${morning.day}`
  if (date === tonight) return { name: wordsIn(lang).place.tonight, days }
  if (date < tonight) return { name: sentenceCase(wordsIn(lang).alerts.last_night), days }
  const weekdays = [evening, morning].map((one) => weekdayLabel(one.toString(), lang, 'short'))
  return { name: weekdays.join('–'), days }
}

/** No phrase of this file begins with a Turkish i: the code unit is enough. */
export function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The phrases begin with no Turkish i: lowering by code unit is right in both languages. */
export function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** `05:30`, in Turkish `05.30`. */
export function clock(hour: number, minute: number, lang: Language): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(hour)}${wordsIn(lang).dates.clockMark}${two(minute)}`
}

export function clockOf(time: string, lang: Language): string {
  return time.replace(':', wordsIn(lang).dates.clockMark)
}

/** An instant's [ms since epoch], in a place's zone. */
export function clockAt(at: number, timezone: string, lang: Language): string {
  const { hour, minute } = zoned(at, timezone)
  return clock(hour, minute, lang)
}

export interface ClockSpan extends ColdBeyondNoon {
  readonly from: string
  readonly to: string
}

interface SpanOfCold {
  readonly from: number
  readonly to: number
  readonly isColdBefore?: true | undefined
  readonly isColdAfter?: true | undefined
}

interface Reading {
  /** When it is read [ms since epoch]. */
  readonly at: number
  readonly timezone: string
  readonly lang: Language
}

/** Instants of the first and the last hour [ms]. It ends with the last; of cold that has begun only the end counts. */
export function spanOnClock(
  { from, to, isColdBefore, isColdAfter }: SpanOfCold,
  { at, timezone, lang }: Reading
): ClockSpan {
  const end = to + hourMs
  const [begins, ends] = [clockAt(from, timezone, lang), clockAt(end, timezone, lang)]
  // Not the hour that comes twice when summer time ends.
  const isAllDay = begins === ends && end - from > hourMs
  const hasBegun = isAllDay || isColdBefore === true || (from <= at && at < end)
  return {
    from: begins,
    to: ends,
    ...(hasBegun && { isColdBefore: true }),
    ...((isAllDay || isColdAfter) && { isColdAfter: true })
  }
}

export function hoursOnClock({ firstHour, lastHour, ...beyond }: FrostHours, reading: Reading): ClockSpan {
  return spanOnClock({ ...beyond, from: firstHour * hourMs, to: lastHour * hourMs }, reading)
}

/** `, 01:00–08:00` behind the numbers of a night; empty where it has no such hours. */
export function hoursBehind(
  {
    frostFromAt: from,
    frostToAt: to,
    ...beyond
  }: ColdBeyondNoon & Readonly<Record<'frostFromAt' | 'frostToAt', number | null>>,
  reading: Reading
): string {
  return from === null || to === null
    ? ''
    : `, ${clockSpan(spanOnClock({ ...beyond, from, to }, reading), reading.lang)}`
}

/** Spans of hours or days in a text, each to stay on one line. */
export const spansInText = /(\d{1,2}(?:[.:]\d\d)?–\d{1,2}(?:[.:]\d\d)?)/g

/** The span without needless minutes: `02–08`, `02:30–07:30`, `02.30–07.30`. */
export function shortSpan(span: ClockSpan, lang: Language): string {
  const { from, to, isColdBefore, isColdAfter } = span
  const isWhole = from !== to && [from, to].every((time) => time.endsWith('00'))
  return isWhole && !isColdBefore && !isColdAfter
    ? `${from.slice(0, 2)}–${to.slice(0, 2)}`
    : clockSpan(span, lang)
}

/** `01:00–08:00`. Cold that continues at noon neither begins nor ends there; a whole day of it has no hours. */
export function clockSpan({ from, to, isColdBefore, isColdAfter }: ClockSpan, lang: Language): string {
  const { after, dayAndNight, until } = wordsIn(lang).alerts
  if (isColdBefore) return isColdAfter ? dayAndNight : until(to)
  if (isColdAfter) return after(from)
  return `${from}–${to}`
}

/** `12 April, 05:30`, `12 Nisan 05.30`. */
export function dateTimeLabel(at: number, timezone: string, lang: Language): string {
  const day = dayAndMonth(zoned(at, timezone).date, lang)
  return wordsIn(lang).dates.dateAndTime(day, clockAt(at, timezone, lang))
}

/** `checked 3 hours ago`. */
export function checkedLabel(ageHours: number, lang: Language): string {
  const { checked, checkedWithinHour, hoursAgo } = wordsIn(lang).dates
  return ageHours < 1 ? checkedWithinHour : checked(hoursAgo(Math.round(ageHours)))
}

/** Whole minutes, hours or days: `3 hours ago`, `3 saat önce`. */
export function ageLabel(ageSeconds: number, lang: Language): string {
  const minutes = Math.max(0, Math.round(ageSeconds / 60))
  const { justNow, minutesAgo, hoursAgo, daysAgo } = wordsIn(lang).dates
  if (minutes < 1) return justNow
  if (minutes < 90) return minutesAgo(minutes)
  const hours = Math.round(minutes / 60)
  return hours < 48 ? hoursAgo(hours) : daysAgo(Math.round(hours / 24))
}

/** Whole seconds, minutes or hours, rounded up: `in 5 minutes`, `5 dakika sonra`. */
export function inSeconds(seconds: number, lang: Language): string {
  const words = new Intl.RelativeTimeFormat(lang)
  if (seconds < 90) return words.format(Math.ceil(seconds), 'second')
  if (seconds < 5400) return words.format(Math.ceil(seconds / 60), 'minute')
  return words.format(Math.ceil(seconds / hourSeconds), 'hour')
}

interface Zoned {
  readonly date: string
  readonly hour: number
  readonly minute: number
}

/** Thousands of messages are about the same few hours; a zone's offset costs 10 µs. */
const zones = new Map<string, Map<number, Zoned>>()
const maxInstants = 1000

function zoned(at: number, timezone: string): Zoned {
  const ofZone = zones.get(timezone) ?? new BoundedMap<number, Zoned>(maxInstants)
  const found = ofZone.get(at)
  if (found !== undefined) return found
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone)
  const reported = { date: local.toPlainDate().toString(), hour: local.hour, minute: local.minute }
  ofZone.set(at, reported)
  // Only once the zone has proved to be one.
  zones.set(timezone, ofZone)
  return reported
}
