/** Airports near a place: the errors of forecasts for their own points move its evening by a share. */

import { hourMs } from '../common/time.ts'
import { distanceKm } from '../places/distance.ts'
import type { Airport, AirportReport } from '../weather/airport.ts'
import { type GroundPoint, type Point, pointKey } from '../weather/point.ts'
import type { RecordedPoint } from './ports.ts'
import { boxAround } from './reach.ts'
import type { AirportStore } from './reading-ports.ts'

/** Beyond this an airport's night says little about a place's [km]. */
export const airportReachKm = 40
/** Valleys and plateaus have different nights [m]. */
const similarHeightM = 150
const kmPerDegree = 111.2

export interface NearAirport {
  readonly airport: Airport
  readonly distanceKm: number
  /** The airport less the place [m]. */
  readonly heightDifferenceM: number
}

/** Whether and how an airport is near a site; null where it is not, or where the site's height is not known. */
export function nearAirport(site: GroundPoint, airport: Airport): NearAirport | null {
  if (site.elevation === null) return null
  const heightDifferenceM = airport.elevation - site.elevation
  // Cheaper than the distance, and true of nearly all.
  if (Math.abs(heightDifferenceM) > similarHeightM) return null
  const distance = distanceKm(site, airport)
  return distance > airportReachKm ? null : { airport, distanceKm: distance, heightDifferenceM }
}

/**
 * A function that finds the airports near a site, nearest first. Bands of latitude are as wide as the reach, so that
 * three of them hold every airport near a site.
 */
export function createAirportFinder(airports: readonly Airport[]) {
  const bandOf = (lat: number) => Math.floor((lat * kmPerDegree) / airportReachKm)
  const bands = Map.groupBy(airports, ({ lat }) => bandOf(lat))
  return (site: GroundPoint): readonly NearAirport[] => {
    const band = bandOf(site.lat)
    return [band - 1, band, band + 1]
      .flatMap((one) => bands.get(one) ?? [])
      .flatMap((airport) => nearAirport(site, airport) ?? [])
      .sort((one, other) => one.distanceKm - other.distanceKm)
  }
}

/** An airport near a site with what it reported last; null where that was more than three hours ago. */
export interface ReportingAirport extends NearAirport {
  readonly report: AirportReport | null
}

const reportedWithinMs = 3 * hourMs

/** The airports near a site with their last reports, nearest first. */
export async function airportsAt(
  store: AirportStore,
  site: GroundPoint,
  now: number
): Promise<readonly ReportingAirport[]> {
  const near = createAirportFinder(await store.airportsIn(boxAround(site, airportReachKm)))(site)
  const icaos = near.map(({ airport }) => airport.icao)
  const read = await store.airportReportsOf(icaos, now - reportedWithinMs)
  const reports = Map.groupBy(read, ({ icao }) => icao)
  return near.map((one) => ({ ...one, report: reports.get(one.airport.icao)?.at(-1) ?? null }))
}

/** The airport's point as the record has it; the zone of its days is UTC. */
export function airportRecordPoint(airport: Airport): RecordedPoint {
  const { key: pointKey, ...position } = airportPoint(airport, 'UTC')
  return { pointKey, ...position }
}

/** The airport's point with its height, so that no other point shares it. */
export function airportPoint(airport: Airport, timezone: string): Point {
  const key = pointKey(airport, Math.round(airport.elevation))
  const [lat = 0, lon = 0, elevation = 0] = key.split(',').map(Number)
  return { key, lat, lon, elevation, timezone, isElevationGiven: true }
}
