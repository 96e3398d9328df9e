/** Daily budgets that continue to count while the database is unavailable. */
import { reportedError } from '../common/reported-error.ts'
import type { BudgetStore, Report } from './ports.ts'

/**
 * The store's counts. While it cannot be reached they continue in memory from its last sum, and what was
 * spent meanwhile is added once it is back. What other processes spend meanwhile is unknown.
 */
export function lastingBudgets(store: BudgetStore, report: Report): BudgetStore {
  const sums = new Map<string, number>()
  /** Counted here and not in the store yet. */
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
