/** Dates and times as loggers and spreadsheets write them: what a text says, and the orders it may be read in. */
import { BoundedMap } from '../../common/bounded-map.ts'
import { numberOf } from '../../common/file-cells.ts'
import { plainLetters } from '../../common/near-name.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../common/time.ts'

/** A line above the readings that says by which clock a logger writes: `Time zone: GMT+03:00`. */
const label = /^(?:time ?zone|timezone|zaman dilimi|saat dilimi|(?:utc|gmt)[ _]?offset) ?([:=;,\t])(.*)$/

/** An IANA zone or an offset as `+03:00`; what is written where it is neither; null where no line says any. */
export function zoneAbove(lines: readonly string[]): string | null {
  for (const line of lines) {
    const [, sign = '', said = ''] = label.exec(plainLetters(line.replace(/["#]/g, '')).trim()) ?? []
    const written = said.split(/[;\t,]/)[0]?.trim() ?? ''
    const offsetMs = readOffset(written)
    if (offsetMs !== null) return offsetText(offsetMs)
    const zone = /[A-Za-z_]{2,20}\/[A-Za-z_/-]{2,40}/.exec(line)?.[0]
    if (sign !== '' && zone !== undefined) return zone
    // A column of that name has no colon behind it.
    if (/[:=]/.test(sign) && written !== '' && !/^(?:local|yerel)/.test(written)) return written
  }
  return null
}

/** `+03:00` */
export function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / minuteMs
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return `${offsetMs < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

/** The first day of a spreadsheet, as if it were UTC [ms]. */
const firstDayMs = Date.UTC(1899, 11, 30)

/** Least decimals of a day that still tell the minute. */
const minDecimals = 4
/** The greatest effect of rounding. */
const roundedMs = 5 * secondMs

/** `coarse`: its minute is lost; null: it is not such a number. */
export function readNumberTime(written: string): WallText | 'coarse' | null {
  const match = /^(\d{5}|1\d{9}|1\d{12})(?:[.,](\d{1,17}))?$/.exec(written)
  if (match === null) return null
  const [, whole = '', decimals = ''] = match
  const value = numberOf(written) ?? Number.NaN
  if (whole.length > 5) return wallAt(whole.length > 10 ? value : value * secondMs, 0)
  const exactMs = firstDayMs + value * dayMs
  const nearMs = Math.round(exactMs / minuteMs) * minuteMs
  const isMinute = Math.abs(exactMs - nearMs) <= (decimals.length < minDecimals ? 1 : roundedMs)
  if (!isMinute && decimals.length < minDecimals) return 'coarse'
  return wallAt(isMinute ? nearMs : Math.round(exactMs / secondMs) * secondMs, null)
}

/** `2026-11-24` of a whole day of a spreadsheet; null for anything else. */
export function serialDate(written: string): string | null {
  const [, days] = /^([2-7]\d{4})(?:[.,]0{1,9})?$/.exec(written) ?? []
  return days === undefined ? null : new Date(firstDayMs + Number(days) * dayMs).toISOString().slice(0, 10)
}

function wallAt(at: number, offsetMs: number | null): WallText {
  const date = new Date(at)
  const parts = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()] as const
  const timeMs = at - Date.UTC(parts[0], parts[1] - 1, parts[2])
  return { parts, orders: ['ymd'], clock: { timeMs, offsetMs, zoneWord: null } }
}

export const dateOrders = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

export interface Clock {
  /** Time since midnight [ms]. */
  readonly timeMs: number
  /** Offset that is written with the time [ms]; null where none is. */
  readonly offsetMs: number | null
  /** A zone behind the time that may be several; null where there is none. */
  readonly zoneWord: string | null
}

/** A date in its written order, with the time of day behind it; null: there is none. */
export interface WallText {
  readonly parts: readonly [number, number, number]
  readonly orders: readonly DateOrder[]
  readonly clock: Clock | null
}

const monthNames = [
  ['jan', 'oca'],
  ['feb', 'sub'],
  ['mar'],
  ['apr', 'nis'],
  ['may'],
  ['jun', 'haz'],
  ['jul', 'tem'],
  ['aug', 'agu'],
  ['sep', 'eyl'],
  ['oct', 'eki'],
  ['nov', 'kas'],
  ['dec', 'ara']
]

const century = 2000

/** A day's rows have one date, and each day the same times: read once, they also take no memory twice. */
const maxKnown = 5000
const knownDates = new BoundedMap<string, Pick<WallText, 'parts' | 'orders'> | null>(maxKnown)
const knownClocks = new BoundedMap<string, Clock | null>(maxKnown)

export function readWall(written: string): WallText | null {
  const plain = /^([\d./-]{6,10})[ T](.*)$/.exec(written)
  if (plain === null) return readWallAnew(written)
  const [, day = '', rest = ''] = plain
  const date = knownDates.getOrInsertComputed(day, readWallAnew)
  const clock = knownClocks.getOrInsertComputed(rest, readClock)
  if (date === null || clock === null) return readWallAnew(written)
  return { parts: date.parts, orders: date.orders, clock }
}

function readWallAnew(written: string): WallText | null {
  const text = plainLetters(written)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(\d{8})[t ]?(\d{2})(\d{2})(\d{2})?(?![\d:])/, (_, day, hour, minute, second = '00') => {
      return `${day}t${hour}:${minute}:${second}`
    })
  const date = dateIn(text)
  if (date === null) return null
  const rest = text.slice(date.length)
  const { parts, orders } = date
  if (rest === '') return { parts, orders, clock: null }
  const clock = readClock(rest)
  return clock === null ? null : { parts, orders, clock }
}

interface DateText extends Omit<WallText, 'clock'> {
  readonly length: number
}

function dateIn(text: string): DateText | null {
  const first = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})(?!\d)/.exec(text)
  if (first !== null) return dateOf(first[0], [first[1], first[3], first[4]], ['ymd'])
  const close = /^(\d{4})(\d{2})(\d{2})(?=[t ]|$)/.exec(text)
  if (close !== null) return dateOf(close[0], [close[1], close[2], close[3]], ['ymd'])
  const last = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/.exec(text)
  if (last !== null) return dateOf(last[0], [last[1], last[3], last[4]], ordersOf(last[2], last[4]))
  const named = /^(\d{1,2})[-./ ]([a-z]{3,9})[-./ ](\d{4}|\d{2})(?!\d)/.exec(text)
  if (named !== null) return dateOf(named[0], [named[1], monthOf(named[2]), named[3]], ['dmy'])
  const american = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(?!\d)/.exec(text)
  if (american === null) return null
  return dateOf(american[0], [monthOf(american[1]), american[2], american[3]], ['mdy'])
}

/** Dates with points have the day first everywhere. */
function ordersOf(sign: string | undefined, year: string | undefined): readonly DateOrder[] {
  if (sign === '.') return ['dmy']
  return year?.length === 2 ? ['dmy', 'mdy', 'ymd'] : ['dmy', 'mdy']
}

function dateOf(
  matched: string,
  texts: readonly (string | undefined)[],
  orders: readonly DateOrder[]
): DateText {
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN] = texts.map(Number)
  return { parts: [a, b, c], orders, length: matched.length }
}

function monthOf(name = ''): string {
  return String(monthNames.findIndex((names) => names.includes(name.slice(0, 3))) + 1)
}

/** `05:30`, `5:30:00.0 AM`, `ÖS 05:30`, `03.00`, `3h00`, `17`, with or without an offset; null: no time of day. */
export function readClock(written: string): Clock | null {
  const text = plainLetters(written).replace(/\s+/g, ' ').trim()
  const word = zoneWordAt.exec(text)?.[1] ?? ''
  const time = word === '' ? text : text.replace(zoneWordAt, '')
  const match =
    /^[t,;]? ?(am|pm|oo|os)? ?(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?)? ?([ap]\.?m\.?|[ap]|oo|os)? ?(z|(?:gmt|utc)? ?(?:[+-]\d{1,2}(?::?\d{2})?)?)$/.exec(
      time
    )
  if (match === null || (word !== '' && match[3] === undefined)) return null
  const [, before, hours = '', minutes = '0', seconds = '0', after, zone = ''] = match
  const half = (before ?? after ?? '').replaceAll('.', '')
  const hour = hourOf(Number(hours), half)
  if (hour === null || Number(minutes) > 59 || Number(seconds) > 59) return null
  const timeMs = hour * hourMs + Number(minutes) * minuteMs + Number(seconds) * secondMs
  if (timeMs > 24 * hourMs) return null
  const offsetMs = word === '' ? readOffset(zone) : (offsetOfWord[word] ?? null)
  return { timeMs, offsetMs, zoneWord: offsetMs === null && word !== '' ? word : null }
}

/** Behind a time, in brackets or without: `EEST`, `(UTC)`, `Europe/Istanbul`. */
const zoneWordAt = /(?<=\d) ?\(?(?!(?:am|pm|oo|os)$)([a-z]{2,5}|[a-z_]{2,20}\/[a-z_]{2,20})\)?$/

/** Words that mean one offset wherever they are written [ms]. */
const offsetOfWord: Readonly<Record<string, number>> = {
  utc: 0,
  gmt: 0,
  west: hourMs,
  cest: 2 * hourMs,
  eest: 3 * hourMs,
  trt: 3 * hourMs,
  tsi: 3 * hourMs,
  msk: 3 * hourMs
}

/** Words that programs also write all year [ms]. */
export const standardOffsets: Readonly<Record<string, number>> = { wet: 0, cet: hourMs, eet: 2 * hourMs }

/** A clock with the zone from its own column; empty: there is none. */
export function withZone(clock: Clock, zone: string): Clock {
  if (zone === '') return clock
  const read = readClock(`0:00 ${zone}`)
  const { offsetMs, zoneWord } = read ?? { offsetMs: null, zoneWord: zone.slice(0, 40) }
  return { ...clock, offsetMs, zoneWord }
}

const zoneWordIn =
  /(?:^|[ ,([])(utc|gmt|west|wet|cest|cet|eest|eet|trt|tsi|msk|est|edt|cst|cdt|mst|mdt|pst|pdt|ist|bst)(?:[)\], ]|$)/

/** A zone in the name of a column, `Time (EET)`, as it would follow the time. */
export function zoneInName(name: string): Clock | null {
  const [, word = ''] = zoneWordIn.exec(plainLetters(name)) ?? []
  return word === '' ? null : readClock(`0:00 ${word}`)
}

function hourOf(hour: number, half: string): number | null {
  if (half === '') return hour > 24 ? null : hour
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.startsWith('p') || half === 'os' ? 12 : 0)
}

/** `GMT+03:00`, `+0300`, `Z`; null without one [ms]. */
export function readOffset(written: string): number | null {
  const text = plainLetters(written).replaceAll('−', '-')
  const match = /(?:^|[^a-z\d])(gmt|utc)?[ (]{0,2}([+-])(\d{1,2}):?(\d{2})?(?!\d)/.exec(text)
  if (match === null) return /(?:^|[^a-z])(?:z|utc|gmt)(?:[^a-z]|$)/.test(text) ? 0 : null
  const [, , sign, hours, minutes = '0'] = match
  const offsetMs = Number(hours) * hourMs + Number(minutes) * minuteMs
  return offsetMs > 14 * hourMs ? null : sign === '-' ? -offsetMs : offsetMs
}

/** The clock that a text shows in an order, as if it were UTC [ms]; null where the order gives no day. */
export function wallMsOf({ parts, orders, clock }: WallText, order: DateOrder): number | null {
  if (!orders.includes(order) || clock === null) return null
  const [first, second, third] = parts
  const [day, month, year] = order === 'ymd' ? [third, second, first] : [first, second, third]
  const [ofMonth, ofDay] = order === 'mdy' ? [day, month] : [month, day]
  const full = year < 100 ? century + year : year
  const at = Date.UTC(full, ofMonth - 1, ofDay)
  const date = new Date(at)
  const isDay = date.getUTCMonth() === ofMonth - 1 && date.getUTCDate() === ofDay
  return isDay && full > 1970 && full < 2200 ? at + clock.timeMs : null
}
