import type { Point } from '../weather/point.ts'

/** Starts work as soon as fewer than `most` pieces are running, in the order of arrival. */
export function limitConcurrency(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let underWay = 0
  return async (work) => {
    if (underWay >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else underWay++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) underWay--
      else next()
    }
  }
}

export interface SingleFlight<Answer> {
  readonly isUnderWay: (point: Pick<Point, 'key'>) => boolean
  /** Sends a request, or waits for the one that is running for the point; never throws. */
  readonly run: (point: Pick<Point, 'key'>, ask: () => Promise<Answer>) => Promise<Answer>
}

/** How long to wait before the next try where no source was reached at all. */
export const retryMs = 30_000

/** @param afterFault The answer for all that wait where asking threw: a fault of the service, not of a source. */
export function createSingleFlight<Answer>(afterFault: (error: unknown) => Answer): SingleFlight<Answer> {
  const pending = new Map<string, Promise<Answer>>()
  return {
    isUnderWay: (point) => pending.has(point.key),
    run(point, ask) {
      const { key } = point
      const underWay = pending.get(key)
      if (underWay !== undefined) return underWay
      // Callers with stored data do not wait for it: an unavailable database must not end the process.
      const running = ask()
        .catch(afterFault)
        .finally(() => pending.delete(key))
      pending.set(key, running)
      return running
    }
  }
}
