/** From a series of readings to its nights: the lowest of each that they cover, else where they do not. */
import { hourMs } from '../../common/time.ts'
import { nightWindows } from '../../frost/night-window.ts'
import type { RecordedPoint } from '../ports.ts'
import { lowestIn, type NightSpan, type ReadingSpan, readingSpan } from '../reading-nights.ts'
import type { SeriesReading } from './read-series.ts'

export interface SeriesNight {
  /** The morning that ends it. */
  readonly date: string
  readonly lowest: SeriesReading | null
  /** Where readings are missing; null where they cover the night. */
  readonly gap: ReadingSpan | null
}

/** The nights that have ended and of which there are readings. @param readings By time. */
export function seriesNights(
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
