/** What has to be known before a logger's file can be read: with two readings possible nothing is stored. */

import type { OtherFile } from '../../common/file-cells.ts'
import {
  cellsOf,
  type Delimiter,
  delimiters,
  numberOf,
  type TemperatureUnit,
  temperatureOf
} from '../../common/file-cells.ts'
import { isTemperature, isTimeName, plainName } from './column-names.ts'
import { type DateOrder, readNumberTime, readWall } from './wall-clock.ts'

export interface FirstReading {
  readonly delimiter: Delimiter
  readonly index: number
  readonly cells: readonly string[]
}

export function firstReading(lines: readonly string[]): FirstReading | null {
  let best: FirstReading | null = null
  for (const delimiter of delimiters) {
    for (const [index, line] of lines.entries()) {
      const cells = cellsOf(line, delimiter)
      if (cells === null || !isReading(cells)) continue
      if (best === null || index < best.index || cells.length > best.cells.length)
        best = { delimiter, index, cells }
      break
    }
  }
  return best
}

/** The line of the first row: those right above the first reading whose date is missing, or none, are not names. */
export function firstRow(lines: readonly string[], { delimiter, index, cells }: FirstReading): number {
  const isRow = (line: string): boolean =>
    cellsOf(line, delimiter)?.length === cells.length &&
    /\d/.test(line) &&
    !/\p{L}/u.test(line.replaceAll(/[AP]M|ÖÖ|ÖS/gi, ''))
  return lines.slice(0, index).findLastIndex((line) => !isRow(line)) + 1
}

function isReading(cells: readonly string[]): boolean {
  const date = cells.findIndex((cell) => readWall(cell) !== null)
  const isOne = (cell: string): boolean => !Number.isNaN(temperatureOf(cell).value) && cell !== ''
  if (date === -1) return splitDate(cells) !== null && cells.length > 4
  return cells.some((cell, index) => index !== date && isOne(cell))
}

/** The first line below a name of times that has a number of days or seconds, and another number. */
export function firstNumbered(lines: readonly string[], wanted: string | null): FirstReading | null {
  for (const delimiter of delimiters) {
    for (const [index, line] of lines.entries()) {
      const cells = cellsOf(line, delimiter) ?? []
      if (cells.length < 2 || !cells.some((cell) => readNumberTime(cell) !== null)) continue
      const names = namesAbove(lines.slice(0, index), delimiter, cells.length)
      const chosen = wanted === null ? null : columnNamed(names, wanted)
      const isTime = (at: number): boolean => (chosen === null ? isTimeName(names[at] ?? '') : at === chosen)
      if (cells.some((cell, at) => isTime(at) && readNumberTime(cell) !== null))
        return { delimiter, index, cells }
    }
  }
  return null
}

/** The first text below the names of a time and a temperature that is neither a time nor a date. */
export function unreadTime(lines: readonly string[]): SeriesQuestion | null {
  for (const delimiter of delimiters) {
    for (const [index, line] of lines.entries()) {
      const names = cellsOf(line, delimiter) ?? []
      const time = names.findIndex(isTimeName)
      if (time === -1 || !names.some((name, at) => at !== time && isTemperature(name))) continue
      const cells = cellsOf(lines[index + 1] ?? '', delimiter) ?? []
      const text = cells[time] ?? ''
      if (cells.length === names.length && /\d/.test(text) && readWall(text) === null)
        return timeFault(index + 1, names[time] ?? '', text)
    }
  }
  return null
}

export function timeFault(index: number, name: string, text: string): SeriesQuestion {
  return { code: 'no_time', line: index + 1, name, text: text.slice(0, 40) }
}

export function splitDate(cells: readonly string[]): readonly number[] | null {
  const year = cells.findIndex((cell) => /^(?:19|20)\d{2}$/.test(cell))
  if (year === -1) return null
  const [month = Number.NaN, day = Number.NaN] = [cells[year + 1], cells[year + 2]].map((cell) =>
    numberOf(cell ?? '')
  ) as number[]
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? [year, year + 1, year + 2] : null
}

export function namesAbove(lines: readonly string[], delimiter: Delimiter, count: number): readonly string[] {
  const above = lines
    .map((line) => cellsOf(line, delimiter) ?? [])
    .filter((cells) => cells.some((cell) => cell !== ''))
    .slice(-3)
    .toReversed()
  const [near = [], next = [], far = []] = above
  const isWide = (cells: readonly string[]): boolean => cells.filter((cell) => cell !== '').length > 1
  const hasTime = (cells: readonly string[]): boolean => isWide(cells) && cells.some(isTimeName)
  // A unit alone below its name.
  const isUnit = hasTime(next) && near.length === next.length
  if (!isWide(near) && !isUnit) return Array.from({ length: count }, () => '')
  // Two lines of names: `Temp` above `Out`.
  const upper = hasTime(near) ? (next[0] === '' && isWide(next) ? next : []) : hasTime(next) ? next : far
  const lower = near
  const joined = hasTime(near) || hasTime(upper)
  return Array.from({ length: count }, (_, index) => {
    const above = joined ? (upper[index] ?? '') || (hasTime(near) ? '' : lastOf(upper, index)) : ''
    return `${above} ${lower[index] ?? ''}`.trim()
  })
}

function lastOf(cells: readonly string[], index: number): string {
  return cells.slice(0, index).findLast((cell) => cell !== '') ?? ''
}

/** The number of a column, by its name or its number from 1. */
export function columnNamed(names: readonly string[], wanted: string): number | null {
  const number = /^\d{1,3}$/.test(wanted) ? Number(wanted) : null
  if (number !== null && number >= 1 && number <= names.length) return number - 1
  const plain = plainName(wanted)
  const exact = names.findIndex((name) => plainName(name) === plain)
  if (exact !== -1) return exact
  const begun = names.flatMap((name, index) => (plainName(name).startsWith(plain) ? [index] : []))
  return begun.length === 1 ? (begun[0] ?? null) : null
}

export type SeriesQuestion =
  /** Several columns may be meant, or none is named. */
  | { readonly code: 'columns'; readonly option: 'time' | 'temperature'; readonly names: readonly string[] }
  | {
      readonly code: 'no_column'
      readonly option: 'time' | 'temperature'
      readonly wanted: string
      readonly names: readonly string[]
    }
  /** A comma separates, and may be a decimal sign. */
  | { readonly code: 'decimal_comma'; readonly line: number }
  /** One date of the file in each order that fits all of it. */
  | {
      readonly code: 'date_order'
      readonly text: string
      readonly dates: readonly { readonly order: DateOrder; readonly date: string }[]
    }
  | { readonly code: 'unit'; readonly lowest: number; readonly highest: number }
  | { readonly code: 'units_differ'; readonly column: TemperatureUnit; readonly option: TemperatureUnit }
  /** A line within the file names the column of the temperature otherwise, or with another unit. */
  | { readonly code: 'renamed'; readonly line: number; readonly text: string; readonly name: string }
  /** The clocks of the place changed within the file; nothing says whether the logger's did. */
  | { readonly code: 'zone'; readonly timezone: string; readonly offsets: readonly string[] }
  | { readonly code: 'no_zone'; readonly zone: string }
  /** A time that the zone's clock did not show, or showed twice where the file has it once. */
  | { readonly code: 'no_such_time'; readonly line: number; readonly timezone: string }
  | { readonly code: 'backwards'; readonly lines: readonly [number, number] }
  | {
      readonly code: 'twice'
      readonly lines: readonly [number, number]
      readonly values: readonly [number, number]
    }
  /** A date that is not a day in any order. */
  | { readonly code: 'no_date'; readonly line: number; readonly text: string }
  /** Each row has an order, and no order fits all. */
  | { readonly code: 'mixed_dates' }
  /** A text that is no time, in a column of times. */
  | { readonly code: 'no_time'; readonly line: number; readonly name: string; readonly text: string }
  /** A row without a date, whose clock does not continue from the row above. */
  | { readonly code: 'no_day'; readonly line: number; readonly name: string }
  /** What follows the time is not one offset; empty: nothing does, but something follows others. */
  | { readonly code: 'zone_word'; readonly line: number; readonly name: string; readonly word: string }
  | { readonly code: 'future'; readonly line: number; readonly at: string }
  /** In the file the days are warmest at night [h after midnight by the sun]. */
  | { readonly code: 'warm_night'; readonly hour: number }
  | { readonly code: 'too_long'; readonly most: number }
  /** Too much of the file is no air temperature in the unit that is said. */
  | { readonly code: 'not_air'; readonly line: number; readonly text: string; readonly others: number }
  | { readonly code: 'no_readings' }
  /** A spreadsheet's own format, or another that is no text of cells. */
  | { readonly code: 'other_file'; readonly file: OtherFile }
