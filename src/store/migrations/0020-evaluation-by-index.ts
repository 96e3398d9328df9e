/** What an evaluation compares of a subscription is in one index, and the runs of a scoring profile are found by it. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const evaluationByIndex: Migration = {
  version: 20,
  name: 'evaluation by index',
  worksFrom: 18,
  async up(queries) {
    await queries.schema.dropIndex('subscriptions_to_evaluate').execute()
    await sql`create index subscriptions_to_evaluate on subscriptions
      (curve_seq, state, preview, threshold_of, threshold, threshold_temperature, clear_below)`.execute(
      queries
    )
    await sql`create index runs_of_profile on runs (curve_seq)`.execute(queries)
  }
}
