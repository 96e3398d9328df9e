/** One question at a time for each point, however many wait for it. */
import type { Point } from '../weather/point.ts'

export interface SingleFlight<Answer> {
  readonly isUnderWay: (point: Pick<Point, 'key'>) => boolean
  /** Asks, or waits for the running request for the point; never throws. */
  readonly run: (point: Pick<Point, 'key'>, ask: () => Promise<Answer>) => Promise<Answer>
}

/** How long to wait before the next try where no source was reached at all. */
export const retryMs = 30_000

/**
 * @param afterFault The answer for all that wait where asking threw, which is a fault of the service and not
 * of a source.
 */
export function createSingleFlight<Answer>(afterFault: (error: unknown) => Answer): SingleFlight<Answer> {
  const pending = new Map<string, Promise<Answer>>()
  return {
    isUnderWay: (point) => pending.has(point.key),
    run(point, ask) {
      const { key } = point
      const underWay = pending.get(key)
      if (underWay !== undefined) return underWay
      // Callers that get stored data do not wait for this promise: an unavailable database must not end the
      // process.
      const running = ask()
        .catch(afterFault)
        .finally(() => pending.delete(key))
      pending.set(key, running)
      return running
    }
  }
}
