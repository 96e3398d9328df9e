/** Hours in which subscriptions hold what may wait. */
import type { Migration } from './migration.ts'

export const quietHours: Migration = {
  version: 32,
  name: 'quiet hours',
  worksFrom: 22,
  async up(queries) {
    await queries.schema.alterTable('subscriptions').addColumn('quiet_hours', 'text').execute()
  }
}
