/** Counts uses against limits and budgets, across all processes that share the store. */
import type { Allowances, AllowanceUse } from '../alerts/store-ports.ts'
import type { BudgetStore } from '../forecasts/ports.ts'
import { type Database, transact } from './database.ts'

/** Limits in fixed windows of time. */
export function allowances(database: Database): Allowances {
  return {
    take: (use) =>
      transact(database, async (inside) => {
        const used = await addUsed(inside, { ...windowOf(use), used: 1 })
        if (used <= use.limit) return true
        await addUsed(inside, { ...windowOf(use), used: -1 })
        return false
      }),
    giveBack: async (use) => {
      await addUsed(database, { ...windowOf(use), used: -1 })
    }
  }
}

function windowOf({ scope, key, windowMs, now }: AllowanceUse) {
  return { scope, key, window_start: now - (now % windowMs) }
}

/** Upstream budgets: units spent at a source on a UTC day. */
export function budgetStore(database: Database): BudgetStore {
  const scope = (sourceId: string) => `source:${sourceId}`
  const start = (day: string) => Date.parse(`${day}T00:00:00Z`)
  return {
    add: (sourceId, day, units) =>
      addUsed(database, { scope: scope(sourceId), key: day, window_start: start(day), used: units }),
    spent: async (sourceId, day) => {
      const row = await database.queries
        .selectFrom('allowances')
        .select('used')
        .where('scope', '=', scope(sourceId))
        .where('key', '=', day)
        .executeTakeFirst()
      return row?.used ?? 0
    }
  }
}

async function addUsed(
  database: Database,
  row: { readonly scope: string; readonly key: string; readonly window_start: number; readonly used: number }
): Promise<number> {
  const { used } = await database.queries
    .insertInto('allowances')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key', 'window_start'])
        .doUpdateSet({ used: (now) => now('allowances.used', '+', now.ref('excluded.used')) })
    )
    .returning('used')
    .executeTakeFirstOrThrow()
  return used
}
