import { dayMs, hourMs } from '../common/time.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import type { Forecasts } from '../forecasts/forecasts.ts'
import type { Gazetteer } from '../places/gazetteer.ts'
import { pointAt } from '../places/point.ts'
import type { Airport } from '../weather/airport.ts'
import type { Point } from '../weather/point.ts'
import { airportPoint, airportsAt, type ReportingAirport } from './airports.ts'
import { type RecordedPoints, sinceDate } from './around.ts'
import { type LeadScores, type MeasuredNight, verifyPlace } from './place-verification.ts'
import type { RecordedPoint } from './ports.ts'
import { boxAround } from './reach.ts'
import { endedNights, minimumOfReadings, readingSpan } from './reading-nights.ts'
import type { AirportNight, AirportStore } from './reading-ports.ts'
import type { RecordStore } from './record-ports.ts'

/** Two runs a day give a night a forecast a day ahead and one in the evening. */
const forecastEveryMs = 12 * hourMs

/** Runs after the airports' reports. Its requests count as a visitor's, so watched places lose nothing. */
export function createAirportNights(deps: {
  readonly store: AirportStore
  readonly gazetteer: Pick<Gazetteer, 'near'>
  readonly forecasts: Pick<Forecasts, 'get'>
  readonly recordRun: (snapshot: ForecastSnapshot) => void
  readonly clock: () => number
}): (airports: readonly Airport[], signal: AbortSignal) => Promise<void> {
  const zones = new Map<string, string>()
  const askedAt = new Map<string, number>()
  const pointOf = async (airport: Airport) => {
    const bare = airportPoint(airport, 'UTC')
    const timezone = zones.get(bare.key) ?? (await pointAt(bare, deps.gazetteer)).point.timezone
    zones.set(bare.key, timezone)
    return airportPoint(airport, timezone)
  }
  return async (airports, signal) => {
    const now = deps.clock()
    const points = await Promise.all(
      airports.map(async (airport) => ({ airport, point: await pointOf(airport) }))
    )
    await storeAirportNights(deps.store, points, now)
    for (const { point } of points) {
      if (signal.aborted) return
      const before = askedAt.get(point.key)
      if (before !== undefined && now >= before && now - before < forecastEveryMs) continue
      const found = await deps.forecasts.get(point, { kind: 'client', key: 'airports' })
      if (found.kind !== 'snapshot') continue
      deps.recordRun(found.snapshot)
      askedAt.set(point.key, now)
    }
  }
}

/** Each night's lowest report alongside the forecasts for the airport's own point and height. */

/** The last reports of these nights may still be on their way. */
const lookBackMs = 2 * dayMs

/** Stores nights as far as reports cover each dark hour. */
export async function storeAirportNights(
  store: AirportStore,
  airports: readonly { readonly airport: Airport; readonly point: Point }[],
  now: number
): Promise<void> {
  const nights: AirportNight[] = []
  const icaos = airports.map(({ airport }) => airport.icao)
  const read = await store.airportReportsOf(icaos, now - lookBackMs)
  const byAirport = Map.groupBy(read, ({ icao }) => icao)
  for (const { airport, point } of airports) {
    const reports = byAirport.get(airport.icao) ?? []
    for (const window of endedNights(recordedAt(point), { from: now - dayMs, until: now }, now)) {
      const span = readingSpan(window)
      const minimumC = span === null ? null : minimumOfReadings(reports, span)
      if (span === null || minimumC === null) continue
      const lowest = reports.filter(({ measuredAt, temperatureC }) => {
        return measuredAt >= span.from && measuredAt < span.until && temperatureC === minimumC
      })
      const isWhole = lowest.every((report) => report.isWhole)
      nights.push({ icao: airport.icao, date: window.date, minimumC, isWhole })
    }
  }
  await store.saveAirportNights(nights)
}

function recordedAt({ key, ...position }: Point): RecordedPoint {
  return { ...position, pointKey: key }
}

/** The nights of the airport at exactly a point; empty where there is none. */
export async function airportNightsAt(
  store: AirportStore,
  point: Pick<RecordedPoint, 'pointKey' | 'lat' | 'lon'>,
  now: number
): Promise<readonly AirportNight[]> {
  const airport = await airportExactlyAt(store, point)
  return airport === undefined ? [] : store.airportNights(airport.icao, sinceDate(now))
}

async function airportExactlyAt(
  store: Pick<AirportStore, 'airportsIn'>,
  point: Pick<RecordedPoint, 'pointKey' | 'lat' | 'lon'>
): Promise<Airport | undefined> {
  const around = await store.airportsIn(boxAround(point, 1))
  return around.find((one) => airportPoint(one, '').key === point.pointKey)
}

/** Minima by date; as reported, or with `likelyMinimumC` as used to score forecasts. */
export function airportMinima(
  nights: readonly AirportNight[],
  minimumOf: (night: AirportNight) => number
): ReadonlyMap<string, MeasuredNight> {
  return new Map(nights.map((night) => [night.date, { minimumC: minimumOf(night), by: 'airport', count: 1 }]))
}

/** How much too high minima of whole degrees read [°C]; measured at Ankara. */
const wholeDegreesC = 0.23

/** The minimum of a night as it most likely was [°C]. */
export function likelyMinimumC({ minimumC, isWhole }: Pick<AirportNight, 'minimumC' | 'isWhole'>): number {
  return isWhole ? minimumC - wholeDegreesC : minimumC
}

async function airportRecord(store: RecordStore, airport: Airport, now: number): Promise<LeadScores | null> {
  const { key } = airportPoint(airport, '')
  const nights = await store.airportNights(airport.icao, sinceDate(now))
  const measured = airportMinima(nights, likelyMinimumC)
  if (measured.size === 0) return null
  const recorded = await store.nights({
    pointKey: key,
    synthetic: false,
    from: sinceDate(now),
    until: '9999',
    leadDay: 1,
    after: null,
    limit: maxNights
  })
  const { leads } = verifyPlace({
    kind: 'air_2m',
    exposure: 'ground',
    analysed: [],
    sensors: [],
    airport: measured,
    issued: recorded.map(({ night }) => night)
  })
  return leads[0] ?? null
}

/** An airport with its own forecasts a day ahead; null where no night could be compared. */
export interface VerifiedAirport extends ReportingAirport {
  readonly dayAhead: LeadScores | null
}

/** Nearest first. */
export async function verifiedAirports(
  store: RecordStore,
  site: Parameters<typeof airportsAt>[1],
  now: number
): Promise<readonly VerifiedAirport[]> {
  const near = await airportsAt(store, site, now)
  return Promise.all(
    near.map(async (one) => ({ ...one, dayAhead: await airportRecord(store, one.airport, now) }))
  )
}

/** More than a year of one lead has. */
const maxNights = 500

/** The record of an airport's own point is public, as the airport is. */
export async function withAirport(
  { store, isNamed }: RecordedPoints,
  site: Pick<RecordedPoint, 'pointKey' | 'lat' | 'lon'>
): Promise<RecordedPoints> {
  if (isNamed(site) || (await airportExactlyAt(store, site)) === undefined) return { store, isNamed }
  return { store, isNamed: (point) => point.pointKey === site.pointKey || isNamed(point) }
}
