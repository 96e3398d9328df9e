/** A daily budget per source: visitors may use half, and nothing that watched places still need. */
import { reportedError } from '../common/reported-error.ts'
import { hourMs, minuteMs } from '../common/time.ts'
import {
  type BudgetAccount,
  backfillId,
  createBudgetDays,
  decidingWantId,
  reservedForWatched,
  seasonId,
  visitorsId,
  watchedNeedId,
  watchedWantId
} from './budget-accounts.ts'
import type { BudgetStore, Clock, Report } from './ports.ts'

/** What may be spent within a minute or an hour: half of it at once, half spread over the time. */
interface TokenBucket {
  /** Takes up to `units`, in whole multiples of `each`; returns how many multiples. */
  readonly take: (each: number, count: number) => number
  readonly giveBack: (units: number) => void
  /** How much may be taken now. */
  readonly tokens: () => number
  /** When the amount may be taken [ms since epoch]. */
  readonly freeAt: (units: number) => number
}

/**
 * No span of `windowMs` sees more than `limit`: half of it held, half refilled in a window. A cost above the bucket's
 * size passes when it is full.
 */
export function createTokenBucket(
  { limit, windowMs }: { limit: number; windowMs: number },
  clock: () => number
): TokenBucket {
  const capacity = limit / 2
  const perMs = limit / 2 / windowMs
  let held = capacity
  let filledAt = clock()
  const fill = (): number => {
    const now = clock()
    // A clock that was set back adds nothing, and the bucket continues from there.
    held = Math.min(capacity, held + Math.max(0, now - filledAt) * perMs)
    filledAt = now
    return held
  }
  return {
    tokens: fill,
    giveBack(units) {
      held = Math.min(capacity, held + units)
    },
    take(each, count) {
      const now = fill()
      const whole = each > capacity && now >= capacity ? 1 : Math.max(0, Math.floor(now / each + 1e-9))
      const taken = Math.min(count, whole)
      held -= taken * each
      return taken
    },
    freeAt: (units) => clock() + Math.max(0, Math.ceil((Math.min(units, capacity) - fill()) / perMs))
  }
}

/** The part of visitors' half for seasons: one costs as much as a dozen forecasts. */
const shareOfSeasons = 0.25
/** How much of the limit per minute is left to watched places: none of them waits a minute for what comes last. */
const rateLeftByLast = 0.125
const shareOfBackfill = 0.1

/** What watched places want of the rest of the day [a source's units]. */
interface WantedUnits {
  readonly refreshes: number
  /** Units wanted for the models after the first, at places that decide tonight. */
  readonly models: number
}

export interface Budget {
  /** Whether `units` may be spent at a source now; if so they are counted as spent. */
  readonly take: (source: BudgetAccount, units: number, watched: boolean) => Promise<boolean>
  /** Spends for up to `count` watched places that cost `each`; returns for how many. */
  readonly takeMany: (source: BudgetAccount, each: number, count: number) => Promise<number>
  /** Spends for a season; visitors may use only a share of their half for seasons. */
  readonly takeForSeason: (source: BudgetAccount, units: number, watched: boolean) => Promise<boolean>
  /**
   * Whether `units` may be spent on what comes last, such as the models after the first: only from what the wants of
   * watched places and visitors' whole half leave. `decides`: for a place that decides tonight; all else leaves these
   * their part.
   */
  readonly takeSpare: (source: BudgetAccount, units: number, decides?: boolean) => Promise<boolean>
  /** Spends for past forecasts as `takeSpare` does, and at most a tenth of the day. */
  readonly takeForBackfill: (source: BudgetAccount, units: number) => Promise<boolean>
  /**
   * What watched places and the map still need [the source's units], which no visitor gets, and what they want for
   * planned refreshes and for the models of places that decide tonight. Called by the one process that watches, for
   * all.
   */
  readonly reserve: (source: BudgetAccount, units: number, wanted?: WantedUnits) => Promise<void>
  readonly spending: (
    source: BudgetAccount
  ) => Promise<{ readonly spentToday: number; readonly dailyBudget: number | null }>
  /** What the provider's limits per minute and hour leave to watched places [units]; infinite without limits. */
  readonly watchedNow: (source: BudgetAccount) => number
  /** When its limits per minute and hour allow `units` [ms since epoch]; now where they do already. */
  readonly freeAt: (source: BudgetAccount, units: number, watched: boolean) => number
}

/** For UTC days; each process counts its own minute and hour. @param processes How many share visitors' half. */
export function createBudget(store: BudgetStore, clock: Clock, processes: () => number = () => 1): Budget {
  const today = (): string => new Date(clock()).toISOString().slice(0, 10)
  const rates = createRates(clock, processes)
  const days = createBudgetDays(store)
  const takeMany = async (source: BudgetAccount, one: Spender, count: number): Promise<number> => {
    const { credit, limits } = source
    const { dailyBudget } = limits
    const paced = rates.take(source, one, count)
    if (dailyBudget === null || paced === 0) return paced
    const whole = { id: credit.id, day: today(), most: dailyBudget }
    const granted = one.watched
      ? await days.take(whole, one.each, paced)
      : await days.takeForVisitors(source, whole, { each: one.each, count: paced })
    rates.giveBack(source, one, paced - granted)
    return granted
  }
  const watchedNow: Budget['watchedNow'] = (source) =>
    Math.min(Number.POSITIVE_INFINITY, ...rates.of(source, true).map((bucket) => bucket.tokens()))
  const takeSpare: Budget['takeSpare'] = async (source, units, decides = false) => {
    const { credit, limits } = source
    const { dailyBudget } = limits
    const spender = { each: units, watched: true }
    if (watchedNow(source) - units < (limits.perMinute ?? 0) * rateLeftByLast) return false
    if (rates.take(source, spender, 1) === 0) return false
    if (dailyBudget === null) return true
    const day = today()
    const forVisitors = dailyBudget * (1 - reservedForWatched) - (await store.spent(visitorsId(source), day))
    const wanted = await store.spent(watchedWantId(source), day)
    const deciding = decides ? 0 : await store.spent(decidingWantId(source), day)
    const most = dailyBudget - wanted - Math.max(0, forVisitors) - deciding
    const isGranted = (await days.take({ id: credit.id, day, most }, units, 1)) === 1
    if (!isGranted) rates.giveBack(source, spender, 1)
    return isGranted
  }
  const take: Budget['take'] = async (source, units, watched) =>
    (await takeMany(source, { each: units, watched }, 1)) === 1
  return {
    take,
    takeMany: (source, each, count) => takeMany(source, { each, watched: true }, count),
    async takeForSeason(source, units, watched) {
      const { dailyBudget } = source.limits
      if (watched || dailyBudget === null) return take(source, units, watched)
      const most = dailyBudget * (1 - reservedForWatched) * shareOfSeasons
      const share = { id: seasonId(source), day: today(), most }
      return days.takeOfShare(share, units, () => take(source, units, watched))
    },
    takeSpare,
    async takeForBackfill(source, units) {
      const { dailyBudget } = source.limits
      if (dailyBudget === null) return takeSpare(source, units)
      const share = { id: backfillId(source), day: today(), most: dailyBudget * shareOfBackfill }
      return days.takeOfShare(share, units, () => takeSpare(source, units))
    },
    async reserve(source, units, wanted = { refreshes: units, models: 0 }) {
      const day = today()
      const set = async (id: string, to: number): Promise<void> =>
        void (await store.add(id, day, to - (await store.spent(id, day))))
      await set(watchedNeedId(source), units)
      await set(watchedWantId(source), wanted.refreshes)
      await set(decidingWantId(source), wanted.models)
    },
    async spending(source) {
      return {
        spentToday: await store.spent(source.credit.id, today()),
        dailyBudget: source.limits.dailyBudget
      }
    },
    watchedNow,
    freeAt: (source, units, watched) => rates.freeAt(source, { each: units, watched })
  }
}

/** The day, or only the minute or hour, is spent. Returns when to ask again [ms since epoch]; null: the next day. */
export function reportRefused(
  { budget, clock, report }: { budget: Budget; clock: Clock; report: Report },
  {
    source,
    units,
    watched,
    ...points
  }: { source: BudgetAccount; units: number; watched: boolean; points?: number }
): number | null {
  const freeAt = budget.freeAt(source, units, watched)
  const isPaced = freeAt > clock()
  report(isPaced ? 'budget_paced' : 'budget_spent', { source: source.credit.id, watched, ...points })
  return isPaced ? freeAt : null
}

interface Spender {
  readonly each: number
  readonly watched: boolean
}

interface Rates {
  readonly of: (source: BudgetAccount, watched: boolean) => readonly TokenBucket[]
  readonly take: (source: BudgetAccount, spender: Spender, count: number) => number
  readonly giveBack: (source: BudgetAccount, spender: Spender, count: number) => void
  /** When minute and hour both allow it [ms since epoch]; the present where they already do. */
  readonly freeAt: (source: BudgetAccount, spender: Spender) => number
}

/** The provider's limits per minute and hour, half for visitors and half for watched places. */
function createRates(clock: Clock, processes: () => number): Rates {
  const known = new Map<string, readonly TokenBucket[]>()
  const of: Rates['of'] = ({ credit, limits }, watched) => {
    const share = watched ? reservedForWatched : 1 - reservedForWatched
    return known.getOrInsertComputed(`${watched ? 'watched' : 'visitor'} ${credit.id}`, () =>
      [
        { limit: limits.perMinute, windowMs: minuteMs },
        { limit: limits.perHour, windowMs: hourMs }
      ].flatMap(({ limit, windowMs }) =>
        limit === undefined ? [] : [createTokenBucket({ limit: limit * share, windowMs }, clock)]
      )
    )
  }
  // Each of several processes has the whole of the visitors' buckets, and takes from its own for all of them.
  const priceOf = ({ each, watched }: Spender): number => (watched ? each : each * processes())
  return {
    of,
    take(source, spender, count) {
      const [buckets, price] = [of(source, spender.watched), priceOf(spender)]
      let granted = count
      for (const [index, bucket] of buckets.entries()) {
        const taken = bucket.take(price, granted)
        for (const earlier of buckets.slice(0, index)) earlier.giveBack((granted - taken) * price)
        granted = taken
      }
      return granted
    },
    giveBack(source, spender, count) {
      for (const bucket of of(source, spender.watched)) bucket.giveBack(priceOf(spender) * count)
    },
    freeAt: (source, spender) =>
      Math.max(clock(), ...of(source, spender.watched).map((bucket) => bucket.freeAt(priceOf(spender))))
  }
}

/** Without the store, counts continue in memory from its last sum and are added later; other processes' are unknown. */
export function lastingBudgets(store: BudgetStore, report: Report): BudgetStore {
  const sums = new Map<string, number>()
  /** Units that are counted here and not in the store yet. */
  const owed = new Map<string, number>()
  const keyOf = (sourceId: string, day: string): string => {
    const key = `${day} ${sourceId}`
    // Past days are not needed: each source has one entry.
    for (const counts of [sums, owed])
      for (const other of counts.keys()) if (!other.startsWith(day)) counts.delete(other)
    return key
  }
  const without = (error: unknown, key: string): number => {
    report('store_failed', reportedError(error))
    return (sums.get(key) ?? 0) + (owed.get(key) ?? 0)
  }
  return {
    async add(sourceId, day, units) {
      const key = keyOf(sourceId, day)
      const debt = owed.get(key) ?? 0
      owed.delete(key)
      try {
        const sum = await store.add(sourceId, day, units + debt)
        sums.set(key, sum)
        return sum + (owed.get(key) ?? 0)
      } catch (error) {
        owed.set(key, (owed.get(key) ?? 0) + debt + units)
        return without(error, key)
      }
    },
    async spent(sourceId, day) {
      const key = keyOf(sourceId, day)
      try {
        return (await store.spent(sourceId, day)) + (owed.get(key) ?? 0)
      } catch (error) {
        return without(error, key)
      }
    }
  }
}
