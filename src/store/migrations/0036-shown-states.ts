/** Subscriptions are counted by the state that is shown: an active one with a reason is refused by its destination. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const shownStates: Migration = {
  version: 36,
  name: 'shown states',
  worksFrom: 22,
  async up(queries) {
    await sql`create index subscriptions_by_shown_state on subscriptions (channel, state, reason)`.execute(
      queries
    )
  }
}
