import { BoundedMap } from '../../common/bounded-map.ts'
import { upperMedianOf } from '../../common/mean.ts'
import { hourMs, secondMs } from '../../common/time.ts'
import { takeTurn } from '../../common/turns.ts'
import type { ForecastSnapshot } from '../../forecasts/forecast-snapshot.ts'
import type { Report } from '../../forecasts/ports.ts'
import type { StationRecord } from '../../frost/evening-station.ts'
import type { Point } from '../../weather/point.ts'
import { valueBetween } from '../../weather/series.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import { airportRecordPoint, airportsAt } from '../airports.ts'
import { byHand, type RecordedPoint, type Sensor } from '../ports.ts'
import type { Reading } from '../reading-ports.ts'
import type { RecordStore } from '../record-ports.ts'
import { findFault, lookBackHours } from './find-fault.ts'
import { type ForecastC, hoursOf, type TimedReading } from './hours.ts'
import { proofMs, reportedReason, type SensorFault } from './sensor-fault.ts'

interface FaultRoundDeps {
  readonly store: RecordStore
  /** Asks no source. */
  readonly stored: (point: Point) => Promise<ForecastSnapshot | null>
  readonly recordOf: (sensor: Sensor) => Promise<StationRecord | null>
  readonly report: Report
}

/** Hours without a finding after which a fault is over, and how many of them readings must cover. */
const liftedAfter = { hours: 72, coveredHours: 60 }
/** A reading covers no more than its thermometer's usual interval, which is held within these [ms]. */
const interval = { minMs: hourMs, maxMs: 3 * hourMs }
const maxNeighbours = 3
/** How often it is noted when it was last seen [ms]. */
const noteAgainMs = 6 * hourMs
/** More sensors than this are looked at in each round, which changes nothing. */
const maxRemembered = 50_000

export function createFaultRound(deps: FaultRoundDeps) {
  const lookedAt = new BoundedMap<number, number>(maxRemembered)
  const airports = new Map<string, SensorFault>()
  let airportsAt = -1
  return {
    /** The fault of an airport's thermometer; null: none, or the airport is not checked. */
    ofAirport: (icao: string) => airports.get(icao) ?? null,
    async look(now: number): Promise<void> {
      const hour = Math.floor(now / hourMs)
      if (airportsAt !== hour) await lookAtAirports(deps, airports, now)
      airportsAt = hour
      for (const sensor of await deps.store.readSince(now - lookBackHours * hourMs)) {
        // A person reads now and then, and most in cold nights.
        const isLookedAt = sensor.kind === 'air_2m' && sensor.station !== byHand
        if (sensor.revokedAt !== null || !isLookedAt || lookedAt.get(sensor.seq) === hour) continue
        lookedAt.delete(sensor.seq)
        lookedAt.set(sensor.seq, hour)
        await look(deps, sensor, now)
        await takeTurn()
      }
    }
  }
}

async function look(deps: FaultRoundDeps, sensor: Sensor, now: number): Promise<void> {
  const read = await deps.store.readings(sensor.seq, now - liftedAfter.hours * hourMs, now + hourMs)
  const readings = read.map(timed)
  const { point, fault } = sensor
  const after = await stateOf(
    deps,
    { point, fault, readings, usualC: (await deps.recordOf(sensor))?.usualC },
    now
  )
  if (after === fault) return
  await deps.store.saveFault(sensor.seq, after, now)
  const reason = reportedReason(after)
  if (reason !== null && reportedReason(fault) === null)
    deps.report('sensor_set_aside', { sensor: sensor.seq, reason })
}

/** An airport has no row: what it does is found again after a restart. */
async function lookAtAirports(deps: FaultRoundDeps, known: Map<string, SensorFault>, now: number) {
  const reports = await deps.store.airportReports(now - liftedAfter.hours * hourMs)
  const byAirport = Map.groupBy(reports, ({ icao }) => icao)
  for (const airport of byAirport.size === 0 ? [] : await deps.store.airports()) {
    const { icao } = airport
    const readings = (byAirport.get(icao) ?? []).map(timed)
    const before = known.get(icao) ?? null
    const point = airportRecordPoint(airport)
    const after = await stateOf(deps, { point, fault: before, readings, icao }, now)
    if (after === null) known.delete(icao)
    else known.set(icao, after)
    if (after !== null && before === null) deps.report('airport_set_aside', { icao, reason: after.reason })
    await takeTurn()
  }
}

interface LookedAt {
  readonly point: RecordedPoint
  readonly fault: SensorFault | null
  /** Readings by time, for as long as a fault lasts. */
  readonly readings: readonly TimedReading[]
  readonly usualC?: number | undefined
  /** Absent: no airport. */
  readonly icao?: string
}

async function stateOf(deps: FaultRoundDeps, one: LookedAt, now: number): Promise<SensorFault | null> {
  const { point, fault, readings, usualC = null } = one
  const recent = readings.filter(({ at }) => at > now - lookBackHours * hourMs)
  const forecastC = recent.length === 0 ? null : await forecastAt(deps, point)
  const zoneSeconds = zoneClock(point.timezone).offsetSeconds(Math.floor(now / secondMs))
  const found =
    forecastC === null
      ? null
      : findFault({
          readings: recent,
          forecastC,
          at: point,
          usualC,
          zoneHours: (zoneSeconds * secondMs) / hourMs,
          neighbours: await airportDeviations(deps, one, now)
        })
  return stateAfter(fault, found, { now, from: recent[0]?.at ?? now, hours: coveredHours(readings) })
}

function timed({ measuredAt: at, temperatureC }: Pick<Reading, 'measuredAt' | 'temperatureC'>): TimedReading {
  return { at, temperatureC }
}

function coveredHours(readings: readonly TimedReading[]): number {
  const gapsMs = readings.slice(1).map(({ at }, index) => at - (readings[index]?.at ?? at))
  const usualMs = Math.min(interval.maxMs, Math.max(interval.minMs, upperMedianOf(gapsMs)))
  return gapsMs.reduce((sum, gapMs) => sum + Math.min(gapMs, usualMs), 0) / hourMs
}

/**
 * Only readings lift it, not silence or missing forecasts. A reason that needs proof replaces a reported one that was
 * not found for as long as proof takes.
 */
export function stateAfter(
  before: SensorFault | null,
  reason: SensorFault['reason'] | null,
  { now, from, hours }: { now: number; from: number; hours: number }
): SensorFault | null {
  if (reason !== null) {
    if (before === null) return { reason, from, foundAt: now, seenAt: now }
    const keepsMs = before.reason === reason ? 0 : proofMs(reason)
    if (keepsMs > 0 && reportedReason(before) !== null && now - before.seenAt < noteAgainMs + keepsMs)
      return before
    return now - before.seenAt < noteAgainMs && before.reason === reason
      ? before
      : { ...before, reason, seenAt: now }
  }
  if (before === null) return null
  const isOver = now - before.seenAt >= liftedAfter.hours * hourMs && hours >= liftedAfter.coveredHours
  return isOver ? null : before
}

/** The nearest airports within 40 km, against the forecasts for their own points. */
async function airportDeviations(
  deps: FaultRoundDeps,
  { point, icao: own }: LookedAt,
  now: number
): Promise<readonly ReadonlyMap<number, number>[]> {
  const around = await airportsAt(deps.store, point, now)
  const near = around.filter(({ airport }) => airport.icao !== own).slice(0, maxNeighbours)
  const icaos = near.map(({ airport }) => airport.icao)
  const reports = await deps.store.airportReportsOf(icaos, now - lookBackHours * hourMs)
  const deviations: ReadonlyMap<number, number>[] = []
  for (const { airport } of near) {
    const forecastC = await forecastAt(deps, airportRecordPoint(airport))
    if (forecastC === null) continue
    const its = reports.filter(({ icao }) => icao === airport.icao)
    const hours = hoursOf(its.map(timed), forecastC)
    deviations.push(new Map(hours.map(({ hour, deviationC }) => [hour, deviationC])))
  }
  return deviations
}

/** The forecast, between whole hours by a line; null where none of the point is stored. */
async function forecastAt(
  { stored }: FaultRoundDeps,
  { pointKey: key, ...position }: RecordedPoint
): Promise<ForecastC | null> {
  const series = (await stored({ ...position, key }))?.series
  if (series === undefined) return null
  return (at) => {
    const airC = valueBetween(series, 'temperature', at)
    return Number.isNaN(airC) ? null : airC
  }
}
