/** Where the readings of a logger's file begin, and which of its columns are time and temperature. */
import { type Delimiter, type TemperatureUnit, unitOf } from '../../common/file-cells.ts'
import { isTimeName, plainName, temperatureColumn, unitOfName } from './column-names.ts'
import {
  columnNamed,
  type FirstReading,
  firstNumbered,
  firstReading,
  firstRow,
  namesAbove,
  type SeriesQuestion,
  splitDate,
  timeFault,
  unreadTime
} from './question.ts'
import { readClock, readNumberTime, readOffset, readWall, zoneAbove, zoneInName } from './wall-clock.ts'

export interface SeriesHeader {
  readonly delimiter: Delimiter
  readonly names: readonly string[]
  readonly firstLine: number
  /** Columns whose cells, joined by a hyphen, are the date. */
  readonly date: readonly number[]
  /** The column of the time of day; null where it follows the date. */
  readonly time: number | null
  readonly temperature: number
  readonly unitColumn: number | null
  readonly unit: TemperatureUnit | null
  /** The dates are numbers: of days or of seconds. */
  readonly isNumber: boolean
  /** The zone of each row behind its time; null: no column has it. */
  readonly zoneColumn: number | null
  /** From UTC, as the name of the time's column has it [ms]; null: it has none. */
  readonly offsetMs: number | null
  /** In the name of the time's column, where it may be several; null: none is. */
  readonly zoneWord: string | null
  /** An IANA zone or an offset, as a line above has it; null: none has. */
  readonly zone: string | null
}

/** Columns as they were named by hand, by name or number; null: by their own names. */
export interface NamedColumns {
  readonly time: string | null
  readonly temperature: string | null
}

type HeaderResult =
  | { readonly kind: 'header'; readonly header: SeriesHeader }
  | { readonly kind: 'question'; readonly question: SeriesQuestion }
  /** No line of a time and a number. */
  | { readonly kind: 'none' }

/** Lines above the readings: an iButton has some twenty. */
export const maxHeadLines = 80

export function readSeriesHeader(lines: readonly string[], named: NamedColumns): HeaderResult {
  const start = firstReading(lines) ?? firstNumbered(lines, named.time)
  if (start === null) {
    const unread = unreadTime(lines)
    return unread === null ? { kind: 'none' } : ask(unread)
  }
  const { delimiter, cells } = start
  const firstLine = firstRow(lines, start)
  const names = namesAbove(lines.slice(0, firstLine), delimiter, cells.length)
  const date = dateColumns(names, cells, named.time)
  if ('code' in date) return ask(date)
  const isNumber = isNumbered(cells, date)
  const time = hasClock(cells, date) ? null : clockColumn(names, cells)
  const strange = time === null || isNumber ? otherTime(start, names, date) : null
  if (strange !== null && !hasClock(cells, date)) return ask(strange)
  if (time === null && !isNumber && !hasClock(cells, date)) return { kind: 'none' }
  const unitColumn = names.findIndex((name) => /^(?:unit|units|birim)$/.test(plainName(name)))
  const temperature = chosenTemperature(names, named.temperature, cells[unitColumn] ?? '')
  if (typeof temperature !== 'number') return ask(temperature)
  return {
    kind: 'header',
    header: {
      delimiter,
      names,
      firstLine,
      date,
      time,
      temperature,
      unitColumn: unitColumn === -1 ? null : unitColumn,
      unit: unitOfName(names[temperature] ?? ''),
      isNumber,
      ...zoneNames(names, cells, time === null ? date : [...date, time]),
      zone: zoneAbove(lines.slice(0, firstLine))
    }
  }
}

function ask(question: SeriesQuestion): HeaderResult {
  return { kind: 'question', question }
}

function isNumbered(cells: readonly string[], date: readonly number[]): boolean {
  const day = cells[date[0] ?? -1] ?? ''
  return date.length === 1 && readWall(day) === null && readNumberTime(day) !== null
}

/** A column of texts that are no times, next to one of days. */
function otherTime(
  { index, cells }: FirstReading,
  names: readonly string[],
  date: readonly number[]
): SeriesQuestion | null {
  const other = names.findIndex((name, at) => {
    const cell = cells[at] ?? ''
    // A part of a day is written with a point, like a clock.
    return !date.includes(at) && isTimeName(name) && /\d/.test(cell) && !/^\d{1,2}:\d\d/.test(cell)
  })
  return other === -1 ? null : timeFault(index, names[other] ?? '', cells[other] ?? '')
}

/** What the names say about the zone. @param times The columns of date and time */
function zoneNames(
  names: readonly string[],
  cells: readonly string[],
  times: readonly number[]
): Pick<SeriesHeader, 'zoneColumn' | 'offsetMs' | 'zoneWord'> {
  const column = names.findIndex((name, at) => isZoneColumn(name, cells[at] ?? ''))
  const written = times.map((one) => names[one] ?? '')
  const words = written.map((name) => zoneInName(name)?.zoneWord ?? null)
  return {
    zoneColumn: column === -1 ? null : column,
    offsetMs: written.map(offsetInName).find((offset) => offset !== null) ?? null,
    zoneWord: words.find((word) => word !== null) ?? null
  }
}

function offsetInName(name: string): number | null {
  return readOffset(name) ?? zoneInName(name)?.offsetMs ?? null
}

function isZoneColumn(name: string, cell: string): boolean {
  const plain = plainName(name)
  if (plain === 'zone') return zoneInName(cell) !== null
  const isOne = /^(?:time ?zone|tz|zaman dilimi|saat dilimi|(?:utc|gmt)[ _]?offset)$/.test(plain)
  return isOne && cell !== '' && readClock(`0:00 ${cell}`) !== null
}

function dateColumns(
  names: readonly string[],
  cells: readonly string[],
  wanted: string | null
): number[] | SeriesQuestion {
  if (wanted !== null) {
    const index = columnNamed(names, wanted)
    return index === null ? { code: 'no_column', option: 'time', wanted, names } : [index]
  }
  const dates = cells.flatMap((cell, index) => (readWall(cell) === null ? [] : [index]))
  const split = splitDate(cells)
  if (dates.length === 0 && split === null) {
    return names.flatMap((name, index) =>
      isTimeName(name) && readNumberTime(cells[index] ?? '') !== null ? [index] : []
    )
  }
  if (dates.length === 0) return split === null ? [] : [...split]
  const full = dates.filter((index) => hasClock(cells, [index]))
  const chosen = full.length > 0 ? full : dates
  const timed = chosen.filter((index) => isTimeName(names[index] ?? ''))
  const [only, ...others] = timed.length > 0 ? timed : chosen
  if (only === undefined) return []
  if (others.length === 0) return [only]
  return { code: 'columns', option: 'time', names: [only, ...others].map((index) => names[index] ?? '') }
}

function hasClock(cells: readonly string[], date: readonly number[]): boolean {
  return date.length === 1 && readWall(cells[date[0] ?? -1] ?? '')?.clock != null
}

/** Since the first reading. */
const elapsed = /(?:^|[^a-z])(?:elapsed|duration|gecen|sure|suresi)(?:[^a-z]|$)/

function clockColumn(names: readonly string[], cells: readonly string[]): number | null {
  const found = names.findIndex(
    (name, index) =>
      isTimeName(name) &&
      readWall(cells[index] ?? '') === null &&
      readClock(cells[index] ?? '') !== null &&
      !elapsed.test(plainName(name)) &&
      !/^(?:yil|year|ay|month|gun|day)$/.test(plainName(name))
  )
  return found === -1 ? null : found
}

function chosenTemperature(
  names: readonly string[],
  wanted: string | null,
  unit: string
): number | SeriesQuestion {
  if (wanted !== null) {
    return columnNamed(names, wanted) ?? { code: 'no_column', option: 'temperature', wanted, names }
  }
  const { index, candidates } = temperatureColumn(names)
  if (index !== null) return index
  const value = names.findIndex((name) => /^(?:value|deger)$/.test(plainName(name)))
  if (candidates.length === 0 && value !== -1 && unitOf(unit) !== null) return value
  const others = names.filter((name) => !isTimeName(name))
  const shown = [candidates, others, names].find((one) => one.length > 0) ?? []
  return { code: 'columns', option: 'temperature', names: shown }
}
