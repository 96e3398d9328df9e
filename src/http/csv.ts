/** Tables as CSV: for programs by RFC 4180, and for Excel where the decimal mark is a comma. */
import { hourSeconds, minuteSeconds } from '../common/time.ts'

export const csvForms = ['csv', 'csv-excel'] as const
export type CsvForm = (typeof csvForms)[number]
export const csvType = 'text/csv; charset=utf-8'

export interface Column {
  readonly name: string
  readonly path: readonly string[]
  /** RFC 3339; for Excel two columns, the local time and its offset from UTC in hours. */
  readonly isInstant: boolean
}

type Cell = string | number | boolean | null

interface Style {
  readonly mark: string
  readonly separator: string
  readonly decimal: string
  readonly isQuoted: RegExp
  readonly instant: (text: string | null) => readonly Cell[]
}

const styles: Readonly<Record<CsvForm, Style>> = {
  csv: { mark: '', separator: ',', decimal: '.', isQuoted: /[",\r\n]/, instant: (text) => [text] },
  'csv-excel': {
    mark: '\uFEFF',
    separator: ';',
    decimal: ',',
    isQuoted: /[";\r\n]/,
    instant: (text) => (text === null ? [null, null] : [localTime(text), offsetHours(text)])
  }
}

interface Shown {
  readonly columns: readonly Column[]
  readonly beside?: { readonly columns: readonly Column[]; readonly of: unknown }
}

export function csvOf(form: CsvForm, rows: readonly unknown[], { columns, beside }: Shown): string {
  const { columns: more, of } = beside ?? { columns: [], of: null }
  const common = cellsIn(form, more, of)
  const lines = rows.map((row) => lineOf(form, [...cellsIn(form, columns, row), ...common]))
  return csvHead(form, [...columns, ...more]) + lines.join('')
}

export function csvHead(form: CsvForm, columns: readonly Column[]): string {
  const names = columns.flatMap(({ name, isInstant }) =>
    isInstant && form === 'csv-excel' ? [name, `${name}_utc_offset_hours`] : [name]
  )
  return styles[form].mark + lineOf(form, names)
}

export function csvLines(form: CsvForm, columns: readonly Column[], rows: readonly unknown[]): string {
  return rows.map((row) => lineOf(form, cellsIn(form, columns, row))).join('')
}

function cellsIn(form: CsvForm, columns: readonly Column[], row: unknown): readonly Cell[] {
  return columns.flatMap((column) => cellsOf(column, valueAt(row, column.path), styles[form]))
}

function lineOf(form: CsvForm, cells: readonly Cell[]): string {
  const style = styles[form]
  return `${cells.map((cell) => written(cell, style)).join(style.separator)}\r\n`
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value
  for (const member of path) found = (found as Readonly<Record<string, unknown>> | null)?.[member]
  return found
}

function cellsOf({ isInstant }: Column, value: unknown, style: Style): readonly Cell[] {
  if (Array.isArray(value)) return [value.map((one) => (typeof one === 'object' ? one.code : one)).join(' ')]
  const cell = (value ?? null) as Cell
  return isInstant ? style.instant(cell as string | null) : [cell]
}

function written(cell: Cell, { decimal, isQuoted }: Style): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', decimal)
  const text = harmless(String(cell))
  return isQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Beginnings that a spreadsheet takes for a formula, in characters of any width. */
const formula = /^[\s"]*[=+\-@＝＋－＠]/
/** A program of another language may separate cells at these. */
const marks = /([;,\t\r\n])/

/** An apostrophe makes a text of what would begin like a formula; a number at the end stays one. */
function harmless(text: string): string {
  const [first = '', ...others] = text.split(marks)
  const shown = others.map((part, index) => {
    const isNumber = index === others.length - 1 && /^[+-]\d+(?:\.\d+)?$/.test(part)
    return formula.test(part) && !isNumber ? `'${part}` : part
  })
  return (formula.test(text) || /^[\t\r\n]/.test(text) ? "'" : '') + first + shown.join('')
}

/** `2026-04-12 05:30:00`, which spreadsheets take as a time in every language. */
function localTime(instant: string): string {
  return instant.slice(0, 19).replace('T', ' ')
}

function offsetHours(instant: string): number {
  const offset = /([+-])(\d\d):(\d\d)$/.exec(instant)
  if (offset === null) return 0
  const seconds = Number(offset[2]) * hourSeconds + Number(offset[3]) * minuteSeconds
  return ((offset[1] === '-' ? -1 : 1) * seconds) / hourSeconds + 0
}
