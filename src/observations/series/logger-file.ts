import { isSeparatorLine } from '../../common/file-cells.ts'
import { dayMs, hourMs, minuteMs } from '../../common/time.ts'
import { nightWindows } from '../../frost/night-window.ts'
import type { ObservationRow } from '../observation-row.ts'
import type { RecordedPoint } from '../ports.ts'
import { lowestIn, type NightSpan, type ReadingSpan, readingSpan } from '../reading-nights.ts'
import type { ReadingRow } from '../reading-row.ts'
import type { SensorOfRow } from '../row-parts.ts'
import type { SeriesQuestion } from './question.ts'
import { readSeries, type SeriesOptions, type SeriesReading, type SeriesResult } from './read-series.ts'
import type { TextLine } from './rows.ts'

interface SeriesNight {
  readonly date: string
  readonly lowest: SeriesReading | null
  /** Where readings are missing; null where they cover the night. */
  readonly gap: ReadingSpan | null
}

/** Nights that have ended and have readings, in order of time. */
function seriesNights(
  readings: readonly SeriesReading[],
  point: RecordedPoint,
  now: number
): readonly SeriesNight[] {
  const [first, last] = [readings[0], readings.at(-1)]
  if (first === undefined || last === undefined) return []
  const hourOf = ({ measuredAt }: SeriesReading): number => Math.floor(measuredAt / hourMs)
  const nights: SeriesNight[] = []
  let from = 0
  for (const window of nightWindows(point, hourOf(first), hourOf(last) + 1)) {
    const span = readingSpan(window)
    if (span === null || span.until > now) continue
    while ((readings[from]?.measuredAt ?? span.from) < span.from) from += 1
    let until = from
    while ((readings[until]?.measuredAt ?? span.until) < span.until) until += 1
    if (until > from) nights.push({ date: window.date, ...nightOf(readings.slice(from, until), span) })
    from = until
  }
  return nights
}

function nightOf(readings: readonly SeriesReading[], span: NightSpan): Omit<SeriesNight, 'date'> {
  const found = lowestIn(readings, span)
  return 'gap' in found ? { lowest: null, gap: found.gap } : { lowest: found, gap: null }
}

/** When a series is warmest by the sun: by a wrong clock at night. */

/** Fewer days, or days alike all the time, show nothing. */
const least = { days: 3, readingsADay: 8, amplitudeC: 1.5 }
/** After midnight by the sun [h]: the mean of all days is warmest in between, whatever the weather. */
const warmest = { from: 9.5, until: 20 }

/** The warmest time of the mean day [h after midnight by the sun] where it is at night, else null. */
export function nightlyWarmth(readings: readonly SeriesReading[], lon: number): number | null {
  const [first, last] = [readings[0], readings.at(-1)]
  if (first === undefined || last === undefined) return null
  // Whole days alone: a part of one would turn the mean.
  const days = Math.floor((last.measuredAt - first.measuredAt + hourMs) / dayMs)
  const whole = readings.filter(({ measuredAt }) => measuredAt < first.measuredAt + days * dayMs)
  if (days < least.days || whole.length < days * least.readingsADay) return null
  const meanC = whole.reduce((sum, { temperatureC }) => sum + temperatureC, 0) / whole.length
  let [cosine, sine] = [0, 0]
  for (const { measuredAt, temperatureC } of whole) {
    const angle = (2 * Math.PI * (measuredAt + (lon / 15) * hourMs)) / dayMs
    cosine += (temperatureC - meanC) * Math.cos(angle)
    sine += (temperatureC - meanC) * Math.sin(angle)
  }
  const amplitudeC = (2 * Math.hypot(cosine, sine)) / whole.length
  if (amplitudeC < least.amplitudeC) return null
  const hour = ((Math.atan2(sine, cosine) / (2 * Math.PI)) * 24 + 24) % 24
  return hour >= warmest.from && hour <= warmest.until ? null : hour
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
  /** Readings of the last month, stored one by one. */
  readonly readings: readonly ReadingRow[]
}

export type LoggerFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'question'; readonly question: SeriesQuestion }
  | LoggerNights

export async function readLogger(
  lines: AsyncIterable<readonly TextLine[]>,
  asked: Omit<SeriesOptions, 'placeZone'> & {
    readonly sensor: SensorOfRow
    readonly point: RecordedPoint
  }
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

export async function* withoutSeparator<Line extends TextLine>(
  lines: AsyncIterable<readonly Line[]>
): AsyncGenerator<readonly Line[]> {
  let isFirst = true
  for await (const some of lines) {
    const isSeparator = isFirst && isSeparatorLine(some[0]?.text ?? '')
    isFirst = false
    yield isSeparator ? some.slice(1) : some
  }
}
