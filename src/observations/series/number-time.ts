/** Times that are written as one number: days of a spreadsheet, seconds or milliseconds of Unix. */
import { numberOf } from '../../common/file-cells.ts'
import { dayMs, minuteMs, secondMs } from '../../common/time.ts'
import type { WallText } from './wall-clock.ts'

/** The first day of a spreadsheet, as if it were UTC [ms]. */
const firstDayMs = Date.UTC(1899, 11, 30)

/** Rounded to fewer decimals a day says the minute no more. */
const leastDecimals = 4
/** What rounding moves at most. */
const roundedMs = 5 * secondMs

/** `coarse`: its minute is lost; null: it is no such number. */
export function readNumberTime(written: string): WallText | 'coarse' | null {
  const match = /^(\d{5}|1\d{9}|1\d{12})(?:[.,](\d{1,17}))?$/.exec(written)
  if (match === null) return null
  const [, whole = '', decimals = ''] = match
  const value = numberOf(written) ?? Number.NaN
  if (whole.length > 5) return wallAt(whole.length > 10 ? value : value * secondMs, 0)
  const exactMs = firstDayMs + value * dayMs
  const nearMs = Math.round(exactMs / minuteMs) * minuteMs
  const isMinute = Math.abs(exactMs - nearMs) <= (decimals.length < leastDecimals ? 1 : roundedMs)
  if (!isMinute && decimals.length < leastDecimals) return 'coarse'
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
