/** One question at a time for each point, however many wait for it. */
import type { Point } from '../weather/point.ts'

export interface SingleFlight<Answer> {
  readonly isUnderWay: (point: Point) => boolean
  /** Asks, or waits for what is under way for the point already; never throws. */
  readonly run: (point: Point, ask: () => Promise<Answer>) => Promise<Answer>
}

/** After this time somebody may ask again where no source was reached at all. */
export const retryMs = 30_000

/** @param afterFault What all who wait are told where asking threw, which is a fault of our own and not of a source. */
export function createSingleFlight<Answer>(afterFault: (error: unknown) => Answer): SingleFlight<Answer> {
  const singleFlight = new Map<string, Promise<Answer>>()
  return {
    isUnderWay: (point) => singleFlight.has(point.key),
    run(point, ask) {
      const { key } = point
      const underWay = singleFlight.get(key)
      if (underWay !== undefined) return underWay
      // Whoever is given what is kept does not wait for this flight: a database that is away must not end the process.
      const running = ask()
        .catch(afterFault)
        .finally(() => singleFlight.delete(key))
      singleFlight.set(key, running)
      return running
    }
  }
}
