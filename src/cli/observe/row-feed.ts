/** Good rows to a sink in batches, and bad ones reported in the order of the file. */

import { cellsOf, numberOf } from '../../common/file-cells.ts'
import type { Line } from '../../common/text-lines.ts'
import { wordsIn } from '../../language/language.ts'
import { type ObservationRow, readRow, rowMembers } from '../../observations/observation-row.ts'
import type { RecordedPoint } from '../../observations/ports.ts'
import type { ReadingRow } from '../../observations/reading-row.ts'
import type { SensorOfRow } from '../../observations/row-parts.ts'
import type { FindSensorPlace } from '../../observations/sensor-place.ts'
import { type LoggerNights, readLogger, withoutSeparator } from '../../observations/series/logger-file.ts'
import { readWall } from '../../observations/series/wall-clock.ts'
import { badRow, formNotes, nightNotes, questionIn } from '../../site/thermometers/logger-words.ts'
import { readHeader } from './header.ts'
import type { ObserveJob } from './job.ts'

/* A logger's file in the command: its readings, its nights as rows, and what was understood, in words. */

export type SeriesFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'mistake'; readonly message: string }
  | (Pick<LoggerNights, 'kind' | 'rows' | 'readings'> & {
      readonly notes: readonly string[]
      readonly bad: readonly { readonly line: number; readonly reason: string }[]
    })

interface SeriesDeps {
  readonly lines: () => AsyncIterable<readonly Line[]>
  readonly findPlace: FindSensorPlace
  readonly now: number
}

export async function readSeriesFile(job: ObserveJob, deps: SeriesDeps): Promise<SeriesFile> {
  if (await hasNights(job, deps)) return { kind: 'none' }
  const { lang, columns, unit, order, zone } = job
  const voice = { lang, say: optionOf }
  const words = wordsIn(lang).series
  const place = await placeIn(job, deps.findPlace)
  const where = 'point' in place ? place : nowhere
  const asked = { ...where, columns, unit, order, zone, now: deps.now }
  const read = await readLogger(deps.lines(), asked)
  if (read.kind === 'none' || (read.kind === 'question' && read.question.code === 'other_file'))
    return { kind: 'none' }
  if ('message' in place) return { kind: 'mistake', message: place.message }
  if (read.kind === 'question')
    return { kind: 'mistake', message: words.asked(questionIn(read.question, voice)) }
  const { timezone } = place.point
  const notes = [...formNotes(read, timezone, voice), ...nightNotes(read.nights, timezone, lang)]
  return { ...read, notes, bad: read.bad.map((one) => badRow(one, lang)) }
}

function optionOf(option: string, value?: string): string {
  return value === undefined ? `--${option}` : `--${option} ${value}`
}

/** The sensor's position is needed for a file of readings only. */
const nowhere = {
  sensor: { place: { location: '' }, kind: 'air_2m', exposure: null, station: '' },
  point: { pointKey: '', lat: 0, lon: 0, timezone: 'UTC', elevation: null }
} as const

/** Whether the first line names a date and a minimum, and no day below it has several times. */
async function hasNights({ given, lang }: ObserveJob, { lines }: SeriesDeps): Promise<boolean> {
  for await (const [line, ...rows] of withoutSeparator(lines())) {
    if (line === undefined) continue
    const members = rowMembers.filter((member) => member in given)
    const read = readHeader(line.text, new Set([...members, 'location', 'kind']), wordsIn(lang).observe)
    if (read.kind !== 'header' || read.header.ignored.some((name) => /^(?:time|saat|hour|zaman)/i.test(name)))
      return false
    const { delimiter, indexOf } = read.header
    const dates = rows
      .slice(0, maxLooked)
      .map(({ text }) => cellsOf(text, delimiter)?.[indexOf.get('date') ?? 0])
    return !hasTimes(dates)
  }
  return false
}

const maxLooked = 100

/** Whether two times of one day follow each other. */
function hasTimes(dates: readonly (string | undefined)[]): boolean {
  const walls = dates.map((date = '') => readWall(date))
  return walls.some((wall, index) => {
    const before = walls[index - 1]
    if (wall?.clock == null || before?.clock == null) return false
    return wall.parts.join() === before.parts.join() && wall.clock.timeMs !== before.clock.timeMs
  })
}

async function placeIn(
  { given, lang }: ObserveJob,
  findPlace: FindSensorPlace
): Promise<{ readonly sensor: SensorOfRow; readonly point: RecordedPoint } | { readonly message: string }> {
  const words = wordsIn(lang)
  if (given['location'] === undefined && given['lat'] === undefined)
    return { message: words.series.needsPlace }
  if (given['kind'] === undefined) return { message: words.series.needsKind }
  const numbers = ['lat', 'lon', 'elevation'].flatMap((member) => {
    const text = given[member]
    return text === undefined ? [] : [[member, numberOf(text)]]
  })
  const read = readRow({
    ...given,
    ...Object.fromEntries(numbers),
    date: '2000-01-01',
    minimum: 0,
    unit: 'C'
  })
  if (read.kind === 'fault') return { message: words.observe.rowFault(read.fault) }
  const found = await findPlace(read.row.place)
  if (found.kind === 'fault') return { message: words.observe.rowFault(found.fault) }
  const { place, kind, exposure, station } = read.row
  return { sensor: { place, kind, exposure, station }, point: found.point }
}

export interface NumberedRow {
  readonly line: number
  readonly row: ObservationRow
}

interface BadRow {
  readonly line: number
  readonly reason: string
}

export interface BatchOutcome {
  readonly stored: number
  readonly replaced: number
  readonly unchanged: number
  readonly refused: readonly BadRow[]
}

/** Where good rows go; a batch is stored whole or not at all. */
export interface Sink {
  readonly batchRows: number
  readonly send: (rows: readonly NumberedRow[]) => Promise<BatchOutcome>
  readonly sendReadings?: (rows: readonly ReadingRow[]) => Promise<void>
}

export interface ImportSums {
  readonly rows: number
  readonly stored: number
  readonly replaced: number
  readonly unchanged: number
  readonly bad: number
  /** Good rows of plants without an exposure, from which nothing is learned. */
  readonly unexposed: number
}

export interface FeedDeps {
  readonly sink: Sink
  readonly onBad: (line: number, reason: string) => void
  readonly onProgress: (sums: ImportSums) => void
}

/** Bad rows that wait for a batch to be full; a file may have nothing else. */
const maxBad = 2000

export function rowFeed({ sink, onBad, onProgress }: FeedDeps) {
  const sums = { rows: 0, stored: 0, replaced: 0, unchanged: 0, bad: 0, unexposed: 0 }
  let batch: NumberedRow[] = []
  // The sink may refuse a row before one that is bad already: all are reported in the order of the file.
  let bad: BadRow[] = []
  const store = async (): Promise<void> => {
    const rows = batch
    batch = []
    const outcome = rows.length === 0 ? null : await sink.send(rows)
    for (const sum of ['stored', 'replaced', 'unchanged'] as const) sums[sum] += outcome?.[sum] ?? 0
    sums.bad += outcome?.refused.length ?? 0
    bad.push(...(outcome?.refused ?? []))
  }
  const end = async (): Promise<void> => {
    try {
      await store()
    } finally {
      for (const { line, reason } of bad.toSorted((a, b) => a.line - b.line)) onBad(line, reason)
      bad = []
    }
    onProgress(sums)
  }
  const isFull = (): boolean => batch.length >= sink.batchRows || bad.length >= maxBad
  return {
    sums,
    end,
    take: async (row: NumberedRow): Promise<void> => {
      sums.rows += 1
      if (row.row.kind === 'plant' && row.row.exposure === null) sums.unexposed += 1
      batch.push(row)
      if (isFull()) await end()
    },
    reject: async (line: number, reason: string): Promise<void> => {
      sums.rows += 1
      sums.bad += 1
      bad.push({ line, reason })
      if (isFull()) await end()
    }
  }
}
