import { cellsOf } from '../../common/file-cells.ts'
import type { Line } from '../../common/text-lines.ts'
import type { Header } from './header.ts'

export type DateOrder = 'day first' | 'month first' | null

export interface FileHabits {
  /** Of dates with slashes; null where the file does not show it. */
  readonly slashes: DateOrder
  /** Minima have points and stand before digits: a whole minimum before digits is one as well. */
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

/** Whether a minimum or a latitude of this form stands before a cell of one to three digits. */
function isBeforeDigits(header: Header, text: string, form: RegExp): boolean {
  const cells = cellsOf(text, header.delimiter) ?? []
  return (['minimum', 'lat'] as const).some((member) => {
    const index = header.indexOf.get(member)
    if (index === undefined || !form.test(cells[index] ?? '')) return false
    // A place's height may have three digits; decimals of a temperature have one or two.
    return (member === 'lat' ? /^\d{1,6}$/ : /^\d{1,2}$/).test(cells[index + 1] ?? '')
  })
}
