import { hash } from 'node:crypto'

import { sql } from 'kysely'
import type { Allowances, AllowanceUse } from '../alerts/reservations.ts'
import type { BudgetStore, ClientDay, OpenedPoints } from '../forecasts/ports.ts'
import { type Database, transact } from './database.ts'

export function allowances(database: Database): Allowances {
  return {
    take: (use) =>
      transact(database, async (inside) => {
        const used = await addUsed(inside, { ...windowOf(use), used: 1 })
        if (used <= use.limit) return true
        await addUsed(inside, { ...windowOf(use), used: -1 })
        return false
      }),
    add: ({ scope, key, now }, count) => addUsed(database, { scope, key, window_start: now, used: count }),
    giveBack: async (use) => {
      await addUsed(database, { ...windowOf(use), used: -1 })
    }
  }
}

function windowOf({ scope, key, windowMs, now }: AllowanceUse) {
  return { scope, key, window_start: now - (now % windowMs) }
}

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
        .where((is) => is.and({ scope: scope(sourceId), key: day }))
        .executeTakeFirst()
      return row?.used ?? 0
    }
  }
}

/** Points that clients open; rows are needed on their day alone. */
export const pointsScope = 'points'

/** One statement each, which the row of the client makes exact. */
export function openedPoints(database: Database): OpenedPoints {
  const increase = ({ client, dayStart }: ClientDay, points: number, most: number) =>
    database.queries
      .insertInto('allowances')
      .values({
        scope: pointsScope,
        // What is stored names no client.
        key: hash('sha256', `${pointsScope} ${client}`),
        window_start: dayStart,
        used: Math.max(0, points)
      })
      .onConflict((conflict) =>
        conflict
          .columns(['scope', 'key', 'window_start'])
          .doUpdateSet({
            used: sql<number>`case when allowances.used + ${points} < 0 then 0 else allowances.used + ${points} end`
          })
          .where(sql<boolean>`allowances.used + ${points} <= ${most}`)
      )
      .returning('used')
      .executeTakeFirst()
  return {
    take: async (of, points, limit) => (await increase(of, points, limit))?.used ?? null,
    add: async (of, points) => {
      await increase(of, points, Number.MAX_SAFE_INTEGER)
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
