/** What may be spent upstream: a daily budget per source, half of it kept for watched places, and new points per client. */
import type { Source } from '../sources/source.ts'
import type { BudgetStore, Clock } from './ports.ts'

/** The share of a source's daily budget that only watched places may use. */
const keptForWatched = 0.5
const mostClients = 50_000

export interface Spending {
  readonly spentToday: number
  readonly dailyBudget: number | null
}

export interface Budget {
  /** Whether `units` may be spent at a source now; if so they are counted as spent. */
  readonly take: (source: Source, units: number, watched: boolean) => Promise<boolean>
  readonly spending: (source: Source) => Promise<Spending>
}

/** A budget over the shared store; the day is the UTC day. */
export function createBudget(store: BudgetStore, clock: Clock): Budget {
  const today = (): string => new Date(clock()).toISOString().slice(0, 10)
  return {
    async take(source, units, watched) {
      const { dailyBudget } = source.limits
      if (dailyBudget === null) return true
      const most = watched ? dailyBudget : dailyBudget * (1 - keptForWatched)
      // Counted first and given back if it was too much: two processes that read before either wrote would both spend the last.
      const day = today()
      if ((await store.add(source.credit.id, day, units)) <= most) return true
      await store.add(source.credit.id, day, -units)
      return false
    },
    async spending(source) {
      return {
        spentToday: await store.spent(source.credit.id, today()),
        dailyBudget: source.limits.dailyBudget
      }
    }
  }
}

export interface PointAllowance {
  /** Counts one more new point for a client; null = allowed, else the seconds until the next UTC day. */
  readonly take: (client: string) => number | null
}

/** New points a client may open in a UTC day; `limit` null = no limit. The map of clients is bounded: the oldest is forgotten. */
export function createPointAllowance(limit: number | null, clock: Clock): PointAllowance {
  let day = 0
  const opened = new Map<string, number>()
  return {
    take(client) {
      if (limit === null) return null
      const today = Math.floor(clock() / 86_400_000)
      if (today !== day) {
        day = today
        opened.clear()
      }
      const count = opened.get(client) ?? 0
      if (count >= limit) return Math.ceil(((today + 1) * 86_400_000 - clock()) / 1000)
      opened.delete(client)
      opened.set(client, count + 1)
      if (opened.size > mostClients) {
        const oldest = opened.keys().next()
        if (!oldest.done) opened.delete(oldest.value)
      }
      return null
    }
  }
}
