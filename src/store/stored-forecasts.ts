/** The last good answers of the sources, across restarts and processes. */
import { sql } from 'kysely'
import type { ForecastStore } from '../forecasts/ports.ts'
import type { Database } from './database.ts'
import { inPortions } from './portions.ts'

export function createForecastStore(database: Database): ForecastStore {
  return {
    read: async (sourceId, pointKey, newerThan = Number.MIN_SAFE_INTEGER) => {
      const row = await database.queries
        .selectFrom('kept_forecasts')
        .selectAll()
        .where('source', '=', sourceId)
        .where('point_key', '=', pointKey)
        .where('confirmed_at', '>', newerThan)
        .executeTakeFirst()
      if (row === undefined) return null
      return { sourceId, pointKey, confirmedAt: row.confirmed_at, meta: row.meta, body: row.body }
    },
    write: async ({ sourceId, pointKey, confirmedAt, meta, body }, over) => {
      const stored = { confirmed_at: confirmedAt, meta, body }
      const { numInsertedOrUpdatedRows } = await database.queries
        .insertInto('kept_forecasts')
        .values({ source: sourceId, point_key: pointKey, ...stored })
        .onConflict((conflict) => {
          const there = conflict.columns(['source', 'point_key'])
          if (over === null) return there.doNothing()
          const replaced = there.doUpdateSet(stored)
          if (over === undefined) return replaced
          // And the text: two processes may store at the same millisecond.
          return replaced
            .where('kept_forecasts.confirmed_at', '=', over.confirmedAt)
            .where('kept_forecasts.meta', '=', over.meta)
        })
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === undefined || numInsertedOrUpdatedRows > 0n
    },
    any: async () => {
      const row = await database.queries
        .selectFrom('kept_forecasts')
        .select('source')
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    prune: async (before, most) => {
      const lastLeft = await database.queries
        .selectFrom('kept_forecasts')
        .select('confirmed_at')
        .where('confirmed_at', '>=', before)
        .orderBy('confirmed_at', 'desc')
        .offset(most - 1)
        .limit(1)
        .executeTakeFirst()
      const from = lastLeft?.confirmed_at ?? before
      return inPortions(database, async (portion, { queries }) => {
        const { numAffectedRows } =
          await sql`delete from kept_forecasts where confirmed_at < ${from} and (source, point_key) in
          (select source, point_key from kept_forecasts where confirmed_at < ${from}
            and confirmed_at < (select max(confirmed_at) from kept_forecasts) limit ${sql.lit(portion)})`.execute(
            queries
          )
        return Number(numAffectedRows ?? 0n)
      })
    }
  }
}
