/** A file of observations, from first line to last: good rows go to a sink in batches, bad ones are reported. */
import { cellsOf, type TemperatureUnit } from '../../common/file-cells.ts'
import type { Line } from '../../common/text-lines.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import type { RowMember } from '../../observations/observation-row.ts'
import { absoluteBounds } from '../../observations/plausibility.ts'
import { repeatsIn } from '../../observations/row-parts.ts'
import {
  type FileHabits,
  type Header,
  habitsOf,
  mayHaveDecimalCommas,
  namedAgain,
  readHeader
} from './header.ts'
import type { openLines } from './progress.ts'
import { type LineResult, readLine } from './row.ts'
import { type FeedDeps, type ImportSums, type NumberedRow, rowFeed } from './row-feed.ts'

type Words = Catalogue['observe']

interface ImportDeps extends FeedDeps {
  readonly reader: ReturnType<typeof openLines>
  readonly given: Readonly<Partial<Record<RowMember, string>>>
  readonly unit: TemperatureUnit | null
  /** English where it is absent. */
  readonly lang?: Language
  readonly onStart: (notes: readonly string[]) => void
}

export type ImportResult =
  | { readonly kind: 'done'; readonly sums: ImportSums }
  | { readonly kind: 'mistake'; readonly message: string }

/** Lines that are looked at together before the first is stored; a longer file is read on line by line. */
const maxHeld = 10_000
/** Nights are not warmer than this anywhere [°C]; a file in Fahrenheit nearly always has such a number. */
const warmestNightC = 45

/** Imports a file. Nothing is stored before its header, and its first rows, were found to make sense. */
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

interface Run {
  readonly deps: ImportDeps
  readonly words: Words
  readonly feed: ReturnType<typeof rowFeed>
  header: Header | null
  /** Lines below the header that wait for the look at all of them; null once that was. */
  held: Line[] | null
  habits: FileHabits
  /** For a file longer than what is looked at together; null before. */
  noteNight: ReturnType<typeof createEarlierNights> | null
}

const unknownHabits: FileHabits = { slashes: null, hasPointsBeforeDigits: false, hasPoints: false }

function newRun(deps: ImportDeps): Run {
  const words = wordsIn(deps.lang ?? 'en').observe
  return { deps, words, feed: rowFeed(deps), header: null, held: [], habits: unknownHabits, noteNight: null }
}

/** Each of the following functions returns what makes the whole file invalid, or null. */
function begin(run: Run, line: Line): string | null {
  // Excel writes and reads this line before the header.
  const separator = /^"?sep=([;,\t])"?$/.exec(line.text)
  if (separator !== null && line.number === 1) return null
  const given = Object.keys(run.deps.given) as RowMember[]
  const read = readHeader(line.text, new Set(given), run.words)
  return read.kind === 'mistake' ? read.message : takeHeader(run, read.header)
}

function takeHeader(run: Run, header: Header): string | null {
  const { unit } = run.deps
  if (header.unit !== null && unit !== null && header.unit !== unit)
    return run.words.unitsDiffer(header.unit, unit)
  run.header = header
  return null
}

async function takeLine(run: Run, header: Header, line: Line): Promise<string | null> {
  const named = namedAgain(line.text, header)
  if (named === 'same') return null
  if (named !== null && (named === 'other' || run.held?.length !== 0)) {
    const index = header.indexOf.get('minimum') ?? -1
    const now = cellsOf(line.text, header.delimiter)?.[index] ?? ''
    return run.words.renamed(line.number, now.slice(0, 40), header.cells[index] ?? '')
  }
  if (named !== null) return takeHeader(run, { ...header, unit: named })
  if (run.held === null) {
    await feed(run, line, readOne(run, header, line))
    return null
  }
  run.held.push(line)
  if (run.held.length < maxHeld) return null
  run.noteNight = createEarlierNights()
  return settle(run, header)
}

/** The look at all lines that are held, before any of them is stored or reported. */
async function settle(run: Run, header: Header): Promise<string | null> {
  const { held } = run
  if (held === null) return null
  run.held = null
  run.deps.onStart(notesOf(header, run.deps.unit, run.words))
  run.habits = habitsOf(header, held)
  const read = held.map((line) => ({ line, result: readOne(run, header, line) }))
  const rows = read.flatMap(({ line, result }) =>
    result.kind === 'row' ? [{ line: line.number, row: result.row }] : []
  )
  // Whole degrees with decimal commas do not show their unit: what would is in the rows that cannot be read.
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

/** Why a line is refused: the same sensor has another minimum of that night on another line. */
function contradictions(rows: readonly NumberedRow[], words: Words): ReadonlyMap<number, string> {
  const repeats = repeatsIn(
    rows.map(({ line, row }) => {
      const { minimumC } = row
      const shown = String(Math.round(minimumC * 100) / 100)
      const key = `${keyOf(row)}\n${isPossible(row) ? '' : line}`
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

async function feed(run: Run, line: Line, read: LineResult): Promise<void> {
  const { feed: rows } = run
  const result = read.kind === 'row' ? unlessContradicted(run, line.number, read) : read
  if (result.kind === 'bad') await rows.reject(line.number, result.reason)
  else if (result.kind === 'row') await rows.take({ line: line.number, row: result.row })
}

/** Refuses a line that contradicts an earlier batch, whose rows stay stored. */
function unlessContradicted(
  { noteNight, words }: Run,
  line: number,
  read: Extract<LineResult, { readonly kind: 'row' }>
): LineResult {
  const { row } = read
  // What cannot be is refused as such.
  if (!isPossible(row)) return read
  const before = noteNight?.(keyOf(row), { line, hundredths: Math.round(row.minimumC * 100) }) ?? null
  if (before === null) return read
  const reason = words.contradictsEarlier(row.date, before.line, String(before.hundredths / 100))
  return { kind: 'bad', reason }
}

function isPossible({ kind, minimumC }: NumberedRow['row']): boolean {
  const { least, most } = absoluteBounds[kind]
  return minimumC >= least && minimumC <= most
}

function keyOf({ place, kind, exposure, station, date }: NumberedRow['row']): string {
  const where = 'location' in place ? place.location.toLowerCase() : `${place.lat}/${place.lon}`
  return [where, kind, exposure, station, date].join('\n')
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

/** Most nights of a file that are compared: they take 29 MB, fewer less. */
const maxNights = 1_500_000
const firstSlots = 2 ** 14

interface EarlierNight {
  readonly line: number
  /** Hundredths of a degree. */
  readonly hundredths: number
}

/** Notes a night; another value of the same one that a line before had, else null. */
function createEarlierNights() {
  let nights = nightTable(firstSlots)
  let count = 0
  return (key: string, { line, hundredths }: EarlierNight): EarlierNight | null => {
    const hash = hashOf(key)
    const slot = slotOf(nights.hashes, hash)
    if (nights.hashes[slot] === hash) {
      const before = { line: nights.lines[slot] ?? 0, hundredths: nights.values[slot] ?? 0 }
      return before.hundredths === hundredths ? null : before
    }
    if (count >= maxNights) return null
    fill(nights, slot, { hash, line, hundredths })
    count += 1
    if (count * 4 > nights.hashes.length * 3) nights = doubled(nights)
    return null
  }
}

function nightTable(slots: number) {
  return { hashes: new Float64Array(slots), lines: new Int32Array(slots), values: new Int16Array(slots) }
}

function slotOf(hashes: Float64Array, hash: number): number {
  let slot = hash % hashes.length
  while (hashes[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) % hashes.length
  return slot
}

function fill(
  to: ReturnType<typeof nightTable>,
  slot: number,
  night: EarlierNight & { readonly hash: number }
): void {
  to.hashes[slot] = night.hash
  to.lines[slot] = night.line
  to.values[slot] = night.hundredths
}

function doubled({ hashes, lines, values }: ReturnType<typeof nightTable>) {
  const larger = nightTable(hashes.length * 2)
  for (let old = 0; old < hashes.length; old++) {
    const hash = hashes[old] ?? 0
    if (hash === 0) continue
    fill(larger, slotOf(larger.hashes, hash), { hash, line: lines[old] ?? 0, hundredths: values[old] ?? 0 })
  }
  return larger
}

/** 1…2⁵²: two of a million and a half are alike once in 4,000 files. */
function hashOf(key: string): number {
  let [one, other] = [0x811c9dc5, 0x9e3779b9]
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 13)
  }
  return (one >>> 0) * 2 ** 20 + ((other >>> 0) & 0xfffff) + 1
}
