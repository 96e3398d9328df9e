/** What may be spent upstream: a daily budget per source, half of it kept for watched places, and points per client. */
import type { Source } from '../sources/source.ts'
import type { BudgetStore, Clock } from './ports.ts'
import { seasonId } from './side-questions.ts'

/** The share of a source's daily budget that only watched places may use. */
const keptForWatched = 0.5
/** The share of the strangers' half that their seasons may use: one costs as much as a dozen forecasts. */
const shareOfSeasons = 0.25
const mostClients = 50_000

export interface Spending {
  readonly spentToday: number
  readonly dailyBudget: number | null
}

export interface Budget {
  /** Whether `units` may be spent at a source now; if so they are counted as spent. */
  readonly take: (source: Source, units: number, watched: boolean) => Promise<boolean>
  /** The same for a season's temperatures, of which strangers may have only a share of what they may spend. */
  readonly takeForSeason: (source: Source, units: number, watched: boolean) => Promise<boolean>
  readonly spending: (source: Source) => Promise<Spending>
}

/** A budget over the shared store; the day is the UTC day. */
export function createBudget(store: BudgetStore, clock: Clock): Budget {
  const today = (): string => new Date(clock()).toISOString().slice(0, 10)
  // Counted first and given back if it was too much: two processes that read before either wrote would both spend the last.
  const within = async (id: string, units: number, most: number): Promise<boolean> => {
    const day = today()
    if ((await store.add(id, day, units)) <= most) return true
    await store.add(id, day, -units)
    return false
  }
  const take: Budget['take'] = async ({ credit, limits }, units, watched) => {
    const { dailyBudget } = limits
    if (dailyBudget === null) return true
    return within(credit.id, units, watched ? dailyBudget : dailyBudget * (1 - keptForWatched))
  }
  return {
    take,
    async takeForSeason(source, units, watched) {
      const { dailyBudget } = source.limits
      if (watched || dailyBudget === null) return take(source, units, watched)
      const id = seasonId(source)
      const most = dailyBudget * (1 - keptForWatched) * shareOfSeasons
      const day = today()
      if (!(await within(id, units, most))) return false
      if (await take(source, units, watched)) return true
      await store.add(id, day, -units)
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
  /** Counts `points` more for a client, 1 for a new point; null = allowed, else the seconds until the next UTC day. */
  readonly take: (client: string, points?: number) => number | null
  /** Takes back what was counted today and did not come to a question. */
  readonly giveBack: (client: string, points: number) => void
}

/** Points a client may have asked for in a UTC day; `limit` null = no limit. The map of clients is bounded: the oldest is forgotten. */
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
      const today = Math.floor(clock() / 86_400_000)
      if (today !== day) {
        day = today
        opened.clear()
      }
      const count = opened.get(client) ?? 0
      if (count + points > limit) return Math.ceil(((today + 1) * 86_400_000 - clock()) / 1000)
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
