/** CSV files as columns: read as a stream, kept as flat arrays. */
import { createReadStream, existsSync } from 'node:fs'
import { basename } from 'node:path'
import { parse } from 'csv-parse'
import { VerificationDataError } from './data-error.ts'

/** The named columns of a file, all of the same length. */
export interface CsvTable<Text extends string, Numeric extends string> {
  readonly rows: number
  readonly text: Readonly<Record<Text, readonly string[]>>
  /** An empty cell or `NA` is NaN; nothing is imputed. */
  readonly numbers: Readonly<Record<Numeric, Float64Array>>
}

/**
 * Reads the named columns of a comma-separated file with a header; other columns are passed over.
 * @throws {VerificationDataError} without the file, a column, a readable number or a single row.
 */
export async function readCsvTable<Text extends string, Numeric extends string>(
  path: string,
  wanted: { readonly text: readonly Text[]; readonly numbers: readonly Numeric[] }
): Promise<CsvTable<Text, Numeric>> {
  const file = basename(path)
  if (!existsSync(path)) throw new VerificationDataError('file_missing', `${file} is not in the data folder`)
  const rows = createReadStream(path).pipe(parse({ bom: true, skip_empty_lines: true, trim: true }))
  const columns: Column[] = []
  let line = 0
  for await (const cells of rows as AsyncIterable<readonly string[]>) {
    line += 1
    if (line === 1) columns.push(...columnsOf(cells, wanted, file))
    else for (const column of columns) take(column, cells[column.at] ?? '', { file, line })
  }
  if (line < 2) throw new VerificationDataError('no_rows', `${file} has no rows below its header`)
  const texts = columns.filter((column) => column.kind === 'text')
  const numbers = columns.filter((column) => column.kind === 'number')
  return {
    rows: line - 1,
    text: Object.fromEntries(texts.map(({ name, cells }) => [name, cells])) as unknown as Readonly<
      Record<Text, readonly string[]>
    >,
    numbers: Object.fromEntries(
      numbers.map(({ name, values }) => [name, Float64Array.from(values)])
    ) as unknown as Readonly<Record<Numeric, Float64Array>>
  }
}

/** Where a bench's rows are. */
export interface BenchFiles {
  readonly scored: string
  /** The rows to fit on; null: the earlier rows, or the other places, of the scored file. */
  readonly fitting: string | null
}

/**
 * The rows to fit on, if they have a file of their own, followed by the rows to score, which begin at `scoredFrom`.
 * @throws {VerificationDataError} as `readCsvTable` does.
 */
export async function readBenchTable<Text extends string, Numeric extends string>(
  files: BenchFiles,
  wanted: { readonly text: readonly Text[]; readonly numbers: readonly Numeric[] }
): Promise<CsvTable<Text, Numeric> & { readonly scoredFrom: number }> {
  const scored = await readCsvTable(files.scored, wanted)
  if (files.fitting === null) return { ...scored, scoredFrom: 0 }
  const fitting = await readCsvTable(files.fitting, wanted)
  const text: Record<Text, readonly string[]> = { ...scored.text }
  for (const name of wanted.text) text[name] = [...fitting.text[name], ...scored.text[name]]
  const numbers: Record<Numeric, Float64Array> = { ...scored.numbers }
  for (const name of wanted.numbers) {
    numbers[name] = Float64Array.from([...fitting.numbers[name], ...scored.numbers[name]])
  }
  return { rows: fitting.rows + scored.rows, text, numbers, scoredFrom: fitting.rows }
}

interface Column {
  readonly name: string
  readonly at: number
  readonly kind: 'text' | 'number'
  readonly cells: string[]
  readonly values: number[]
}

function columnsOf(
  header: readonly string[],
  wanted: { readonly text: readonly string[]; readonly numbers: readonly string[] },
  file: string
): Column[] {
  const column = (name: string, kind: Column['kind']): Column => {
    const at = header.indexOf(name)
    if (at < 0) {
      throw new VerificationDataError(
        'column_missing',
        `${file} has no column ${name}; it has ${header.join(', ')}`
      )
    }
    return { name, at, kind, cells: [], values: [] }
  }
  return [
    ...wanted.text.map((name) => column(name, 'text')),
    ...wanted.numbers.map((name) => column(name, 'number'))
  ]
}

function take(column: Column, cell: string, where: { readonly file: string; readonly line: number }): void {
  if (column.kind === 'text') {
    column.cells.push(cell)
    return
  }
  const value = cell === '' || cell === 'NA' ? Number.NaN : Number(cell)
  if (Number.isNaN(value) && cell !== '' && cell !== 'NA') {
    throw new VerificationDataError(
      'not_a_number',
      `${where.file}, line ${where.line}: ${column.name} is "${cell}", which is no number`
    )
  }
  column.values.push(value)
}
