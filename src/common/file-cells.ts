import { readDecimal } from './decimal.ts'

export type Delimiter = ',' | ';' | '\t' | '|'

export const delimiters: readonly Delimiter[] = [';', '\t', '|', ',']

export type TemperatureUnit = 'C' | 'F'

/** Excel writes and reads `sep=;` before the header. */
export function isSeparatorLine(line: string): boolean {
  return /^"?sep=[;,\t]"?;*$/.test(line)
}

/** Spreadsheets also write rows of empty cells. */
export function hasCells(line: string): boolean {
  return /[^\s;,|"]/.test(line) && !isSeparatorLine(line)
}

/**
 * Cells without blanks around and marks of direction, as Windows puts them into dates; null where quotes do not close.
 * Every line is a row: a lost quote spoils one row.
 */
export function cellsOf(text: string, delimiter: Delimiter): readonly string[] | null {
  const line = text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
  if (!line.includes('"')) return line.split(delimiter).map((cell) => cell.trim())
  const cells: string[] = []
  for (let at = 0; at <= line.length; ) {
    const cell = cellAt(line, at, delimiter)
    if (cell === null) return null
    cells.push(cell.text)
    at = cell.next
  }
  return cells
}

function cellAt(
  line: string,
  from: number,
  delimiter: Delimiter
): { readonly text: string; readonly next: number } | null {
  const start = afterBlanks(line, from)
  if (line[start] !== '"') {
    const found = line.indexOf(delimiter, from)
    const end = found === -1 ? line.length : found
    const text = line.slice(from, end).trim()
    return text.includes('"') ? null : { text, next: end + 1 }
  }
  let text = ''
  for (let at = start + 1; ; ) {
    const end = line.indexOf('"', at)
    if (end === -1) return null
    text += line.slice(at, end)
    if (line[end + 1] === '"') {
      text += '"'
      at = end + 2
      continue
    }
    const after = afterBlanks(line, end + 1)
    return after < line.length && line[after] !== delimiter ? null : { text: text.trim(), next: after + 1 }
  }
}

function afterBlanks(line: string, from: number): number {
  let at = from
  while (line[at] === ' ') at += 1
  return at
}

/** null for an empty cell, NaN if not a number. A comma is a decimal comma; there is no thousands separator. */
export function numberOf(text: string): number | null {
  if (text === '') return null
  const plain = text.replace(/^([+\-−–‐‑]) ?/, (_, sign) => (sign === '+' ? '+' : '-')).replace(',', '.')
  return readDecimal(plain) ?? Number.NaN
}

export function unitOf(text: string): TemperatureUnit | null {
  const folded = text.toLowerCase().replace(/[°*\s]|deg(rees)?/g, '')
  if (folded === 'c' || folded === 'celsius') return 'C'
  return folded === 'f' || folded === 'fahrenheit' ? 'F' : null
}

/** −2,3 and −2.3, with the sign of its unit or without; NaN if not a number. */
export function temperatureOf(written: string): {
  readonly value: number
  readonly unit: TemperatureUnit | null
} {
  const text = /[℃℉]$/.test(written) ? written.normalize('NFKC') : written
  const sign = /[CcFf]$/.exec(text)?.[0] ?? ''
  const bare = text
    .slice(0, text.length - sign.length)
    .trimEnd()
    .replace(/°$/, '')
    .trimEnd()
  return { value: numberOf(bare) ?? Number.NaN, unit: unitOf(sign) }
}

/** What loggers and spreadsheets write where nothing was measured. */
export function isNothing(text: string): boolean {
  return /^(-+|[–—]+|n\/?a|nan|null|none|yok)$/i.test(text)
}

export function delimiterOf(line: string): Delimiter {
  const bare = line.replace(/"[^"]*"/g, '')
  let best: Delimiter = ','
  let most = 0
  for (const delimiter of delimiters) {
    const count = bare.split(delimiter).length - 1
    if (count > most) {
      most = count
      best = delimiter
    }
  }
  return best
}

export type OtherFile = 'workbook' | 'pdf' | 'page'

/** What begins like this is no text of cells, whatever its name says; null for any other. */
export function otherFileOf(firstLine: string): OtherFile | null {
  if (firstLine.startsWith('PK\u0003\u0004')) return 'workbook'
  if (firstLine.startsWith('%PDF-')) return 'pdf'
  return /^\s*<(?:!|\?xml|html|head|meta|body|table|div)/i.test(firstLine) ? 'page' : null
}
