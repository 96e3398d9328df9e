/** A file of observations, from its first line to its last: good rows go to a sink in batches, bad ones are told. */
import type { TemperatureUnit } from '../../common/file-cells.ts'
import type { Catalogue } from '../../language/en.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { repeatsIn } from '../../observations/contradictions.ts'
import type { RowMember } from '../../observations/observation-row.ts'
import { absoluteBounds } from '../../observations/plausibility.ts'
import { type Header, readHeader } from './header.ts'
import type { Line, LineReader } from './lines.ts'
import { type LineResult, readLine } from './row.ts'
import { type FeedDeps, type ImportSums, type NumberedRow, type RowFeed, rowFeed } from './row-feed.ts'
import { type FileHabits, habitsOf, mayHaveDecimalCommas } from './whole-file.ts'

type Words = Catalogue['observe']

export interface ImportDeps extends FeedDeps {
  readonly reader: LineReader
  readonly given: Readonly<Partial<Record<RowMember, string>>>
  /** As it was given on the command line; null where it was not. */
  readonly unit: TemperatureUnit | null
  /** English where it is absent. */
  readonly lang?: Language
  readonly onStart: (notes: readonly string[]) => void
}

export type ImportResult =
  | { readonly kind: 'done'; readonly sums: ImportSums }
  /** Nothing was imported. */
  | { readonly kind: 'mistake'; readonly message: string }

/** Lines that are looked at together before the first one is kept; a longer file is read on line by line. */
const mostHeld = 10_000
/** Nights are not warmer than this anywhere [°C]; a file in Fahrenheit nearly always has such a number. */
const warmestNightC = 45

/** Imports a file. Nothing is kept before its header, and its first rows, were found to make sense. */
export async function importObservations(deps: ImportDeps): Promise<ImportResult> {
  const run = newRun(deps)
  for await (const lines of deps.reader.lines) {
    for (const line of lines) {
      const mistake = run.header === null ? begin(run, line) : await takeLine(run, run.header, line)
      if (mistake !== null) return { kind: 'mistake', message: mistake }
    }
  }
  const mistake = run.header === null ? run.words.emptyFile : await settle(run, run.header)
  if (mistake === null && run.header !== null) await run.feed.end()
  return mistake === null ? { kind: 'done', sums: run.feed.sums } : { kind: 'mistake', message: mistake }
}

/** An import under way. */
interface Run {
  readonly deps: ImportDeps
  readonly words: Words
  readonly feed: RowFeed
  header: Header | null
  /** Lines below the header that wait for the look at all of them; null once that was. */
  held: Line[] | null
  habits: FileHabits
}

const unknownHabits: FileHabits = { slashes: null, hasPointsBeforeDigits: false, hasPoints: false }

function newRun(deps: ImportDeps): Run {
  const words = wordsIn(deps.lang ?? 'en').observe
  return { deps, words, feed: rowFeed(deps), header: null, held: [], habits: unknownHabits }
}

/** Each of the following answers what makes the whole file wrong, or null. */
function begin(run: Run, line: Line): string | null {
  // Excel writes and reads this line before the header.
  const separator = /^"?sep=([;,\t])"?$/.exec(line.text)
  if (separator !== null && line.number === 1) return null
  const { given, unit, onStart } = run.deps
  const read = readHeader(line.text, new Set(Object.keys(given) as RowMember[]), run.words)
  if (read.kind === 'mistake') return read.message
  if (read.header.unit !== null && unit !== null && read.header.unit !== unit) {
    return run.words.unitsDiffer(read.header.unit, unit)
  }
  run.header = read.header
  onStart(notesOf(read.header, unit, run.words))
  return null
}

async function takeLine(run: Run, header: Header, line: Line): Promise<string | null> {
  if (run.held === null) {
    await feed(run, line, readOne(run, header, line))
    return null
  }
  run.held.push(line)
  return run.held.length < mostHeld ? null : settle(run, header)
}

/** The look at all lines that are held, before anything of them is kept or reported. */
async function settle(run: Run, header: Header): Promise<string | null> {
  const { held } = run
  if (held === null) return null
  run.held = null
  run.habits = habitsOf(header, held)
  const read = held.map((line) => ({ line, result: readOne(run, header, line) }))
  const rows = read.flatMap(({ line, result }) =>
    result.kind === 'row' ? [{ line: line.number, row: result.row }] : []
  )
  // Whole degrees beside decimal commas say nothing of their unit: what would is in the rows that cannot be read.
  const comma = read.find(
    ({ result }) => result.kind === 'bad' && result.reason.includes(run.words.decimalComma)
  )
  if (comma !== undefined && !run.habits.hasPoints)
    return run.words.badLine(comma.line.number, run.words.decimalComma)
  const mistake = looksLikeFahrenheit(run, rows)
  if (mistake !== null) return mistake
  const contradicted = contradictions(rows, run.words)
  for (const { line, result } of read) {
    const reason = contradicted.get(line.number)
    await feed(run, line, reason === undefined ? result : { kind: 'bad', reason })
  }
  return null
}

function readOne({ deps, words, habits }: Run, header: Header, line: Line): LineResult {
  const { given, unit } = deps
  if (mayHaveDecimalCommas(header, line, habits)) return { kind: 'bad', reason: words.decimalComma }
  const isUnitSaid = unit !== null || header.unit !== null
  return readLine(line, {
    header,
    given,
    words,
    unit: unit ?? header.unit ?? 'C',
    isUnitSaid,
    slashes: habits.slashes
  })
}

/** By line why it is refused: the same sensor has another minimum of that night on another line. */
function contradictions(rows: readonly NumberedRow[], words: Words): ReadonlyMap<number, string> {
  const repeats = repeatsIn(
    rows.map(({ line, row }) => {
      const { place, kind, exposure, station, date, minimumC } = row
      const { least, most } = absoluteBounds[kind]
      const isPossible = minimumC >= least && minimumC <= most
      const where = 'location' in place ? place.location.toLowerCase() : `${place.lat}/${place.lon}`
      const shown = String(Math.round(minimumC * 100) / 100)
      const key = [where, kind, exposure, station, date, isPossible ? '' : line].join('\n')
      return { key, value: shown, shown, where: String(line) }
    })
  )
  return new Map(
    rows.flatMap(({ line, row }, index) => {
      const repeat = repeats[index]
      if (repeat?.kind !== 'contradicted') return []
      return [[line, words.contradicted(row.date, Number(repeat.by.where), repeat.by.shown)] as const]
    })
  )
}

async function feed({ feed: rows }: Run, line: Line, result: LineResult): Promise<void> {
  if (result.kind === 'bad') await rows.reject(line.number, result.reason)
  else if (result.kind === 'row') await rows.take({ line: line.number, row: result.row })
}

function notesOf(header: Header, unit: TemperatureUnit | null, words: Words): readonly string[] {
  const notes: string[] = []
  const said = unit ?? header.unit
  if (said !== null) notes.push(said === 'C' ? words.celsius : words.fahrenheit)
  else if (header.indexOf.has('unit')) notes.push(words.unitColumn)
  else notes.push(words.unitUnknown)
  if (header.ignored.length > 0) notes.push(words.ignored(header.ignored.join(', ').slice(0, 200)))
  return notes
}

function looksLikeFahrenheit({ deps, header, words }: Run, rows: readonly NumberedRow[]): string | null {
  if ((deps.unit ?? header?.unit ?? null) !== null) return null
  const warm = rows.find(({ row }) => !row.hasUnit && row.minimumC > warmestNightC && row.minimumC < 130)
  if (warm === undefined) return null
  return words.looksFahrenheit(warm.line, warm.row.minimumC)
}
