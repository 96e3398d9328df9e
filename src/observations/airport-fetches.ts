import { portionsOf } from '../common/portions-of.ts'
import { reportedError } from '../common/reported-error.ts'
import { dayMs, minuteMs } from '../common/time.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import type { Report } from '../forecasts/ports.ts'
import type { Airport, AirportServer } from '../weather/airport.ts'
import { type GroundPoint, type Place, type Point, pointOf } from '../weather/point.ts'
import { createAirportFinder } from './airports.ts'
import type { AirportStore } from './reading-ports.ts'

/** METARs are made every half hour, or every hour. */
const fetchEveryMs = 30 * minuteMs
/** How soon a process that was started, or takes over, finds that a fetch is due [ms]. */
export const airportsEveryMs = 5 * minuteMs
/** Pause after a fetch by any process [ms]. */
const leaseMs = fetchEveryMs - minuteMs
/** A fault is tried again after this time [ms]. */
const retryMs = 10 * minuteMs

interface AirportLeases {
  readonly hold: (lease: {
    readonly name: string
    readonly holder: string
    readonly now: number
    readonly until: number
  }) => Promise<boolean>
  readonly release: (name: string, holder: string) => Promise<void>
}

interface AirportDeps {
  /** Null: no airport is asked, because it is switched off or all weather is synthetic. */
  readonly metar: AirportServer | null
  readonly store: AirportStore
  readonly leases: AirportLeases
  readonly holder: string
  readonly sites: () => Promise<readonly GroundPoint[]>
  /** Default: nothing more is done. */
  readonly recorded?: (airports: readonly Airport[], signal: AbortSignal) => Promise<void>
  readonly isDemo: () => boolean
  readonly clock: () => number
  readonly report: Report
}

export interface AirportReports {
  /** One round; whether reports were due and fetched here. @throws where the server gave nothing usable */
  readonly fetch: (signal: AbortSignal) => Promise<boolean>
  readonly state: () => AirportState
}

interface AirportState {
  readonly isOn: boolean
  readonly airports: number
  /** [ms since epoch]; null before the first. */
  readonly lastAnswerAt: number | null
}

export function openAirports(deps: AirportDeps): AirportReports {
  const { metar, leases, holder, clock, report } = deps
  let list: { readonly at: number; readonly find: ReturnType<typeof createAirportFinder> } | null = null
  let notBefore = 0
  let state: AirportState = { isOn: metar !== null, airports: 0, lastAnswerAt: null }

  /** The list, else the airports that were near watched places before: their reports are asked for anyway. */
  const stationsOf = async (from: AirportServer, signal: AbortSignal): Promise<readonly Airport[]> => {
    try {
      return await from.stations(signal)
    } catch (error) {
      const known = await deps.store.airports()
      if (known.length === 0 || from.refusedForMs(error) !== null) throw error
      report('airport_list_missing', reportedError(error))
      return known
    }
  }

  const fetchReports = async (from: AirportServer, signal: AbortSignal): Promise<void> => {
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
        const refusedMs = metar.refusedForMs(error)
        if (refusedMs !== null) {
          notBefore = now + Math.max(fetchEveryMs, refusedMs)
          // Another process does not ask before that either.
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

/** Sends requests one after the other and stores each answer, so a fault loses none of the earlier ones. */
async function fetchAll(
  store: AirportStore,
  metar: AirportServer,
  { airports, signal }: { airports: readonly Airport[]; signal: AbortSignal }
): Promise<void> {
  for (const some of portionsOf(airports, metar.maxStations)) {
    if (signal.aborted) return
    const known = new Set(some.map(({ icao }) => icao))
    const reports = await metar.reports([...known], signal)
    await store.saveAirportReports(
      some,
      reports.filter(({ icao }) => known.has(icao))
    )
  }
}

/** A field without a height of its own has that of the forecast for it, as where its nights are moved. */
export async function airportSite(
  place: Place,
  stored: (point: Point) => Promise<ForecastSnapshot | null>
): Promise<GroundPoint> {
  const { lat, lon, elevation } = place
  if (elevation !== null) return { lat, lon, elevation }
  const snapshot = await stored(pointOf(place))
  return { lat, lon, elevation: snapshot?.grid.elevation ?? null }
}
