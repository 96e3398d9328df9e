/** What evening updates made of nights. */
import type { EveningNight, EveningStore } from '../observations/ports.ts'
import type { Database } from './database.ts'
import type { EveningNightsTable } from './record-tables.ts'

export function eveningStore({ queries }: Database): EveningStore {
  return {
    saveEvenings: async (nights) => {
      if (nights.length === 0) return
      await queries
        .insertInto('evening_nights')
        .values(nights.map(toRow))
        .onConflict((conflict) => conflict.columns(['point_key', 'night_date']).doNothing())
        .execute()
    },
    evenings: async (pointKey, sinceDate) => {
      const rows = await queries
        .selectFrom('evening_nights')
        .selectAll()
        .where('point_key', '=', pointKey)
        .where('night_date', '>=', sinceDate)
        .orderBy('night_date')
        .execute()
      return rows.map(toNight)
    }
  }
}

function toRow({ pointKey, date, measuredAt, forecast, updated }: EveningNight): EveningNightsTable {
  return {
    point_key: pointKey,
    night_date: date,
    measured_at: measuredAt,
    forecast_minimum: forecast.minimumC,
    forecast_sigma: forecast.sigmaC,
    updated_minimum: updated.minimumC,
    updated_sigma: updated.sigmaC
  }
}

function toNight(row: EveningNightsTable): EveningNight {
  return {
    pointKey: row.point_key,
    date: row.night_date,
    measuredAt: row.measured_at,
    forecast: { minimumC: row.forecast_minimum, sigmaC: row.forecast_sigma },
    updated: { minimumC: row.updated_minimum, sigmaC: row.updated_sigma }
  }
}
