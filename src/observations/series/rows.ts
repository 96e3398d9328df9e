/** The rows of a logger's file, each by itself: a date in its written order, and a value. */
import { cellsOf, isNothing, type TemperatureUnit, temperatureOf, unitOf } from '../../common/file-cells.ts'
import { isSentinel } from '../reading-row.ts'
import type { SeriesHeader } from './header.ts'
import { namedAgain } from './named-again.ts'
import { readClock, readWall, type WallText } from './wall-clock.ts'

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
    /** The first line that names the columns once more and otherwise. */
    readonly renamed: { readonly line: number; readonly text: string } | null
  }
}

/** How many values have which decimal sign, and how many may be cut at a comma. */
interface Signs {
  points: number
  commas: number
  cutLines: number[]
}

export function rowsOf(header: SeriesHeader): Rows {
  const rows: WrittenRow[] = []
  const bad: BadCell[] = []
  const signs: Signs = { points: 0, commas: 0, cutLines: [] }
  let withoutProbe = 0
  let renamed: { readonly line: number; readonly text: string } | null = null
  return {
    header,
    get count() {
      return rows.length + bad.length
    },
    add({ number: line, text }) {
      if (text.trim() === '') return
      const cells = cellsOf(text, header.delimiter)
      if (cells === null) return void bad.push(badCell(line, 'cells', text))
      const written = cells[header.temperature] ?? ''
      // Events of a logger, and times without a measurement, are no readings.
      if (written === '' || isNothing(written)) return
      const { value, unit } = temperatureOf(written)
      const wall = wallIn(cells, header)
      if (Number.isNaN(value) || wall === null) {
        const again = namedAgain(cells, header)
        if (again === 'other') renamed ??= { line, text: written.slice(0, 40) }
        if (again === null)
          bad.push(wall === null ? badTime(line, cells, header) : badCell(line, 'temperature', written))
        return
      }
      if (isSentinel(value)) {
        withoutProbe += 1
        return
      }
      count(signs, { cells, header, line })
      const ownUnit = header.unitColumn === null ? null : unitOf(cells[header.unitColumn] ?? '')
      rows.push({ line, wall, value, unit: unit ?? ownUnit })
    },
    read: () => ({ rows, bad, withoutProbe, signs, renamed })
  }
}

function badTime(line: number, cells: readonly string[], header: SeriesHeader): BadCell {
  return badCell(line, 'time', whenIn(cells, header))
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
  if (delimiter !== ',') return
  const isLonger = cells.slice(names.length).some((cell) => cell !== '')
  const mayBeCut = /^[+\-−‐‑–]? ?\d{1,3}$/.test(written) && /^\d{1,2}$/.test(cells[temperature + 1] ?? '')
  if (isLonger || mayBeCut) signs.cutLines.push(line)
}

function whenIn(cells: readonly string[], { date, time }: SeriesHeader): string {
  const day = date.map((index) => cells[index] ?? '').join('-')
  return time === null ? day : `${day} ${cells[time] ?? ''}`
}

function wallIn(cells: readonly string[], header: SeriesHeader): WallText | null {
  const day = readWall(header.date.map((index) => cells[index] ?? '').join('-'))
  if (day === null || header.time === null) return day?.clock == null ? null : day
  const clock = readClock(cells[header.time] ?? '')
  return clock === null ? null : { ...day, clock }
}
