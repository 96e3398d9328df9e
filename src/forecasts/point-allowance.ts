/** How many points a client may open in a day. */
import { dayMs } from '../weather/time.ts'
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
 * How many points a client may request in a UTC day; `limit` null: no limit. The map of clients is bounded:
 * the oldest is dropped.
 */
export function createPointAllowance(limit: number | null, clock: Clock): PointAllowance {
  let day = 0
  const opened = new Map<string, number>()
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
      if (count + points > limit) return Math.ceil(((today + 1) * dayMs - clock()) / 1000)
      opened.delete(client)
      opened.set(client, count + points)
      if (opened.size > mostClients) {
        const oldest = opened.keys().next()
        if (!oldest.done) opened.delete(oldest.value)
      }
      return null
    }
  }
}
