/** A logger's file: its nights as rows, its newest readings, and how it was understood. */
import { dayMs, minuteMs } from '../../common/time.ts'
import type { ObservationRow } from '../observation-row.ts'
import type { RecordedPoint } from '../ports.ts'
import type { ReadingRow } from '../reading-row.ts'
import type { SensorOfRow } from '../row-parts.ts'
import { nightlyWarmth } from './day-phase.ts'
import type { SeriesQuestion } from './question.ts'
import { readSeries, type SeriesOptions, type SeriesReading, type SeriesResult } from './read-series.ts'
import type { TextLine } from './rows.ts'
import { type SeriesNight, seriesNights } from './series-nights.ts'

export interface LoggerAsked extends Omit<SeriesOptions, 'placeZone'> {
  /** Where and what it measured. */
  readonly sensor: SensorOfRow
  readonly point: RecordedPoint
}

export interface LoggerNights
  extends Pick<Extract<SeriesResult, { readonly kind: 'series' }>, 'form' | 'bad' | 'withoutProbe'> {
  readonly kind: 'nights'
  /** How many readings there are, and when the first and the last one were [ms since epoch]. */
  readonly count: number
  readonly firstAt: number
  readonly lastAt: number
  readonly nights: readonly SeriesNight[]
  /** The nights that its readings cover. */
  readonly rows: readonly { readonly line: number; readonly row: ObservationRow }[]
  /** Those that are stored singly: of the last month. */
  readonly readings: readonly ReadingRow[]
}

export type LoggerFile =
  /** Not a file of readings. */
  { readonly kind: 'none' } | { readonly kind: 'question'; readonly question: SeriesQuestion } | LoggerNights

/** Reads a file. @param lines From its first. */
export async function readLogger(
  lines: AsyncIterable<readonly TextLine[]>,
  asked: LoggerAsked
): Promise<LoggerFile> {
  const { point, sensor, now } = asked
  const result = await readSeries(withoutSeparator(lines), { ...asked, placeZone: point.timezone })
  if (result.kind !== 'series') return result
  const { readings } = result
  const hour = nightlyWarmth(readings, point.lon)
  if (hour !== null) return { kind: 'question', question: { code: 'warm_night', hour } }
  const nights = seriesNights(readings, point, now)
  return {
    ...result,
    kind: 'nights',
    count: readings.length,
    firstAt: readings[0]?.measuredAt ?? Number.NaN,
    lastAt: readings.at(-1)?.measuredAt ?? Number.NaN,
    nights,
    rows: nights.flatMap(({ date, lowest }) => {
      if (lowest === null) return []
      const minimumC = Math.round(lowest.temperatureC * 100) / 100
      return [{ line: lowest.line, row: { ...sensor, date, minimumC, hasUnit: true } }]
    }),
    readings: recentOf(readings, sensor, now)
  }
}

/** Readings are stored this long [ms]. */
const storedMs = 30 * dayMs

/** The readings of the last month. By the clock of a logger tonight is not followed. */
function recentOf(
  readings: readonly SeriesReading[],
  sensor: SensorOfRow,
  now: number
): readonly ReadingRow[] {
  const recent = readings.filter(({ measuredAt }) => measuredAt > now - storedMs && measuredAt <= now)
  return recent.map(({ measuredAt, temperatureC }) => ({
    ...sensor,
    measuredAt: Math.floor(measuredAt / minuteMs) * minuteMs,
    instantAt: measuredAt,
    temperatureC,
    dewPointC: null,
    windSpeedMps: null,
    isLate: measuredAt > now - dayMs
  }))
}

/** Excel writes and reads `sep=;` before the header. */
export async function* withoutSeparator<Line extends TextLine>(
  lines: AsyncIterable<readonly Line[]>
): AsyncGenerator<readonly Line[]> {
  let isFirst = true
  for await (const some of lines) {
    const isSeparator = isFirst && /^"?sep=[;,\t]"?$/.test(some[0]?.text ?? '')
    isFirst = false
    yield isSeparator ? some.slice(1) : some
  }
}
