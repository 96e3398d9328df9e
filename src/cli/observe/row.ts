import { mayPartThousands } from '../../common/decimal.ts'
import {
  cellsOf,
  delimiters,
  isNothing,
  numberOf,
  type TemperatureUnit,
  temperatureOf,
  unitOf
} from '../../common/file-cells.ts'
import { plainLetters } from '../../common/near-name.ts'
import type { Line } from '../../common/text-lines.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import {
  type ObservationRow,
  type RawRow,
  type RowMember,
  readRow
} from '../../observations/observation-row.ts'
import { serialDate } from '../../observations/series/wall-clock.ts'
import type { DateOrder, Header } from './header.ts'

interface RowReading {
  readonly header: Header
  readonly given: Readonly<Partial<Record<RowMember, string>>>
  readonly words: Catalogue['observe']
  readonly unit: TemperatureUnit
  readonly isUnitSaid: boolean
  readonly slashes: DateOrder
}

export type LineResult =
  | { readonly kind: 'row'; readonly row: ObservationRow }
  | { readonly kind: 'empty' }
  | { readonly kind: 'bad'; readonly reason: string }

export function readLine({ text, isCut }: Line, reading: RowReading): LineResult {
  if (text.trim() === '') return { kind: 'empty' }
  const { header, words } = reading
  if (isCut) return bad(words.longLine)
  if (text.includes('\uFFFD')) return bad(words.notUtf8)
  const cells = cellsOf(text, header.delimiter)
  if (cells === null) return bad(words.quote)
  if (cells.every((cell) => cell === '')) return { kind: 'empty' }
  // A line without a measurement is not a row.
  if (isNothing(cells[header.indexOf.get('minimum') ?? -1] ?? '')) return { kind: 'empty' }
  const extra = cells.slice(header.columns)
  if (cells.length < header.columns || extra.some((cell) => cell !== '')) {
    return bad(wrongCount(cells.length, text, reading))
  }
  const raw = rawRow(cells, reading)
  if (typeof raw === 'string') return bad(raw)
  const result = readRow(raw)
  return result.kind === 'row' ? result : bad(words.rowFault(result.fault))
}

function rawRow(cells: readonly string[], reading: RowReading): RawRow | string {
  const { header, given, words } = reading
  const written = (member: RowMember): string => {
    const index = header.indexOf.get(member)
    return index === undefined ? '' : (cells[index] ?? '')
  }
  const cell = (member: RowMember): string => written(member) || (given[member] ?? '')
  const ownUnit = unitOf(cell('unit'))
  const minimum = minimumOf(cell('minimum'), ownUnit ?? (reading.isUnitSaid ? reading.unit : null), words)
  if (typeof minimum === 'string') return minimum
  if (cell('unit') !== '' && unitOf(cell('unit')) === null) {
    return words.noUnit(shown(cell('unit')))
  }
  const hasPoint = cell('lat') !== '' || cell('lon') !== ''
  const lat = numberOf(cell('lat'))
  const lon = numberOf(cell('lon'))
  if (Number.isNaN(lat) || Number.isNaN(lon)) return words.noPoint(shown(cell('lat')), shown(cell('lon')))
  const elevation = mayPartThousands(cell('elevation')) ? Number.NaN : numberOf(cell('elevation'))
  if (Number.isNaN(elevation)) return words.noHeight(shown(cell('elevation')))
  const date = isoDate(header.dateParts === null ? cell('date') : dayOf(cells, header.dateParts), reading)
  if (typeof date !== 'string') return date.reason
  const kind = kindOf(cell('kind'))
  return {
    ...(hasPoint
      ? { lat, lon, elevation }
      : { location: placeOf(written('location') || (given.location ?? ''), district(cells, header)) }),
    date,
    kind,
    // The exposure given for a whole file is that of its plants; a row at 2 m has none.
    exposure: (kind === 'air_2m' ? written('exposure') : cell('exposure')).toLowerCase(),
    minimum: minimum.value,
    ...(minimum.unit === null ? {} : { unit: minimum.unit }),
    station: cell('station')
  }
}

/** −2,3 and −2.3, with a sign of its own unit or without; a text says what is wrong. */
function minimumOf(
  text: string,
  usual: TemperatureUnit | null,
  words: Catalogue['observe']
): { readonly value: number; readonly unit: TemperatureUnit | null } | string {
  if (text === '') return words.noMinimum
  const { value, unit } = temperatureOf(text)
  if (Number.isNaN(value)) return words.noTemperature(shown(text))
  return { value, unit: unit ?? usual }
}

/** Points mark 12.04.2026 as Turkish. Midnight is the day alone; with another time a row is a reading. */
function isoDate(written: string, { slashes, words }: RowReading): string | { readonly reason: string } {
  const text = serialDate(written) ?? written.replace(/[T ]00:00(:00(\.0+)?)?(Z|[+-]00:00)?$/, '').trim()
  if (/\d[T ]+\d{1,2}[:.]\d{2}/.test(text)) return { reason: words.timeOfDay(shown(written)) }
  const match = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})$/.exec(text)
  if (match === null) return text
  const [, first = '', sign, second = '', year = ''] = match
  const iso = (day: string, month: string): string =>
    `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (sign === '.' || slashes === 'day first' || Number(first) === Number(second)) return iso(first, second)
  if (slashes === 'month first') return iso(second, first)
  return { reason: words.twoDates(shown(text), iso(first, second), iso(second, first)) }
}

/** `2026`, `1` and `14` as one date; unchanged where they are not one. */
function dayOf(cells: readonly string[], [year, month, day]: readonly [number, number, number]): string {
  const two = (index: number): string => (cells[index] ?? '').padStart(2, '0')
  return `${cells[year] ?? ''}-${two(month)}-${two(day)}`
}

/** Kinds in Turkish files. */
const kinds: Readonly<Record<string, string>> = { hava: 'air_2m', bitki: 'plant' }

function kindOf(text: string): string {
  const folded = plainLetters(text)
  return kinds[folded] ?? text.toLowerCase()
}

function district(cells: readonly string[], { districtIndex }: Header): string {
  return districtIndex === null ? '' : (cells[districtIndex] ?? '')
}

/** A province and its district in two columns: `Malatya` and `Battalgazi`. */
function placeOf(location: string, districtName: string): string {
  if (districtName === '') return location
  const slug = (text: string): string =>
    plainLetters(text)
      .trim()
      .replace(/[^a-z0-9]+/g, '-')
  return location === '' ? districtName : `${slug(location)}-${slug(districtName)}`
}

function wrongCount(count: number, text: string, { header, words }: RowReading): string {
  const start = words.wrongCount(count, header.columns)
  if (header.delimiter === ',' && /(^|,)\s*[+−-]?\d+,\d+\s*(,|$)/.test(text)) {
    return `${start} ${words.decimalComma}`
  }
  const other = delimiters.find(
    (delimiter) => delimiter !== header.delimiter && text.split(delimiter).length === header.columns
  )
  return other === undefined ? start : `${start} ${words.otherDelimiter[other]}`
}

function bad(reason: string): LineResult {
  return { kind: 'bad', reason }
}

function shown(text: string): string {
  return text.slice(0, 40).replace(/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu, '�')
}
