/** Fetches what airports near watched places report, every half hour. */
import { randomBytes } from 'node:crypto'
import type { Alerts } from '../alerts/alerts.ts'
import { dayMs, minuteMs, secondMs } from '../common/time.ts'
import type { Configuration } from '../config/configuration.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import type { Report } from '../forecasts/ports.ts'
import { createAirportFinder, type FindAirports } from '../observations/airports.ts'
import type { RecordedPoint } from '../observations/ports.ts'
import type { AirportStore } from '../observations/reading-ports.ts'
import { createMetar, type Metar, mostStations } from '../sources/metar/metar.ts'
import { SourceError } from '../sources/source.ts'
import type { Leases } from '../store/leases.ts'
import type { Airport } from '../weather/airport.ts'
import { type Place, type Point, pointOf } from '../weather/point.ts'
import { createAirportNights } from './airport-nights.ts'
import type { ObservationsModule } from './observations.ts'
import type { Weather } from './weather.ts'

/** METARs are made every half hour, or every hour. */
const fetchEveryMs = 30 * minuteMs
/** How soon a process that was started, or takes over, finds that a fetch is due [ms]. */
export const airportsEveryMs = 5 * minuteMs
/** Whichever process fetched, none does again for so long [ms]. */
const leaseMs = fetchEveryMs - minuteMs
/** A fault is tried again after this time [ms]. */
const retryMs = 10 * minuteMs

export interface AirportDeps {
  /** Null: no airport is asked, because it is switched off or all weather is synthetic. */
  readonly metar: Metar | null
  readonly store: AirportStore
  readonly leases: Leases
  /** Where the watched places are. */
  readonly sites: () => Promise<readonly Pick<RecordedPoint, 'lat' | 'lon' | 'elevation'>[]>
  /** Called with the airports whose reports have come; default: nothing more is done with them. */
  readonly recorded?: (airports: readonly Airport[], signal: AbortSignal) => Promise<void>
  readonly isDemo: () => boolean
  readonly clock: () => number
  readonly report: Report
}

export interface AirportReports {
  /** One round; whether reports were due and fetched here. @throws {SourceError} where the server gave nothing usable */
  readonly fetch: (signal: AbortSignal) => Promise<boolean>
  readonly state: () => AirportState
}

/** For the status page and the metrics. */
export interface AirportState {
  readonly isOn: boolean
  /** Airports near watched places in the last round. */
  readonly airports: number
  /** [ms since epoch]; null before the first. */
  readonly lastAnswerAt: number | null
}

interface StationList {
  readonly at: number
  readonly find: FindAirports
}

export function openAirports(deps: AirportDeps): AirportReports {
  const { metar, leases, clock, report } = deps
  const holder = randomBytes(9).toString('base64url')
  let list: StationList | null = null
  let notBefore = 0
  let state: AirportState = { isOn: metar !== null, airports: 0, lastAnswerAt: null }

  /** The list, else the airports that were near watched places before: their reports are asked for all the same. */
  const stationsOf = async (from: Metar, signal: AbortSignal): Promise<readonly Airport[]> => {
    try {
      return await from.stations(signal)
    } catch (error) {
      const known = await deps.store.airports()
      if (known.length === 0 || (error instanceof SourceError && error.kind === 'rate_limited')) throw error
      report('airport_list_missing', { message: error instanceof Error ? error.message : String(error) })
      return known
    }
  }

  const fetchReports = async (from: Metar, signal: AbortSignal): Promise<void> => {
    const now = clock()
    const sites = await deps.sites()
    if (sites.length === 0) return
    if (list === null || now - list.at >= dayMs) {
      list = { at: now, find: createAirportFinder(await stationsOf(from, signal)) }
    }
    const { find } = list
    const near = new Map(sites.flatMap(find).map(({ airport }) => [airport.icao, airport]))
    await fetchAll(deps.store, from, { airports: [...near.values()], signal })
    state = { ...state, airports: near.size, lastAnswerAt: clock() }
    await deps.recorded?.([...near.values()], signal)
  }
  return {
    state: () => state,
    async fetch(signal) {
      const now = clock()
      if (metar === null || deps.isDemo() || now < notBefore) return false
      if (!(await leases.hold({ name: 'airports', holder, now, until: now + leaseMs }))) return false
      try {
        await fetchReports(metar, signal)
        notBefore = now + leaseMs
        return true
      } catch (error) {
        if (error instanceof SourceError && error.kind === 'rate_limited') {
          notBefore = now + Math.max(fetchEveryMs, (error.retryAfterSeconds ?? 0) * secondMs)
          // Nor does another process ask before that.
          await leases.hold({ name: 'airports', holder, now, until: notBefore })
          report('airports_rate_limited', { until: new Date(notBefore).toISOString() })
        } else {
          // Another process may be answered; after a refusal none asks before the lease is over.
          notBefore = now + retryMs
          await leases.release('airports', holder)
        }
        throw error
      }
    }
  }
}

interface Asked {
  readonly airports: readonly Airport[]
  readonly signal: AbortSignal
}

/** One request after the other, each stored: what came before a fault stays. */
async function fetchAll(store: AirportStore, metar: Metar, { airports, signal }: Asked): Promise<void> {
  for (let from = 0; from < airports.length && !signal.aborted; from += mostStations) {
    const some = airports.slice(from, from + mostStations)
    const known = new Set(some.map(({ icao }) => icao))
    const reports = await metar.reports([...known], signal)
    await store.saveAirportReports(
      some,
      reports.filter(({ icao }) => known.has(icao))
    )
  }
}

interface AirportsOver {
  readonly configuration: Pick<Configuration, 'metar'>
  readonly weather: Pick<Weather, 'forecasts' | 'sources' | 'store' | 'operatorWay' | 'siteUrl' | 'gazetteer'>
  readonly record: Pick<ObservationsModule, 'recordRun'>
  readonly alerts: Pick<Alerts, 'subscriptions' | 'places'>
  readonly clock: () => number
  readonly report: Report
}

/** The reports of airports near the watched places of an app. */
export function openAirportsOver({
  configuration,
  weather,
  record,
  alerts,
  clock,
  report
}: AirportsOver): AirportReports {
  const { forecasts, store, gazetteer } = weather
  const { recordRun } = record
  return openAirports({
    metar: openMetar(configuration, weather, clock),
    store: store.record,
    leases: store.leases,
    sites: async () => {
      const locations = await alerts.subscriptions.watchedPlaces()
      const places = locations.flatMap((location) => alerts.places.find(location) ?? [])
      return Promise.all(places.map((place) => siteOf(place, forecasts.peek)))
    },
    recorded: createAirportNights({ store: store.record, gazetteer, forecasts, recordRun, clock }),
    isDemo: forecasts.isDemo,
    clock,
    report
  })
}

/** A field without a height of its own has that of the forecast for it, as where its nights are moved. */
async function siteOf(
  place: Place,
  stored: (point: Point) => Promise<ForecastSnapshot | null>
): Promise<Pick<RecordedPoint, 'lat' | 'lon' | 'elevation'>> {
  const { lat, lon, elevation } = place
  if (elevation !== null) return { lat, lon, elevation }
  const snapshot = await stored(pointOf(place))
  return { lat, lon, elevation: snapshot?.grid.elevation ?? null }
}

/** Null where airports are switched off, or where all weather is synthetic on purpose. */
export function openMetar(
  { metar }: Pick<Configuration, 'metar'>,
  { sources, operatorWay, siteUrl }: Pick<Weather, 'sources' | 'operatorWay' | 'siteUrl'>,
  clock: () => number
): Metar | null {
  if (metar.metar === 'off' || sources.every((source) => source.synthetic)) return null
  return createMetar({ settings: metar, send: operatorWay.send, clock, siteUrl })
}
