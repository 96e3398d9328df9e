import type { BudgetStore } from './ports.ts'
import { type BudgetAccount, visitorsId, watchedNeedId } from './request-kinds.ts'

/** The share of a source's daily budget, and of its minute and hour, that only watched places may use. */
export const reservedForWatched = 0.5

interface SharedDay {
  readonly id: string
  readonly day: string
  readonly most: number
}

interface BudgetDays {
  readonly take: (day: SharedDay, each: number, count: number) => Promise<number>
  readonly takeForVisitors: (
    source: BudgetAccount,
    whole: SharedDay,
    units: { readonly each: number; readonly count: number }
  ) => Promise<number>
  /** Spends `units` of a share of the day, where `take` then grants them of the day itself. */
  readonly takeOfShare: (share: SharedDay, units: number, take: () => Promise<boolean>) => Promise<boolean>
}

export function createBudgetDays(store: BudgetStore): BudgetDays {
  // Counts first and gives back the excess: two processes that read first would both spend the last unit.
  const take: BudgetDays['take'] = async ({ id, day, most }, each, count) => {
    const sum = await store.add(id, day, each * count)
    if (sum <= most) return count
    const granted = Math.max(0, Math.min(count, Math.floor(count - (sum - most) / each + 1e-9)))
    await store.add(id, day, -each * (count - granted))
    return granted
  }
  return {
    take,
    async takeForVisitors(source, whole, { each, count }) {
      const { day } = whole
      const own = { id: visitorsId(source), day, most: whole.most * (1 - reservedForWatched) }
      const share = await take(own, each, count)
      if (share === 0) return 0
      const needed = await store.spent(watchedNeedId(source), day)
      const granted = await take({ ...whole, most: whole.most - needed }, each, share)
      if (granted < share) await store.add(own.id, day, -each * (share - granted))
      return granted
    },
    async takeOfShare(share, units, takeWhole) {
      if ((await take(share, units, 1)) === 0) return false
      if (await takeWhole()) return true
      await store.add(share.id, share.day, -units)
      return false
    }
  }
}
