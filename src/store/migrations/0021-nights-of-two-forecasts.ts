/** Where two forecasts of a night stand, the warmer one may still be likelier to fall below a temperature. */
import type { Migration } from './migration.ts'

const columns = ['beside_air_mean', 'beside_air_sigma', 'beside_plant_mean', 'beside_plant_sigma'] as const

export const nightsOfTwoForecasts: Migration = {
  version: 21,
  name: 'nights of two forecasts',
  worksFrom: 18,
  async up(queries) {
    for (const column of columns)
      await queries.schema.alterTable('nights').addColumn(column, 'double precision').execute()
  }
}
