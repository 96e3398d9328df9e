/** Fetches what airports near watched places report, every half hour. */
import { randomBytes } from 'node:crypto'
import type { Alerts } from '../alerts/alerts.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Report } from '../forecasts/ports.ts'
import { createAirportFinder, type FindAirports } from '../observations/airports.ts'
import type { Airport, AirportStore, RecordedPoint } from '../observations/ports.ts'
import { createMetar, type Metar, mostStations } from '../sources/metar/metar.ts'
import { SourceError } from '../sources/source.ts'
import type { Leases } from '../store/leases.ts'
import { dayMs, minuteMs } from '../weather/time.ts'
import type { Weather } from './weather.ts'

/** METARs are made every half hour, or every hour. */
export const airportsEveryMs = 30 * minuteMs
/** Another process that has fetched in this round need not be followed by this one [ms]. */
const leaseMs = 25 * minuteMs

export interface AirportDeps {
  /** Null: no airport is asked, because it is switched off or all weather is synthetic. */
  readonly metar: Metar | null
  readonly store: AirportStore
  readonly leases: Leases
  /** Where the watched places are. */
  readonly sites: () => Promise<readonly Pick<RecordedPoint, 'lat' | 'lon' | 'elevation'>[]>
  readonly isDemo: () => boolean
  readonly clock: () => number
  readonly report: Report
}

export interface AirportReports {
  /** One round. @throws {SourceError} where the server gave nothing usable */
  readonly fetch: (signal: AbortSignal) => Promise<void>
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

  const fetchReports = async (from: Metar, signal: AbortSignal): Promise<void> => {
    const now = clock()
    const sites = await deps.sites()
    if (sites.length === 0) return
    if (list === null || now - list.at >= dayMs) {
      list = { at: now, find: createAirportFinder(await from.stations(signal)) }
    }
    const { find } = list
    const near = new Map(sites.flatMap(find).map(({ airport }) => [airport.icao, airport]))
    await fetchAll(deps.store, from, { airports: [...near.values()], signal })
    state = { ...state, airports: near.size, lastAnswerAt: clock() }
  }
  return {
    state: () => state,
    async fetch(signal) {
      const now = clock()
      if (metar === null || deps.isDemo() || now < notBefore) return
      if (!(await leases.hold({ name: 'airports', holder, now, until: now + leaseMs }))) return
      try {
        await fetchReports(metar, signal)
      } catch (error) {
        if (error instanceof SourceError && error.kind === 'rate_limited') {
          notBefore = now + Math.max(airportsEveryMs, (error.retryAfterSeconds ?? 0) * 1000)
          report('airports_rate_limited', { until: new Date(notBefore).toISOString() })
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
  readonly weather: Pick<Weather, 'forecasts' | 'sources' | 'store' | 'operatorWay' | 'siteUrl'>
  readonly alerts: Pick<Alerts, 'subscriptions' | 'places'>
  readonly clock: () => number
  readonly report: Report
}

/** The reports of airports near the watched places of an app. */
export function openAirportsOver({
  configuration,
  weather,
  alerts,
  clock,
  report
}: AirportsOver): AirportReports {
  const { forecasts, store } = weather
  return openAirports({
    metar: openMetar(configuration, weather, clock),
    store: store.record,
    leases: store.leases,
    sites: async () => {
      const locations = await alerts.subscriptions.watchedPlaces()
      return locations.flatMap((location) => alerts.places.find(location) ?? [])
    },
    isDemo: forecasts.isDemo,
    clock,
    report
  })
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
