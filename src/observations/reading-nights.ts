/** From the readings of a sensor to its nights' minima. */
import { hourMs } from '../common/time.ts'
import { withoutOutliers } from '../frost/evening/credible-readings.ts'
import type { NightWindow } from '../frost/frost-night.ts'
import { nightWindows } from '../frost/night-window.ts'
import { implausibility } from './plausibility.ts'
import type { NewObservation, RecordedPoint, Sensor } from './ports.ts'
import type { Reading } from './reading-ports.ts'
import type { RecordStore } from './record-ports.ts'
import type { IssueLookup } from './submit.ts'

/** The span whose readings make a night's minimum [ms since epoch]: from ≤ t < until. */
export interface ReadingSpan {
  readonly from: number
  readonly until: number
}

/**
 * The dark hours of a night and the hour after, in which the sun rises and the coldest moment mostly is; null where
 * nothing is dark.
 */
export function readingSpan({ firstDarkHour, overHour }: NightWindow): ReadingSpan | null {
  return firstDarkHour === null ? null : { from: firstDarkHour * hourMs, until: overHour * hourMs }
}

/** The lowest reading of a span [°C] where each of its whole UTC hours has one, else null. */
export function minimumOfReadings(readings: readonly Reading[], { from, until }: ReadingSpan): number | null {
  const inside = withoutOutliers(
    readings
      .filter(({ measuredAt }) => measuredAt >= from && measuredAt < until)
      .map(({ measuredAt, temperatureC }) => ({ at: measuredAt, temperatureC }))
  )
  const hours = new Set(inside.map(({ at }) => Math.floor(at / hourMs)))
  if (hours.size < (until - from) / hourMs) return null
  return inside.reduce((least, { temperatureC }) => Math.min(least, temperatureC), Number.POSITIVE_INFINITY)
}

export interface ReadingNightsDeps {
  readonly store: RecordStore
  readonly issues: IssueLookup
  readonly now: number
}

/**
 * Stores the minima of the nights that are over and that a span of time touches, as far as readings cover them.
 * @returns the points of those that are new or have changed.
 */
export async function storeReadingNights(
  { store, issues, now }: ReadingNightsDeps,
  sensors: readonly Sensor[],
  touched: ReadingSpan
): Promise<readonly RecordedPoint[]> {
  const nights: NewObservation[] = []
  for (const sensor of sensors) {
    for (const window of endedNights(sensor.point, touched, now)) {
      const span = readingSpan(window)
      if (span === null) continue
      const readings = await store.readings(sensor.seq, span.from, span.until)
      const minimumC = minimumOfReadings(readings, span)
      if (minimumC === null) continue
      const issued = await issues(sensor.point, window.date)
      if (implausibility(sensor, minimumC, issued) === null)
        nights.push({ sensor, date: window.date, minimumC })
    }
  }
  const outcomes = await store.saveFromReadings(nights, now)
  return nights.flatMap(({ sensor }, index) => {
    return outcomes[index]?.status === 'unchanged' ? [] : [sensor.point]
  })
}

/** The nights of a point that are over at `now` and that a span touches. */
export function endedNights(
  point: Pick<RecordedPoint, 'lat' | 'lon' | 'timezone'>,
  { from, until }: ReadingSpan,
  now: number
): readonly NightWindow[] {
  const windows = nightWindows(point, Math.floor(from / hourMs), Math.floor(until / hourMs) + 1)
  return windows.filter((window) => window.overHour * hourMs <= now)
}
