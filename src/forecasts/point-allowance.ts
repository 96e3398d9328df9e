/** How many points a client may open in a day. */

import { BoundedMap } from '../common/bounded-map.ts'
import { dayMs, secondMs } from '../common/time.ts'
import type { Source } from '../sources/source.ts'
import type { Clock } from './ports.ts'

const mostClients = 50_000

export interface PointAllowance {
  /**
   * Counts `points` more for a client, 1 for a new point. Null: allowed; else the seconds until the next UTC
   * day.
   */
  readonly take: (client: string, points?: number) => number | null
  /** Returns points that were counted today for a request that was not sent. */
  readonly giveBack: (client: string, points: number) => void
}

/**
 * Unless the operator says otherwise, a client is limited only where a public server would pay for the sweep; 0: not at
 * all.
 */
export function usualPointsPerDay(sources: readonly Pick<Source, 'limits'>[]): number {
  return sources.some(({ limits }) => limits.isPublic) ? 500 : 0
}

/**
 * How many points a client may request in a UTC day; `limit` null: no limit. The map of clients is bounded:
 * the oldest is dropped.
 */
export function createPointAllowance(limit: number | null, clock: Clock): PointAllowance {
  let day = 0
  const opened = new BoundedMap<string, number>(mostClients)
  return {
    giveBack(client, points) {
      const count = opened.get(client)
      if (count !== undefined) opened.set(client, Math.max(0, count - points))
    },
    take(client, points = 1) {
      if (limit === null) return null
      const today = Math.floor(clock() / dayMs)
      if (today !== day) {
        day = today
        opened.clear()
      }
      const count = opened.get(client) ?? 0
      if (count + points > limit) return Math.ceil(((today + 1) * dayMs - clock()) / secondMs)
      opened.delete(client)
      opened.set(client, count + points)
      return null
    }
  }
}
