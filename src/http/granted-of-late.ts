/**
 * What this process has granted of late with the leave of the engine that all share: it counts when the engine is away.
 */
import { recentlyUsed } from '../common/recently-used.ts'

export interface GrantedOfLate {
  readonly add: (key: string, windowMs: number, count: number, nowAt: number) => void
  /** Granted in the current window, and in the one before: together as many as in any window up to now, or more. */
  readonly of: (
    key: string,
    windowMs: number,
    nowAt: number
  ) => { readonly count: number; readonly before: number }
}

interface Counts {
  readonly window: number
  readonly count: number
  readonly before: number
}

export function createGrantedOfLate(mostClients: number): GrantedOfLate {
  const byClient = recentlyUsed<Counts>(mostClients)
  const countsAt = (key: string, window: number): Counts => {
    const known = byClient.get(key)
    if (known?.window === window) return known
    return { window, count: 0, before: known?.window === window - 1 ? known.count : 0 }
  }
  return {
    add(key, windowMs, count, nowAt) {
      const counts = countsAt(key, Math.floor(nowAt / windowMs))
      byClient.set(key, { ...counts, count: counts.count + count })
    },
    of: (key, windowMs, nowAt) => countsAt(key, Math.floor(nowAt / windowMs))
  }
}
