import { hourMs } from '../common/time.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import type { Forecasts } from '../forecasts/forecasts.ts'
import type { Gazetteer } from '../places/gazetteer.ts'
import { pointAt } from '../places/point.ts'
import type { Airport } from '../weather/airport.ts'
import { storeAirportNights } from './airport-nights.ts'
import { airportPoint } from './airports.ts'
import type { AirportStore } from './reading-ports.ts'

/** Two runs a day give a night a forecast a day ahead and one in the evening. */
const forecastEveryMs = 12 * hourMs

export interface AirportNightsDeps {
  readonly store: AirportStore
  readonly gazetteer: Pick<Gazetteer, 'near'>
  readonly forecasts: Pick<Forecasts, 'get'>
  readonly recordRun: (snapshot: ForecastSnapshot) => void
  readonly clock: () => number
}

/**
 * Over the airports near watched places, after their reports. Asked for as a visitor's: nothing that watched places
 * need.
 */
export function createAirportNights(
  deps: AirportNightsDeps
): (airports: readonly Airport[], signal: AbortSignal) => Promise<void> {
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
