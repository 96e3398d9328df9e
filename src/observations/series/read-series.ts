/** A logger's file, from its lines to readings: everything that a row alone does not show is found from all of them. */
import { otherFileOf, type TemperatureUnit } from '../../common/file-cells.ts'
import { minuteMs } from '../../common/time.ts'
import { celsius } from '../observation-row.ts'
import { absoluteBounds } from '../plausibility.ts'
import { maxHeadLines, type NamedColumns, readSeriesHeader, type SeriesHeader } from './header.ts'
import { type ClockOptions, type Instants, instantsOf } from './instants.ts'
import type { SeriesQuestion } from './question.ts'
import { type BadCell, type Rows, rowsOf, type TextLine, type WrittenRow } from './rows.ts'
import type { Clock } from './wall-clock.ts'

export interface SeriesReading {
  readonly line: number
  /** [ms since epoch] */
  readonly measuredAt: number
  readonly temperatureC: number
}

interface SeriesForm extends Pick<Instants, 'order' | 'zone'> {
  readonly header: SeriesHeader
  readonly unit: TemperatureUnit
  readonly decimal: ',' | '.' | null
  /** The commonest time between two readings [ms]. */
  readonly stepMs: number
}

export interface SeriesOptions extends ClockOptions {
  readonly columns: NamedColumns
  readonly unit: TemperatureUnit | null
}

export type SeriesResult =
  | { readonly kind: 'none' }
  | { readonly kind: 'question'; readonly question: SeriesQuestion }
  | {
      readonly kind: 'series'
      readonly form: SeriesForm
      readonly readings: readonly SeriesReading[]
      readonly bad: readonly BadCell[]
      readonly withoutProbe: number
    }

/** Readings held at once: seven years of one every ten minutes. */
const maxReadings = 400_000

/** Reads a file. @param lines all its lines, but not a first line `sep=;` */
export async function readSeries(
  lines: AsyncIterable<readonly TextLine[]>,
  options: SeriesOptions
): Promise<SeriesResult> {
  const head: TextLine[] = []
  let rows: Rows | null = null
  for await (const some of lines) {
    for (const line of some) {
      if (rows !== null) rows.add(line)
      else if (head.push(line) >= maxHeadLines) {
        const begun = begin(head, options)
        if ('kind' in begun) return begun
        rows = begun
      }
      if (rows !== null && rows.count > maxReadings) return ask({ code: 'too_long', most: maxReadings })
    }
  }
  const read = rows ?? begin(head, options)
  return 'kind' in read ? read : settle(read, options)
}

function ask(question: SeriesQuestion): SeriesResult {
  return { kind: 'question', question }
}

function begin(head: readonly TextLine[], { columns }: SeriesOptions): Rows | SeriesResult {
  const other = otherFileOf(head[0]?.text ?? '')
  if (other !== null) return ask({ code: 'other_file', file: other })
  const found = readSeriesHeader(
    head.map(({ text }) => text),
    columns
  )
  if (found.kind !== 'header') return found
  const rows = rowsOf(found.header)
  for (const line of head.slice(found.header.firstLine)) rows.add(line)
  return rows
}

function settle(taken: Rows, options: SeriesOptions): SeriesResult {
  const { header } = taken
  const { rows, bad, withoutProbe, signs, unknown, renamed } = taken.read()
  if (renamed !== null)
    return ask({ code: 'renamed', ...renamed, name: header.names[header.temperature] ?? '' })
  const [cut] = signs.cutLines
  // A value with a point shows that commas only separate.
  if (cut !== undefined && (signs.points === 0 || signs.cutLines.length === rows.length))
    return ask({ code: 'decimal_comma', line: cut })
  if (unknown !== null) return ask(unknown)
  const [top] = rows
  if (top === undefined) return ask({ code: 'no_readings' })
  // 0.25 may be a quarter of a day, or of an hour.
  const isOfParts = signs.clocks === 0
  if (isOfParts || (header.isNumber && rows.every(({ wall }) => isMidnight(wall.clock)))) {
    const name = header.names[(isOfParts ? header.time : header.date[0]) ?? -1] ?? ''
    return ask({ code: 'no_time', line: top.line, name, text: top.wall.parts.join('-') })
  }
  const unit = unitIn(rows, header, options)
  if (typeof unit !== 'string') return ask(unit)
  const instants = instantsOf(rows, header, options)
  if ('code' in instants) return ask(instants)
  const read = inOrder(rows, instants.at, unit)
  if ('code' in read) return ask(read)
  const good = read.filter(({ temperatureC }) => isOutdoors(temperatureC))
  const impossible = impossibleIn(read)
  if ('code' in impossible) return ask(impossible)
  const { order, zone } = instants
  const decimal = signs.points > 0 ? '.' : signs.commas > 0 ? ',' : null
  return {
    kind: 'series',
    form: { header, unit, decimal, order, zone, stepMs: stepOf(good) },
    readings: good,
    bad: [...bad, ...impossible].toSorted((one, other) => one.line - other.line),
    withoutProbe
  }
}

function isMidnight(clock: Clock | null): boolean {
  return clock?.timeMs === 0 && clock.offsetMs === null
}

/** Where more of a file is no air temperature, it is in another unit [share]; a lost probe repeats one value. */
const maxImpossible = 1 / 8

function impossibleIn(read: readonly SeriesReading[]): readonly BadCell[] | SeriesQuestion {
  const cells = read
    .filter(({ temperatureC }) => !isOutdoors(temperatureC))
    .map(({ line, temperatureC }): BadCell => ({ line, kind: 'temperature', text: `${temperatureC} °C` }))
  const [odd] = cells
  const isOne = cells.every(({ text }) => text === odd?.text)
  const most = isOne ? read.length - 1 : read.length * maxImpossible
  if (odd === undefined || cells.length <= most) return cells
  return { code: 'not_air', line: odd.line, text: odd.text, others: cells.length - 1 }
}

/** By day air gets warmer than in any night; a sensor in the sun even more [°C]. */
const warmestDayC = 65

function isOutdoors(temperatureC: number): boolean {
  return temperatureC >= absoluteBounds.plant.least && temperatureC <= warmestDayC
}

function unitIn(
  rows: readonly WrittenRow[],
  { unit: column }: SeriesHeader,
  { unit: option }: SeriesOptions
): TemperatureUnit | SeriesQuestion {
  if (column !== null && option !== null && column !== option) return { code: 'units_differ', column, option }
  const said = column ?? option
  if (said !== null) return said
  const unsaid = rows.filter(({ unit }) => unit === null)
  if (unsaid.length === 0) return rows[0]?.unit ?? 'C'
  const [first = Number.NaN] = unsaid.map(({ value }) => value)
  const lowest = unsaid.reduce((least, { value }) => Math.min(least, value), first)
  const [top] = unsaid
  if (top !== undefined && celsius(lowest, 'F') > warmestDayC)
    return { code: 'not_air', line: top.line, text: String(top.value), others: unsaid.length - 1 }
  const highest = unsaid.reduce((most, { value }) => Math.max(most, value), first)
  return { code: 'unit', lowest, highest }
}

/** A logger's clock is set by its owner now and then; by more it is another file, or another clock [ms]. */
const setBackMs = 5 * minuteMs

function inOrder(
  rows: readonly WrittenRow[],
  at: readonly number[],
  unit: TemperatureUnit
): readonly SeriesReading[] | SeriesQuestion {
  const read = rows.map(({ line, value, unit: own }, index): SeriesReading => {
    return { line, measuredAt: at[index] ?? Number.NaN, temperatureC: celsius(value, own ?? unit) }
  })
  const isNewestFirst = (read.at(-1)?.measuredAt ?? 0) < (read[0]?.measuredAt ?? 0)
  const forward = isNewestFirst ? read.toReversed() : read
  const back = forward.findIndex(({ measuredAt }, index) => {
    return measuredAt < (forward[index - 1]?.measuredAt ?? measuredAt) - setBackMs
  })
  const [before, after] = [forward[back - 1], forward[back]]
  if (before !== undefined && after !== undefined)
    return {
      code: 'backwards',
      lines: [Math.min(before.line, after.line), Math.max(before.line, after.line)]
    }
  return once(forward.toSorted((one, other) => one.measuredAt - other.measuredAt))
}

/** @param read By time. */
function once(read: readonly SeriesReading[]): readonly SeriesReading[] | SeriesQuestion {
  const each: SeriesReading[] = []
  for (const reading of read) {
    const same = each.at(-1)
    if (same?.measuredAt !== reading.measuredAt) each.push(reading)
    else if (same.temperatureC !== reading.temperatureC) return twice([same, reading])
  }
  return each
}

function twice(two: readonly [SeriesReading, SeriesReading]): SeriesQuestion {
  const [first, second] = two[0].line <= two[1].line ? two : [two[1], two[0]]
  return {
    code: 'twice',
    lines: [first.line, second.line],
    values: [first.temperatureC, second.temperatureC]
  }
}

function stepOf(read: readonly SeriesReading[]): number {
  const counts = new Map<number, number>()
  read.forEach(({ measuredAt }, index) => {
    const before = read[index - 1]
    if (before === undefined) return
    const stepMs = measuredAt - before.measuredAt
    counts.set(stepMs, (counts.get(stepMs) ?? 0) + 1)
  })
  let [best, most] = [0, 0]
  for (const [stepMs, times] of counts) if (times > most) [best, most] = [stepMs, times]
  return best
}
