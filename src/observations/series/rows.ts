import { cellsOf, isNothing, type TemperatureUnit, temperatureOf, unitOf } from '../../common/file-cells.ts'
import { isSentinel } from '../reading-row.ts'
import { isTimeName, plainName } from './column-names.ts'
import type { SeriesHeader } from './header.ts'
import type { SeriesQuestion } from './question.ts'
import { readClock, readNumberTime, readWall, type WallText, withZone } from './wall-clock.ts'

/** A line within the readings that names the columns once more, as some programs print on each page. */

/** `same`: in the words of the first; `other`: the values below mean something else; null: it names none. */
function namedAgain(
  cells: readonly string[],
  { names, date, temperature, unit }: SeriesHeader
): 'same' | 'other' | null {
  const columns = [date[0] ?? -1, temperature]
  const [day = '', value = ''] = columns.map((index) => plainName(cells[index] ?? ''))
  const own = unitOf(value.replace(/[()[\]]/g, ''))
  if (own !== null) return own === unit ? 'same' : 'other'
  if (!isTimeName(day) && !isTimeName(value)) return null
  const isSame = columns.every((index) =>
    plainName(names[index] ?? '').includes(plainName(cells[index] ?? ''))
  )
  return isSame ? 'same' : 'other'
}

/** The rows of a logger's file, each by itself: a date in its written order, and a value. */

export type BadCell = {
  readonly line: number
  readonly kind: 'time' | 'temperature' | 'cells'
  readonly text: string
}

export interface TextLine {
  readonly number: number
  readonly text: string
}

export interface WrittenRow {
  readonly line: number
  readonly wall: WallText
  readonly value: number
  readonly unit: TemperatureUnit | null
}

export interface Rows {
  readonly header: SeriesHeader
  readonly add: (line: TextLine) => void
  readonly count: number
  readonly read: () => {
    readonly rows: readonly WrittenRow[]
    readonly bad: readonly BadCell[]
    readonly withoutProbe: number
    readonly signs: Signs
    /** Why a time cannot be known; null: all can. */
    readonly unknown: SeriesQuestion | null
    /** The first line that names the columns once more and otherwise. */
    readonly renamed: { readonly line: number; readonly text: string } | null
  }
}

/** How many values have which decimal sign, how many times are not part of a day, and which lines a comma may cut. */
interface Signs {
  points: number
  commas: number
  clocks: number
  cutLines: number[]
}

export function rowsOf(header: SeriesHeader): Rows {
  const rows: WrittenRow[] = []
  const bad: BadCell[] = []
  const signs: Signs = { points: 0, commas: 0, clocks: 0, cutLines: [] }
  let withoutProbe = 0
  let unknown: SeriesQuestion | null = null
  const days = daysOf(header)
  let renamed: ReturnType<Rows['read']>['renamed'] = null
  return {
    header,
    get count() {
      return rows.length + bad.length
    },
    add({ number: line, text }) {
      const cells = cellsOf(text, header.delimiter)
      if (cells === null) return void bad.push(badCell(line, 'cells', text))
      const written = cells[header.temperature] ?? ''
      const wall = days(cells)
      // A logger's events, and times without a measurement, are not readings.
      if (written === '' || isNothing(written)) return
      const { value, unit } = temperatureOf(written)
      unknown ??= unknownTime(wall, { line, text: whenIn(cells, header) }, header)
      if (typeof wall === 'string') return
      if (Number.isNaN(value) || wall === null) {
        const again = namedAgain(cells, header)
        if (again === 'other') renamed ??= { line, text: written.slice(0, 40) }
        if (again === null) bad.push(badRow(wall, { line, text: written }, whenIn(cells, header)))
        return
      }
      if (isSentinel(value)) {
        withoutProbe += 1
        return
      }
      count(signs, { cells, header, line })
      rows.push({ line, wall, value, unit: unit ?? unitOf(cells[header.unitColumn ?? -1] ?? '') })
    },
    read: () => ({ rows, bad, withoutProbe, signs, unknown, renamed })
  }
}

function unknownTime(
  wall: Wall,
  { line, text }: Pick<BadCell, 'line' | 'text'>,
  { names, date, time }: SeriesHeader
): SeriesQuestion | null {
  if (typeof wall !== 'string') return null
  const name = names[(wall === 'coarse' ? time : null) ?? date[0] ?? -1] ?? ''
  return wall === 'no day'
    ? { code: 'no_day', line, name }
    : { code: 'no_time', line, name, text: text.slice(0, 40) }
}

function badRow(
  wall: WallText | null,
  { line, text }: Pick<BadCell, 'line' | 'text'>,
  when: string
): BadCell {
  return wall === null ? badCell(line, 'time', when) : badCell(line, 'temperature', text)
}

function badCell(line: number, kind: BadCell['kind'], text: string): BadCell {
  return { line, kind, text: text.slice(0, 40) }
}

function count(
  signs: Signs,
  { cells, header, line }: { cells: readonly string[]; header: SeriesHeader; line: number }
): void {
  const { delimiter, names, temperature } = header
  const written = cells[temperature] ?? ''
  if (written.includes('.')) signs.points += 1
  if (written.includes(',')) signs.commas += 1
  if (!isShareOfDay(cells[header.time ?? -1] ?? '')) signs.clocks += 1
  if (delimiter !== ',') return
  const isLonger = cells.slice(names.length).some((cell) => cell !== '')
  const mayBeCut = /^[+\-−‐‑–]? ?\d{1,3}$/.test(written) && /^\d{1,2}$/.test(cells[temperature + 1] ?? '')
  if (isLonger || mayBeCut) signs.cutLines.push(line)
}

function whenIn(cells: readonly string[], { date, time }: SeriesHeader): string {
  const day = date.map((index) => cells[index] ?? '').join('-')
  return time === null ? day : `${day} ${cells[time] ?? ''}`
}

type Wall = WallText | 'coarse' | 'no day' | null

/** The times of rows in their order: a date only in the first row of its day holds below it. */
function daysOf(header: SeriesHeader): (cells: readonly string[]) => Wall {
  let above: WallText | null = null
  return (cells) => {
    const isBare = header.time !== null && header.date.every((index) => (cells[index] ?? '') === '')
    const clock = isBare ? clockIn(cells, header) : null
    if (!isBare) {
      const wall = wallIn(cells, header)
      above = typeof wall === 'string' ? null : wall
      return wall
    }
    if (clock === null || clock === 'coarse') return clock
    if (above === null || clock.timeMs <= (above.clock?.timeMs ?? 0)) return 'no day'
    above = { ...above, clock }
    return above
  }
}

function wallIn(cells: readonly string[], header: SeriesHeader): WallText | 'coarse' | null {
  const written = header.date.map((index) => cells[index] ?? '').join('-')
  const day = header.isNumber ? readNumberTime(written) : readWall(written)
  if (day === 'coarse') return day
  if (day === null || header.time === null)
    return day?.clock == null ? null : { ...day, clock: withZone(day.clock, zoneCell(cells, header)) }
  const clock = clockIn(cells, header)
  return clock === null || clock === 'coarse' ? clock : { ...day, clock }
}

/** `coarse`: a part of a day, in whose column `0.25` is not a time either. */
function clockIn(cells: readonly string[], header: SeriesHeader): WallText['clock'] | 'coarse' {
  const written = cells[header.time ?? -1] ?? ''
  const clock = readClock(written)
  if (clock === null) return isShareOfDay(written) ? 'coarse' : null
  return withZone(clock, zoneCell(cells, header))
}

function isShareOfDay(written: string): boolean {
  return /^0?[.,]\d+$/.test(written)
}

function zoneCell(cells: readonly string[], { zoneColumn }: SeriesHeader): string {
  return zoneColumn === null ? '' : (cells[zoneColumn] ?? '')
}
