/** One question to the sources at a time for each point, however many wait for it. */
import { type Point, pointKey } from '../forecast/point.ts'
import type { OutlookParts } from './parts.ts'
import type { Renewal } from './renew.ts'

export interface Flights {
  readonly isUnderWay: (point: Point) => boolean
  /** Asks, or waits for what is under way for the point already; never throws. */
  readonly fly: (point: Point, ask: () => Promise<Renewal>) => Promise<Renewal>
}

/** After this time somebody may ask again where no source was reached at all. */
export const retryMs = 30_000

export function createFlights(parts: OutlookParts): Flights {
  const flights = new Map<string, Promise<Renewal>>()
  return {
    isUnderWay: (point) => flights.has(pointKey(point)),
    fly(point, ask) {
      const key = pointKey(point)
      const underWay = flights.get(key)
      if (underWay !== undefined) return underWay
      // Whoever is given what is kept does not wait for this flight: a database that is away must not end the process.
      const flight = ask()
        .catch((error: unknown): Renewal => {
          parts.report('renewal_failed', { message: error instanceof Error ? error.message : String(error) })
          return { retryAt: parts.clock() + retryMs }
        })
        .finally(() => flights.delete(key))
      flights.set(key, flight)
      return flight
    }
  }
}
