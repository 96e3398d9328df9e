/** From the cells of a line to a row. */
import {
  type ObservationRow,
  type RawRow,
  type RowMember,
  readRow
} from '../../observations/observation-row.ts'
import { cellsOf, delimiters } from './cells.ts'
import type { Header, TemperatureUnit } from './header.ts'
import type { Line } from './lines.ts'

export interface RowReading {
  readonly header: Header
  /** What every row has that does not say otherwise. */
  readonly given: Readonly<Partial<Record<RowMember, string>>>
  /** The unit of minima that do not name their own. */
  readonly unit: TemperatureUnit
}

export type LineResult =
  | { readonly kind: 'row'; readonly row: ObservationRow }
  | { readonly kind: 'empty' }
  | { readonly kind: 'bad'; readonly reason: string }

/** Reads one line below the header. */
export function readLine({ text, isCut }: Line, reading: RowReading): LineResult {
  if (text.trim() === '') return { kind: 'empty' }
  if (isCut) return bad('The line is longer than 4,000 characters.')
  if (text.includes('\uFFFD')) return bad('The line is not UTF-8. Save the file as CSV in UTF-8.')
  const { header } = reading
  const cells = cellsOf(text, header.delimiter)
  if (cells === null) return bad('A quote does not close.')
  if (cells.every((cell) => cell === '')) return { kind: 'empty' }
  const extra = cells.slice(header.columns)
  if (cells.length < header.columns || extra.some((cell) => cell !== '')) {
    return bad(wrongCount(cells.length, text, header))
  }
  const raw = rawRow(cells, reading)
  if (typeof raw === 'string') return bad(raw)
  const result = readRow(raw)
  return result.kind === 'row' ? result : bad(result.fault.detail)
}

function rawRow(cells: readonly string[], reading: RowReading): RawRow | string {
  const { header, given } = reading
  const cell = (member: RowMember): string => {
    const index = header.indexOf.get(member)
    return (index === undefined ? '' : (cells[index] ?? '')) || (given[member] ?? '')
  }
  const minimum = minimumOf(cell('minimum'), unitOf(cell('unit')) ?? reading.unit)
  if (typeof minimum === 'string') return minimum
  if (cell('unit') !== '' && unitOf(cell('unit')) === null) {
    return `"${shown(cell('unit'))}" is no unit; C and F are known.`
  }
  const hasPoint = cell('lat') !== '' || cell('lon') !== ''
  const lat = numberOf(cell('lat'))
  const lon = numberOf(cell('lon'))
  if (Number.isNaN(lat) || Number.isNaN(lon))
    return `"${shown(cell('lat'))}", "${shown(cell('lon'))}" is no point.`
  const elevation = numberOf(cell('elevation'))
  if (Number.isNaN(elevation)) return `"${shown(cell('elevation'))}" is no height.`
  return {
    ...(hasPoint ? { lat, lon, elevation } : { location: cell('location') }),
    date: isoDate(cell('date')),
    kind: cell('kind').toLowerCase(),
    minimum: minimum.value,
    unit: minimum.unit,
    station: cell('station')
  }
}

/** −2,3 and −2.3, with a sign of its own unit or without; a text says what is wrong. */
function minimumOf(
  text: string,
  usual: TemperatureUnit
): { readonly value: number; readonly unit: TemperatureUnit } | string {
  if (text === '') return 'The minimum is missing.'
  const match = /^(.*?)\s*°?\s*([CcFf])?$/.exec(text)
  const value = numberOf(match?.[1] ?? text)
  if (value === null || Number.isNaN(value)) return `"${shown(text)}" is no temperature.`
  return { value, unit: unitOf(match?.[2] ?? '') ?? usual }
}

/** null for an empty cell, NaN for what is no number. A comma is a decimal comma; thousands are not parted in any cell of ours. */
function numberOf(text: string): number | null {
  if (text === '') return null
  const plain = text.replace(/[−–]/, '-').replace(',', '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

function unitOf(text: string): TemperatureUnit | null {
  const folded = text.toLowerCase().replace(/[°\s]|deg(rees)?/g, '')
  if (folded === 'c' || folded === 'celsius') return 'C'
  return folded === 'f' || folded === 'fahrenheit' ? 'F' : null
}

/** 12.04.2026, as Turkish spreadsheets write it, is told from every other order by its points. */
function isoDate(text: string): string {
  const match = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  if (match === null) return text
  const [, day = '', month = '', year = ''] = match
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function wrongCount(count: number, text: string, header: Header): string {
  const start = `${count} values where the first line names ${header.columns} columns.`
  if (header.delimiter === ',' && /(^|,)\s*[+−-]?\d+,\d+\s*(,|$)/.test(text)) {
    return `${start} A decimal comma between commas must stand in quotes; or part the values by semicolons.`
  }
  const other = delimiters.find(
    ([delimiter]) => delimiter !== header.delimiter && text.split(delimiter).length === header.columns
  )
  return other === undefined ? start : `${start} This line is parted by ${other[1]}s.`
}

function bad(reason: string): LineResult {
  return { kind: 'bad', reason }
}

function shown(text: string): string {
  return text.slice(0, 40).replace(/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu, '�')
}
