/** What the page of a sensor shows: its readings of three days over what was forecast, and what it has taught. */
import { dayMs, hourMs } from '../common/time.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import { nightWindows } from '../frost/night-window.ts'
import { nightsOfRecord, recentMeanC } from '../frost/sensor-watch.ts'
import { isOwn, type Point } from '../weather/point.ts'
import { valueAt } from '../weather/series.ts'
import type { RecordedPoints } from './around.ts'
import type { TimedReading } from './faults/hours.ts'
import type { NightRecord } from './night-record.ts'
import type { RecordedPoint, Sensor } from './ports.ts'
import type { Reading } from './reading-ports.ts'
import { forecastFor, type SensorRecord } from './sensor-record.ts'
import { createIssueLookup } from './submit.ts'

export interface SensorViewDeps extends RecordedPoints {
  readonly judged: NightRecord['judged']
  /** Asks no source. */
  readonly stored: (point: Point) => Promise<ForecastSnapshot | null>
  readonly isSynthetic: () => boolean
}

export interface SensorView {
  readonly sensor: Sensor
  readonly record: SensorRecord
  readonly from: number
  readonly until: number
  readonly readings: readonly Reading[]
  readonly forecast: readonly TimedReading[]
  /** Spans of time [ms since epoch] with the range that was forecast for their minima [°C], 10–90 %. */
  readonly nights: readonly {
    readonly date: string
    readonly from: number
    readonly until: number
    readonly lowC: number
    readonly highC: number
  }[]
  readonly taught: Taught
}

interface Taught {
  readonly nights: number
  readonly missing: number
  /** Measured minus forecast on those nights [°C], held a little towards 0; null before the first. */
  readonly correctionC: number | null
}

const shownMs = 3 * dayMs
const aheadMs = 12 * hourMs
/** Distance of the 10 % and 90 % points of a normal distribution from its mean [σ]. */
export const rangeSigmas = 1.2816

/** @param pointOf The point of its forecast as the owner sees it. */
export async function sensorView(
  deps: SensorViewDeps,
  sensor: Sensor,
  { now, pointOf }: { now: number; pointOf: (point: RecordedPoint) => Promise<Point> }
): Promise<SensorView> {
  const [from, until] = [now - shownMs, now + aheadMs]
  const record = await deps.judged(sensor)
  const seen = await pointOf(sensor.point)
  const snapshot = sensor.kind === 'air_2m' ? await deps.stored(seen) : null
  return {
    sensor,
    record,
    from,
    until,
    readings: await deps.store.readings(sensor.seq, from, until),
    forecast: snapshot === null ? [] : hoursOf(snapshot, from, until),
    nights: await foretold(deps, sensor, { from, until, now, isOwn: isOwn(seen) }),
    taught: taughtBy(record)
  }
}

function hoursOf({ shownSeries }: ForecastSnapshot, from: number, until: number): readonly TimedReading[] {
  const [first, last] = [Math.ceil(from / hourMs), Math.floor(until / hourMs)]
  return Array.from({ length: last - first + 1 }, (_, index) => {
    return { at: (first + index) * hourMs, temperatureC: valueAt(shownSeries, 'temperature', first + index) }
  }).filter(({ temperatureC }) => Number.isFinite(temperatureC))
}

async function foretold(
  deps: SensorViewDeps,
  sensor: Sensor,
  span: Record<'from' | 'until' | 'now', number> & { readonly isOwn: boolean }
): Promise<SensorView['nights']> {
  const { from, until, now } = span
  const counts = ({ seq }: Sensor): boolean => seq === sensor.seq
  const issueOf = createIssueLookup(deps, { synthetic: deps.isSynthetic(), now, counts })
  const nights: SensorView['nights'][number][] = []
  for (const window of nightWindows(sensor.point, Math.floor(from / hourMs), Math.ceil(until / hourMs))) {
    const { date, firstDarkHour, overHour } = window
    const issued = await issueOf({ point: { ...sensor.point, isOwn: span.isOwn } }, date)
    const forecast = issued === null ? null : forecastFor(sensor, issued)
    if (forecast === null || firstDarkHour === null) continue
    const halfC = rangeSigmas * forecast.sigmaC
    const range = { lowC: forecast.minimumC - halfC, highC: forecast.minimumC + halfC }
    nights.push({ date, from: firstDarkHour * hourMs, until: overHour * hourMs, ...range })
  }
  return nights
}

function taughtBy({ nights, believedDates }: SensorRecord): Taught {
  const counted = nights.filter(({ date }) => believedDates.has(date))
  return {
    nights: counted.length,
    missing: Math.max(0, nightsOfRecord - counted.length),
    correctionC: counted.length === 0 ? null : recentMeanC(counted.map(({ residualC }) => residualC))
  }
}
