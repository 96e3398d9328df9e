/** A file of observations, from its first line to its last: good rows go to a sink in batches, bad ones are told. */
import type { ObservationRow, RowMember } from '../../record/observation-row.ts'
import { type HeaderResult, readHeader, type TemperatureUnit } from './header.ts'
import type { Line, LineReader } from './lines.ts'
import { readLine } from './row.ts'

/** A good row with the line it stood in. */
export interface NumberedRow {
  readonly line: number
  readonly row: ObservationRow
}

/** What became of a batch. */
export interface BatchOutcome {
  readonly stored: number
  readonly replaced: number
  readonly unchanged: number
  readonly refused: readonly { readonly line: number; readonly reason: string }[]
}

/** Where good rows go; a batch is kept whole or not at all. */
export interface Sink {
  /** How many rows it takes at once. */
  readonly batchRows: number
  readonly send: (rows: readonly NumberedRow[]) => Promise<BatchOutcome>
}

export interface ImportParts {
  readonly reader: LineReader
  readonly sink: Sink
  readonly given: Readonly<Partial<Record<RowMember, string>>>
  /** As it was given on the command line; null where it was not. */
  readonly unit: TemperatureUnit | null
  readonly onBad: (line: number, reason: string) => void
  readonly onStart: (notes: readonly string[]) => void
  /** After each batch. */
  readonly onProgress: (sums: ImportSums) => void
}

export interface ImportSums {
  readonly rows: number
  readonly stored: number
  readonly replaced: number
  readonly unchanged: number
  readonly bad: number
}

export type ImportResult =
  | { readonly kind: 'done'; readonly sums: ImportSums }
  /** Nothing was imported. */
  | { readonly kind: 'mistake'; readonly message: string }

/** Rows that are looked at before the first one is kept, to see whether the file can mean what it seems to. */
const firstLook = 200
/** Nights are not warmer than this anywhere [°C]; a file in Fahrenheit nearly always has such a number. */
const warmestNightC = 45

/** Imports a file. Nothing is kept before its header, and its first rows, were found to make sense. */
export async function importObservations(parts: ImportParts): Promise<ImportResult> {
  const run = createRun(parts)
  for await (const lines of parts.reader.lines) {
    for (const line of lines) {
      const mistake = await run.take(line)
      if (mistake !== null) return { kind: 'mistake', message: mistake }
    }
  }
  const mistake = await run.end()
  return mistake === null ? { kind: 'done', sums: run.sums() } : { kind: 'mistake', message: mistake }
}

function createRun(parts: ImportParts) {
  let header: Extract<HeaderResult, { kind: 'header' }>['header'] | null = null
  let batch: NumberedRow[] = []
  let isLooked = false
  const early: { line: number; reason: string }[] = []
  const sums = { rows: 0, stored: 0, replaced: 0, unchanged: 0, bad: 0 }

  const tell = (line: number, reason: string): void => {
    sums.bad += 1
    if (isLooked) parts.onBad(line, reason)
    else early.push({ line, reason })
  }
  const look = (): string | null => {
    if (isLooked) return null
    isLooked = true
    const mistake = looksLikeFahrenheit(batch, parts.unit ?? header?.unit ?? null)
    if (mistake !== null) return mistake
    for (const { line, reason } of early) parts.onBad(line, reason)
    return null
  }
  const flush = async (): Promise<string | null> => {
    const mistake = look()
    if (mistake !== null || batch.length === 0) return mistake
    const outcome = await parts.sink.send(batch)
    batch = []
    sums.stored += outcome.stored
    sums.replaced += outcome.replaced
    sums.unchanged += outcome.unchanged
    for (const { line, reason } of outcome.refused) tell(line, reason)
    parts.onProgress(sums)
    return null
  }
  const begin = (line: Line): string | null => {
    const read = readHeader(line.text, new Set(Object.keys(parts.given) as RowMember[]))
    if (read.kind === 'mistake') return read.message
    if (read.header.unit !== null && parts.unit !== null && read.header.unit !== parts.unit) {
      return `The column says ${read.header.unit}, --units says ${parts.unit}. Leave one of them out.`
    }
    header = read.header
    parts.onStart(notesOf(read.header, parts.unit))
    return null
  }
  return {
    sums: (): ImportSums => sums,
    async take(line: Line): Promise<string | null> {
      if (header === null) return begin(line)
      const result = readLine(line, { header, given: parts.given, unit: parts.unit ?? header.unit ?? 'C' })
      if (result.kind === 'empty') return null
      sums.rows += 1
      if (result.kind === 'bad') tell(line.number, result.reason)
      else batch.push({ line: line.number, row: result.row })
      if (batch.length >= parts.sink.batchRows) return flush()
      return sums.rows >= firstLook ? look() : null
    },
    end: async (): Promise<string | null> => (header === null ? 'The file is empty.' : flush())
  }
}

function notesOf(
  header: {
    readonly unit: TemperatureUnit | null
    readonly ignored: readonly string[]
    readonly indexOf: ReadonlyMap<RowMember, number>
  },
  unit: TemperatureUnit | null
): readonly string[] {
  const notes: string[] = []
  const said = unit ?? header.unit
  if (said !== null) notes.push(`Minima are in ${said === 'C' ? 'Celsius' : 'Fahrenheit'}.`)
  else if (header.indexOf.has('unit'))
    notes.push('Minima are in the unit of each row; in Celsius where it is empty.')
  else notes.push('Nothing says in which unit the minima are: read as Celsius. --units F for Fahrenheit.')
  if (header.ignored.length > 0)
    notes.push(`Columns that mean nothing here: ${header.ignored.join(', ').slice(0, 200)}.`)
  return notes
}

function looksLikeFahrenheit(rows: readonly NumberedRow[], said: TemperatureUnit | null): string | null {
  if (said !== null) return null
  const warm = rows.slice(0, firstLook).find(({ row }) => row.minimumC > warmestNightC && row.minimumC < 130)
  if (warm === undefined) return null
  return `Line ${warm.line} has a minimum of ${warm.row.minimumC}: no night on Earth is that warm in Celsius. Say --units F, or --units C if only that line is wrong.`
}
