import { hourMs, minuteMs } from '../common/time.ts'
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

/** A span, and from when on each of its hours must have a reading [ms since epoch]. */
export interface NightSpan extends ReadingSpan {
  readonly everyHourFrom: number
}

/** In this time before sunrise each hour needs a reading: without the last quarter a minimum is 0.95 °C too warm. */
const everyHourMs = 4 * hourMs
/** By this time after a night its last readings have come in [ms]. */
export const readingsLateMs = 3 * hourMs
/** Earlier in the night a gap may be this long. */
const longestGapMs = 2 * hourMs

/** Dark hours and the hour after, in which the sun rises and it is mostly coldest; null where nothing is dark. */
export function readingSpan({ firstDarkHour, overHour, sunriseAt }: NightWindow): NightSpan | null {
  if (firstDarkHour === null) return null
  return nightSpan({ from: firstDarkHour * hourMs, until: overHour * hourMs }, sunriseAt)
}

/** What of a night readings must cover. @param sunriseAt Null: the sun does not rise. */
export function nightSpan({ from, until }: ReadingSpan, sunriseAt: number | null): NightSpan {
  const sunrise = Math.min(sunriseAt ?? until, until)
  const everyHourFrom = Math.floor((sunrise - everyHourMs) / hourMs) * hourMs
  return { from, until, everyHourFrom: Math.max(from, everyHourFrom) }
}

type TimedTemperature = Pick<Reading, 'measuredAt' | 'temperatureC'>

/** No weather changes the air of a night so fast: a probe without contact, another unit, or a logger carried about. */
const leap = { withinMs: 90 * minuteMs, overC: 20 }

/** Where the readings of a night cannot all be of its air. @param readings By time. */
function leapIn(readings: readonly TimedTemperature[]): ReadingSpan | null {
  const at = readings.findIndex((one, index) => {
    const before = readings[index - 1] ?? one
    const isFar = Math.abs(one.temperatureC - before.temperatureC) > leap.overC
    return isFar && one.measuredAt - before.measuredAt <= leap.withinMs
  })
  const [before, after] = [readings[at - 1], readings[at]]
  return before && after ? { from: before.measuredAt, until: after.measuredAt } : null
}

/** The first time of a span in which readings are missing; null where they cover it. @param readings By time. */
function gapIn(
  readings: readonly Pick<Reading, 'measuredAt'>[],
  { from, until, everyHourFrom }: NightSpan
): ReadingSpan | null {
  let last = from
  for (const { measuredAt } of [...readings, { measuredAt: everyHourFrom }]) {
    const at = Math.min(measuredAt, everyHourFrom)
    if (at - last > longestGapMs) return { from: last, until: measuredAt }
    last = Math.max(last, at)
  }
  const hours = new Set(readings.map(({ measuredAt }) => Math.floor(measuredAt / hourMs)))
  for (let hour = Math.floor(everyHourFrom / hourMs); hour + 1 <= until / hourMs; hour++)
    if (!hours.has(hour)) return { from: hour * hourMs, until: (hour + 1) * hourMs }
  return null
}

function readingsIn<One extends TimedTemperature>(
  readings: readonly One[],
  { from, until }: ReadingSpan
): readonly One[] {
  const inside = readings.filter(({ measuredAt }) => measuredAt >= from && measuredAt < until)
  return withoutOutliers(inside.map((reading) => ({ ...reading, at: reading.measuredAt })))
}

/** The lowest reading of a span where readings cover it, else where they do not. */
export function lowestIn<One extends TimedTemperature>(
  readings: readonly One[],
  span: NightSpan
): One | { readonly gap: ReadingSpan } {
  const inside = readingsIn(readings, span)
  const [first] = inside
  const gap = gapIn(inside, span) ?? leapIn(inside)
  if (first === undefined || gap !== null) return { gap: gap ?? span }
  return inside.reduce((least, one) => (one.temperatureC < least.temperatureC ? one : least), first)
}

/** The lowest reading of a span [°C] where readings cover it, else null. */
export function minimumOfReadings(readings: readonly Reading[], span: NightSpan): number | null {
  const lowest = lowestIn(readings, span)
  return 'gap' in lowest ? null : lowest.temperatureC
}

/** Ended nights that touch a span, where readings cover them. @returns Points of new or changed ones. */
export async function storeReadingNights(
  { store, issues, now }: { store: RecordStore; issues: IssueLookup; now: number },
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
      if (minimumC === null || (await store.sensor(sensor.seq))?.fault != null) continue
      const issued = await issues(sensor, window.date)
      if (implausibility(sensor, minimumC, issued) === null)
        nights.push({ sensor, date: window.date, minimumC })
    }
  }
  const outcomes = await store.saveFromReadings(nights, now)
  return nights.flatMap(({ sensor }, index) => {
    return outcomes[index]?.status === 'unchanged' ? [] : [sensor.point]
  })
}

export function endedNights(
  point: Pick<RecordedPoint, 'lat' | 'lon' | 'timezone'>,
  { from, until }: ReadingSpan,
  now: number
): readonly NightWindow[] {
  const windows = nightWindows(point, Math.floor(from / hourMs), Math.floor(until / hourMs) + 1)
  return windows.filter((window) => window.overHour * hourMs <= now)
}
