/** Finds stored forecasts and analysed nights by their age, so that deleting the old ones does not read all of them. */
import type { Migration } from './migration.ts'

export const ageOfForecasts: Migration = {
  version: 11,
  name: 'age of forecasts',
  async up(queries) {
    await queries.schema
      .createIndex('kept_forecasts_by_age')
      .on('kept_forecasts')
      .columns(['confirmed_at'])
      .execute()
    await queries.schema
      .createIndex('analysed_nights_by_date')
      .on('analysed_nights')
      .columns(['night_date'])
      .execute()
  }
}
