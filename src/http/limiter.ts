/** A sliding log: `quota` requests in any `window`, without bursts at its edge. The longest idle client is dropped. */

import { recentlyUsed } from '../common/recently-used.ts'
import { secondMs } from '../common/time.ts'

/** A named quota: the free tier, a tier of an API key, or the pages'. */
export interface Tier {
  readonly name: string
  /** Requests in any window, 1…9,999,999. */
  readonly quota: number
  readonly windowSeconds: number
  /** New ones of a key in 24 hours, and living ones; 0: no limit, absent: as without a key. */
  readonly subscriptionsPerDay?: number
  readonly subscriptions?: number
  /** New points of a key in a UTC day; 0: no limit, absent: as without a key. */
  readonly pointsPerDay?: number
}

export interface Verdict {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds until the oldest counted request leaves the window; 0…window. */
  readonly resetSeconds: number
}

export interface Limiter {
  /** [ms since epoch]; a refused one is not counted. A promise where the count is shared; it never rejects. */
  readonly take: (client: string, tier: Tier, nowAt: number) => Verdict | Promise<Verdict>
  readonly clients: () => number
}

/** The timestamps of one client as a ring that grows up to its quota. */
interface Log {
  stamps: Float64Array
  first: number
  count: number
}

const firstStamps = 8

/** A limiter that counts in the memory of this process, and answers at once. */
export function createLimiter(maxClients: number) {
  // Not a Map kept in order by delete and set: it searches ever more holes for a client that asks often.
  const logs = recentlyUsed<Log>(maxClients)

  const logOf = (key: string): Log => {
    const known = logs.get(key)
    if (known !== undefined) return known
    const created = { stamps: new Float64Array(firstStamps), first: 0, count: 0 }
    logs.set(key, created)
    return created
  }

  return {
    clients: () => logs.size,
    take(client: string, tier: Tier, nowAt: number): Verdict {
      const log = logOf(client)
      const windowMs = tier.windowSeconds * secondMs
      heal(log, nowAt)
      forget(log, nowAt - windowMs)
      const allowed = log.count < tier.quota
      if (allowed) push(log, nowAt, tier.quota)
      const oldest = log.stamps[log.first] ?? nowAt
      return {
        allowed,
        remaining: Math.max(0, tier.quota - log.count),
        resetSeconds: Math.max(0, Math.ceil((oldest + windowMs - nowAt) / secondMs))
      }
    }
  }
}

/** After the clock was set back, future requests count as of now: they expire after one window. */
function heal(log: Log, nowAt: number): void {
  const { stamps, first, count } = log
  for (let index = count - 1; index >= 0; index--) {
    const place = (first + index) % stamps.length
    if ((stamps[place] ?? 0) <= nowAt) return
    stamps[place] = nowAt
  }
}

function forget(log: Log, upTo: number): void {
  while (log.count > 0 && (log.stamps[log.first] ?? 0) <= upTo) {
    log.first = (log.first + 1) % log.stamps.length
    log.count--
  }
}

function push(log: Log, at: number, quota: number): void {
  if (log.count === log.stamps.length) grow(log, quota)
  log.stamps[(log.first + log.count) % log.stamps.length] = at
  log.count++
}

function grow(log: Log, quota: number): void {
  const larger = new Float64Array(Math.min(quota, log.stamps.length * 2))
  for (let index = 0; index < log.count; index++) {
    larger[index] = log.stamps[(log.first + index) % log.stamps.length] ?? 0
  }
  log.stamps = larger
  log.first = 0
}
