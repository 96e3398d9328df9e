/** The first line of a file: its delimiter, what its columns mean, and in which unit the minima are. */
import {
  cellsOf,
  type Delimiter,
  delimiterOf,
  otherFileOf,
  type TemperatureUnit,
  unitOf
} from '../../common/file-cells.ts'
import { plainLetters } from '../../common/near-name.ts'
import type { Line } from '../../common/text-lines.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import { type RowMember, rowMembers } from '../../observations/observation-row.ts'

export type DateOrder = 'day first' | 'month first' | null

export interface FileHabits {
  /** Order of dates with slashes; null where the file does not show it. */
  readonly slashes: DateOrder
  /** Minima have points and come before digits: a whole minimum before digits is one as well. */
  readonly hasPointsBeforeDigits: boolean
  readonly hasPoints: boolean
}

export function habitsOf(header: Header, lines: readonly Line[]): FileHabits {
  let [dayFirst, monthFirst, hasPointsBeforeDigits, hasPoints] = [false, false, false, false]
  for (const { text } of lines) {
    const [, first = '', second = ''] = /(?:^|[^\d/])(\d{1,2})\/(\d{1,2})\/\d{4}/.exec(text) ?? []
    if (Number(first) > 12) dayFirst = true
    if (Number(second) > 12) monthFirst = true
    hasPoints ||= /\d\.\d/.test(cellsOf(text, header.delimiter)?.[header.indexOf.get('minimum') ?? -1] ?? '')
    if (header.delimiter === ',' && !text.includes('"'))
      hasPointsBeforeDigits ||= isBeforeDigits(header, text, /^[+\-−‐‑–]? ?\d*\.\d+$/)
  }
  const slashes = dayFirst === monthFirst ? null : dayFirst ? 'day first' : 'month first'
  return { slashes, hasPointsBeforeDigits, hasPoints }
}

/** A row of as many values as columns, that may be one with decimal commas: `2026-11-24,-2,3`. */
export function mayHaveDecimalCommas(header: Header, { text }: Line, habits: FileHabits): boolean {
  if (header.delimiter !== ',' || text.includes('"') || habits.hasPointsBeforeDigits) return false
  return isBeforeDigits(header, text, /^[+\-−‐‑–]? ?\d{1,3}$/)
}

/** Whether a minimum or a latitude of this form comes before a cell of one to three digits. */
function isBeforeDigits(header: Header, text: string, form: RegExp): boolean {
  const cells = cellsOf(text, header.delimiter) ?? []
  return (['minimum', 'lat'] as const).some((member) => {
    const index = header.indexOf.get(member)
    if (index === undefined || !form.test(cells[index] ?? '')) return false
    // A place's height may have three digits; decimals of a temperature have one or two.
    return (member === 'lat' ? /^\d{1,6}$/ : /^\d{1,2}$/).test(cells[index + 1] ?? '')
  })
}

type Words = Catalogue['observe']

export interface Header {
  readonly delimiter: Delimiter
  readonly columns: number
  /** The index of each member's column; a member without one is absent. */
  readonly indexOf: ReadonlyMap<RowMember, number>
  /** Year, month and day, where each has its own; null where the date has one. */
  readonly dateParts: readonly [number, number, number] | null
  /** The district's, alongside one of its province; null without. */
  readonly districtIndex: number | null
  /** What the header says about the unit of the minimum; null where it says nothing. */
  readonly unit: TemperatureUnit | null
  readonly cells: readonly string[]
  /** Columns that mean nothing here, as they are written. */
  readonly ignored: readonly string[]
}

type GivenMembers = ReadonlySet<RowMember>

type HeaderResult =
  | { readonly kind: 'header'; readonly header: Header }
  /** Why nothing can be imported, with what to do. */
  | { readonly kind: 'mistake'; readonly message: string }

/** Other names of columns, folded; a person's file is not made for us. */
const names: Readonly<Record<RowMember, readonly string[]>> = {
  location: ['location', 'slug', 'place', 'yer', 'konum', 'il', 'sehir'],
  lat: ['lat', 'latitude', 'enlem'],
  lon: ['lon', 'lng', 'long', 'longitude', 'boylam'],
  elevation: ['elevation', 'altitude', 'height', 'yukseklik', 'rakim'],
  date: ['date', 'night', 'tarih', 'gun', 'gozlemtarihi', 'olcumtarihi', 'geceninsabahi'],
  kind: ['kind', 'type', 'tur'],
  exposure: ['exposure', 'bitkiyuksekligi'],
  minimum: [
    'minimum',
    'min',
    'tmin',
    'tempmin',
    'temperaturemin',
    'minimumtemperature',
    'mintemp',
    'endusuk',
    'endusuksicaklik',
    'endusuksic',
    'endusukhavasicakligi',
    'minsic',
    'minsicaklik',
    'minimumsicaklik',
    'minimumhavasicakligi'
  ],
  unit: ['unit', 'units', 'birim'],
  station: ['station', 'sensor', 'logger', 'istasyon']
}

const districtNames: ReadonlySet<string> = new Set(['ilce', 'district'])

export function readHeader(line: string, given: GivenMembers, words: Words): HeaderResult {
  if (line.trim() === '') return mistake(words.emptyFirstLine)
  const other = otherFileOf(line)
  if (other !== null) return mistake(words.otherFile[other])
  if (line.includes('\0')) return mistake(words.noText)
  const delimiter = delimiterOf(line)
  const cells = cellsOf(line, delimiter)
  if (cells === null) return mistake(words.quoteInHeader)
  const dateParts = datePartsOf(cells)
  const indexOf = new Map<RowMember, number>(dateParts === null ? [] : [['date', dateParts[2]]])
  const ignored: string[] = []
  let districtIndex: number | null = null
  let unit: TemperatureUnit | null = null
  for (const [index, cell] of cells.entries()) {
    if (cell === '' || dateParts?.includes(index) === true) continue
    if (districtNames.has(plainLetters(cell).replace(/[^a-z]/g, ''))) {
      districtIndex = index
      continue
    }
    const column = columnOf(cell)
    if (column === null) {
      ignored.push(cell)
      continue
    }
    if (indexOf.has(column.member)) return mistake(words.twoColumns(column.member, cell))
    indexOf.set(column.member, index)
    unit ??= column.unit
  }
  // A district alone names its place.
  if (districtIndex !== null && !indexOf.has('location')) {
    indexOf.set('location', districtIndex)
    districtIndex = null
  }
  const missing = missingMembers(indexOf, given, words)
  if (missing.length > 0) return mistake(missingMessage(missing, cells, words))
  return {
    kind: 'header',
    header: { delimiter, columns: cells.length, indexOf, dateParts, districtIndex, unit, cells, ignored }
  }
}

/** What a line below says about the columns: `same` as the header, `other`, the unit that it lacks, or nothing. */
export function namedAgain(line: string, header: Header): 'same' | 'other' | TemperatureUnit | null {
  const cells = cellsOf(line, header.delimiter) ?? []
  const indices = (['date', 'minimum'] as const).map((member) => header.indexOf.get(member) ?? -1)
  const [date = '', minimum = ''] = indices.map((index) => cells[index] ?? '')
  const unit = unitOf(minimum.replace(/[()[\]]/g, ''))
  if (unit !== null) return header.unit === null ? unit : unit === header.unit ? 'same' : 'other'
  if (columnOf(date) === null && columnOf(minimum) === null) return null
  return indices.every((index) => cells[index] === header.cells[index]) ? 'same' : 'other'
}

/** `YIL;AY;GUN`, as the weather service writes it. */
function datePartsOf(cells: readonly string[]): Header['dateParts'] {
  const plain = cells.map((cell) => (cell === '' ? '' : lettersOf(plainLetters(cell))))
  const [year = -1, month = -1, day = -1] = [
    ['yil', 'year'],
    ['ay', 'month'],
    ['gun', 'day']
  ].map((names) => plain.findIndex((cell) => names.includes(cell)))
  return year === -1 || month === -1 || day === -1 ? null : [year, month, day]
}

function columnOf(
  cell: string
): { readonly member: RowMember; readonly unit: TemperatureUnit | null } | null {
  const written = plainLetters(cell)
  const plain = memberNamed(written)
  if (plain !== null) return { member: plain, unit: null }
  // tmin_f, minimum (°C), min [F], minimum_celsius
  const [sign = ''] = /(?:c|f|celsius|fahrenheit)$/.exec(lettersOf(written)) ?? []
  const stem = lettersOf(written)
    .slice(0, -sign.length)
    .replace(/deg(?:rees)?$/, '')
  if (memberNamed(stem) !== 'minimum') return null
  return { member: 'minimum', unit: sign.startsWith('f') ? 'F' : 'C' }
}

function lettersOf(text: string): string {
  return text.replace(/[^a-z0-9]/g, '')
}

const memberOfName: ReadonlyMap<string, RowMember> = new Map(
  rowMembers.flatMap((member) => names[member].map((name) => [name, member] as const))
)

function memberNamed(text: string): RowMember | null {
  return memberOfName.get(lettersOf(text)) ?? null
}

function missingMembers(
  indexOf: ReadonlyMap<RowMember, number>,
  given: GivenMembers,
  words: Words
): readonly string[] {
  const has = (member: RowMember) => indexOf.has(member) || given.has(member)
  const missing: string[] = []
  if (!has('location') && !(has('lat') && has('lon'))) {
    missing.push(words.missingLocation)
  }
  if (!has('date')) missing.push('date')
  if (!has('kind')) missing.push(words.missingKind)
  if (!has('minimum')) missing.push('minimum')
  return missing
}

function missingMessage(missing: readonly string[], cells: readonly string[], words: Words): string {
  const found =
    cells.length === 1 ? words.oneColumn((cells[0] ?? '').slice(0, 80)) : cells.join(' | ').slice(0, 300)
  const message = words.missingColumns(missing.join('; '), found)
  const written = plainLetters(cells.join(' '))
  const isLog =
    /plot title|time|saat/.test(written) && (/temp|sicaklik/.test(written) || written.includes('plot'))
  return isLog ? `${message}\n  ${words.loggerExport}` : message
}

function mistake(message: string): HeaderResult {
  return { kind: 'mistake', message }
}
