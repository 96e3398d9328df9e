/** Where the readings of a logger's file begin, and which of its columns are time and temperature. */
import {
  cellsOf,
  type Delimiter,
  delimiters,
  numberOf,
  type TemperatureUnit,
  temperatureOf,
  unitOf
} from '../../common/file-cells.ts'
import { plainLetters } from '../../common/near-name.ts'
import type { SeriesQuestion } from './question.ts'
import { readClock, readOffset, readWall } from './wall-clock.ts'
import { zoneAbove } from './zone-line.ts'

export interface SeriesHeader {
  readonly delimiter: Delimiter
  readonly names: readonly string[]
  readonly firstLine: number
  /** Columns whose cells, joined by a hyphen, are the date. */
  readonly date: readonly number[]
  /** The column of the time of day; null where it stands behind the date. */
  readonly time: number | null
  readonly temperature: number
  readonly unitColumn: number | null
  readonly unit: TemperatureUnit | null
  /** From UTC, as the name of the time's column has it [ms]; null: it has none. */
  readonly offsetMs: number | null
  /** An IANA zone or an offset, as a line above has it; null: none has. */
  readonly zone: string | null
}

/** Columns as they were named by hand, by name or number; null: by their own names. */
export interface NamedColumns {
  readonly time: string | null
  readonly temperature: string | null
}

export type HeaderResult =
  | { readonly kind: 'header'; readonly header: SeriesHeader }
  | { readonly kind: 'question'; readonly question: SeriesQuestion }
  /** No line of a time and a number. */
  | { readonly kind: 'none' }

/** Lines above the readings: an iButton has some twenty. */
export const mostHeadLines = 80

export function readSeriesHeader(lines: readonly string[], named: NamedColumns): HeaderResult {
  const start = firstReading(lines)
  if (start === null) return { kind: 'none' }
  const { delimiter, index, cells } = start
  const names = namesAbove(lines.slice(0, index), delimiter, cells.length)
  const date = dateColumns(names, cells, named.time)
  if ('code' in date) return ask(date)
  const time = hasClock(cells, date) ? null : clockColumn(names, cells)
  if (time === null && !hasClock(cells, date)) return { kind: 'none' }
  const unitColumn = names.findIndex((name) => /^(?:unit|units|birim)$/.test(plainName(name)))
  const temperature = chosenTemperature(names, named.temperature, cells[unitColumn] ?? '')
  if (typeof temperature !== 'number') return ask(temperature)
  const timeNames = [...date, ...(time === null ? [] : [time])].map((one) => names[one] ?? '')
  return {
    kind: 'header',
    header: {
      delimiter,
      names,
      firstLine: index,
      date,
      time,
      temperature,
      unitColumn: unitColumn === -1 ? null : unitColumn,
      unit: unitOfName(names[temperature] ?? ''),
      offsetMs: timeNames.map(readOffset).find((offset) => offset !== null) ?? null,
      zone: zoneAbove(lines.slice(0, index))
    }
  }
}

function ask(question: SeriesQuestion): HeaderResult {
  return { kind: 'question', question }
}

interface FirstReading {
  readonly delimiter: Delimiter
  readonly index: number
  readonly cells: readonly string[]
}

/** The first line with a date and a number, and the delimiter that gives it most cells. */
function firstReading(lines: readonly string[]): FirstReading | null {
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

function isReading(cells: readonly string[]): boolean {
  const date = cells.findIndex((cell) => readWall(cell) !== null)
  const isOne = (cell: string): boolean => !Number.isNaN(temperatureOf(cell).value) && cell !== ''
  if (date === -1) return splitDate(cells) !== null && cells.length > 4
  return cells.some((cell, index) => index !== date && isOne(cell))
}

function splitDate(cells: readonly string[]): readonly number[] | null {
  const year = cells.findIndex((cell) => /^(?:19|20)\d{2}$/.test(cell))
  if (year === -1) return null
  const [month = Number.NaN, day = Number.NaN] = [cells[year + 1], cells[year + 2]].map((cell) =>
    numberOf(cell ?? '')
  ) as number[]
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? [year, year + 1, year + 2] : null
}

/** The names of the columns, from up to three lines above the readings. */
function namesAbove(lines: readonly string[], delimiter: Delimiter, count: number): readonly string[] {
  const above = lines
    .map((line) => cellsOf(line, delimiter) ?? [])
    .filter((cells) => cells.some((cell) => cell !== ''))
    .slice(-3)
    .toReversed()
  const [near = [], next = [], far = []] = above
  const isWide = (cells: readonly string[]): boolean => cells.filter((cell) => cell !== '').length > 1
  if (!isWide(near)) return Array.from({ length: count }, () => '')
  const hasTime = (cells: readonly string[]): boolean => isWide(cells) && cells.some(isTimeName)
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

function clockColumn(names: readonly string[], cells: readonly string[]): number | null {
  const found = names.findIndex(
    (name, index) =>
      isTimeName(name) &&
      readWall(cells[index] ?? '') === null &&
      readClock(cells[index] ?? '') !== null &&
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
  return { code: 'columns', option: 'temperature', names: candidates.length > 0 ? candidates : names }
}

/** By its name, or by its number from 1. */
function columnNamed(names: readonly string[], wanted: string): number | null {
  const number = /^\d{1,3}$/.test(wanted) ? Number(wanted) : null
  if (number !== null && number >= 1 && number <= names.length) return number - 1
  const plain = plainName(wanted)
  const exact = names.findIndex((name) => plainName(name) === plain)
  if (exact !== -1) return exact
  const begun = names.flatMap((name, index) => (plainName(name).startsWith(plain) ? [index] : []))
  return begun.length === 1 ? (begun[0] ?? null) : null
}

/** Small letters, with one sign for a degree. */
export function plainName(name: string): string {
  return plainLetters(name.replace(/[º˚\uFFFD]/g, '°')).trim()
}

export function isTimeName(name: string): boolean {
  return /(?:^|[^a-z])(?:date|datetime|dt|day|time|timestamp|hour|tarih|tarihi|gun|saat|saati|zaman|zamani)(?:[^a-z]|$)/.test(
    plainName(name)
  )
}

/** A name as `Temp, °C (LGR S/N: 1)`, `Temp - °F`, `temp_c`, `Celsius(°C)`. */
function unitOfName(name: string): TemperatureUnit | null {
  const match =
    /(?:[°*]|deg\.?) ?([cf])(?![a-z])|[([_ -]([cf])[)\]]?(?=$|,)|(celsius|fahrenheit|santigrat)/.exec(
      plainName(name)
    )
  if (match === null) return null
  const sign = match[1] ?? match[2] ?? match[3] ?? ''
  return sign.startsWith('f') ? 'F' : 'C'
}

const notAir = [
  /(?:^|[^a-z])(?:dew|cig|ciy|wet|yas|islak|feel|feels|hissedilen|index|chill|thw|thsw|apparent)(?:[^a-z]|$)/,
  /(?:^|[^a-z])(?:soil|toprak|water|su|battery|pil|device|cihaz|cpu|std|sapma|alarm|alarmi|range|fark)(?:[^a-z]|$)/
]
const indoors =
  /(?:^|[^a-z])(?:indoor|inside|in|ic|oda|room|kapali|console|konsol)(?:[^a-z]|$)|tempin|(?:^|[^a-z])in(?:temp|air)/
const outdoors = /(?:^|[^a-z])(?:outdoor|outside|out|dis|hava|air)(?:[^a-z]|$)/
const lowest = /(?:^|[^a-z])(?:low|lo|min|minimum|dusuk)(?:[^a-z]|$)/
const highest = /(?:^|[^a-z])(?:high|hi|max|maximum|maksimum|yuksek)(?:[^a-z]|$)/

function isTemperature(name: string): boolean {
  const plain = plainName(name)
  return /temp|sicakli|celsius|(?:^|[^a-z])sic(?:[^a-z]|$)/.test(plain) || unitOfName(name) !== null
}

interface TemperatureColumns {
  /** The one whose values are the readings; null where none or several may be. */
  readonly index: number | null
  /** Those that may be meant, as they are written. */
  readonly candidates: readonly string[]
}

const notNames =
  /(?:^|[^a-z])(?:outdoor|outside|out|dis|avg|average|mean|ort|ortalama|low|lo|min|minimum|en dusuk|dusuk)(?=[^a-z]|$)/g

/** What a name is of, whichever of its values it is. */
function stemOf(plain: string): string {
  return plain.replace(notNames, '').replace(/[^a-z]/g, '')
}

/** The column of the air's temperature; where there is a lowest one of each interval, that. */
function temperatureColumn(names: readonly string[]): TemperatureColumns {
  const all = names.flatMap((name, index) => {
    // What a logger says of itself behind the name: serial numbers and labels.
    const plain = plainName(name).split('(lgr ')[0] ?? ''
    return isTemperature(name) ? [{ name, index, plain }] : []
  })
  const air = all.filter(({ plain }) => !notAir.some((one) => one.test(plain)) && !highest.test(plain))
  const free = air.filter(({ plain }) => !indoors.test(plain))
  const named = free.filter(({ plain }) => outdoors.test(plain))
  const chosen = named.length > 0 ? named : free
  const plains = chosen.filter(({ plain }) => !lowest.test(plain))
  const [only] = plains
  const lows = (only === undefined ? chosen : free).filter(
    ({ plain }) => lowest.test(plain) && (only === undefined || stemOf(plain) === stemOf(only.plain))
  )
  const isOne = plains.length <= 1 && lows.length <= 1
  const index = isOne ? (lows[0]?.index ?? only?.index ?? null) : null
  const shown = chosen.length > 0 ? chosen : all
  return { index, candidates: shown.map(({ name }) => name) }
}
