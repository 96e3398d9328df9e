/** Finds rows by their age, so that deleting the old ones does not read whole tables. */
import type { Migration } from './migration.ts'

export const agesOfRows: Migration = {
  version: 11,
  name: 'ages of rows',
  async up(queries) {
    for (const [table, column] of ages) {
      await queries.schema.createIndex(`${table}_by_age`).on(table).columns([column]).execute()
    }
  }
}

const ages = [
  ['kept_forecasts', 'confirmed_at'],
  ['analysed_nights', 'night_date'],
  ['allowances', 'window_start'],
  ['idempotency', 'created_at']
] as const
