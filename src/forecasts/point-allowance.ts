/** How many points a client may open in a day, over all processes that share the store. */
import { recentlyUsed } from '../common/recently-used.ts'
import { reportedError } from '../common/reported-error.ts'
import { dayMs, secondMs } from '../common/time.ts'
import type { Source } from '../sources/source.ts'
import type { ClientDay, Clock, OpenedPoints, Report } from './ports.ts'

const maxClients = 50_000

interface PointAllowanceDeps {
  /** How many points a client may open in a UTC day; null: as many as it likes. Never rejects. */
  readonly limitOf: (client: string) => Promise<number | null>
  readonly store: OpenedPoints
  readonly clock: Clock
  readonly report: Report
}

interface Count extends ClientDay {
  /** Used points in the store, when this process last heard of it. */
  used: number
  /** Counted here and not in the store yet; below 0 where more was given back. */
  owed: number
  settling: Promise<void> | null
}

/** By default a client is limited only where a public server would pay for its sweep; 0: not at all. */
export function usualPointsPerDay(sources: readonly Pick<Source, 'limits'>[]): number {
  return sources.some(({ limits }) => limits.isPublic) ? 500 : 0
}

/** Without the store, counts continue in memory and are added with the client's next point. */
export function createPointAllowance(deps: PointAllowanceDeps) {
  const { limitOf, store, clock, report } = deps
  const counts = recentlyUsed<Count>(maxClients)
  const countOf = (client: string, dayStart: number): Count => {
    const known = counts.get(client)
    if (known?.dayStart === dayStart) return known
    const count = { client, dayStart, used: 0, owed: 0, settling: null }
    counts.set(client, count)
    return count
  }
  return {
    /** Null: allowed; else the seconds until the next UTC day. Never rejects. */
    async take(client: string, points = 1): Promise<number | null> {
      const limit = await limitOf(client)
      if (limit === null) return null
      const at = clock()
      const dayStart = at - (at % dayMs)
      const isGranted = points <= limit && (await add(deps, countOf(client, dayStart), { points, limit }))
      return isGranted ? null : Math.ceil((dayStart + dayMs - at) / secondMs)
    },
    /** Returns points to today's allowance for a request that was not sent. Never rejects. */
    async giveBack(client: string, points: number): Promise<void> {
      const at = clock()
      const count = counts.get(client)
      if (count?.dayStart !== at - (at % dayMs)) return
      count.owed -= points
      try {
        await settle(store, count)
      } catch (error) {
        report('store_failed', reportedError(error))
      }
    }
  }
}

async function add(
  { store, report }: Pick<PointAllowanceDeps, 'store' | 'report'>,
  count: Count,
  { points, limit }: { points: number; limit: number }
): Promise<boolean> {
  try {
    await settle(store, count)
    const used = await store.take(count, points, limit)
    // Answers to questions that were under way together come in any order.
    count.used = Math.max(count.used, used ?? limit - points + 1)
    return used !== null
  } catch (error) {
    report('store_failed', reportedError(error))
    if (count.used + count.owed + points > limit) return false
    count.owed += points
    return true
  }
}

/** Settles one count at a time: otherwise what is owed would be added twice. */
async function settle(store: OpenedPoints, count: Count): Promise<void> {
  while (count.owed !== 0) {
    count.settling ??= bring(store, count).finally(() => {
      count.settling = null
    })
    await count.settling
  }
}

async function bring(store: OpenedPoints, count: Count): Promise<void> {
  const { owed } = count
  await store.add(count, owed)
  count.owed -= owed
  count.used = Math.max(0, count.used + owed)
}

/** A client with its key of the rate limiter, or the service itself for a watched place. */
export type Requester = { readonly kind: 'client'; readonly key: string } | { readonly kind: 'watch' }
