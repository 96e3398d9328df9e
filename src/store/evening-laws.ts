import { sql } from 'kysely'
import type { EveningNight, EveningStore } from '../observations/ports.ts'
import type { EveningLawStore, StoredEveningLaw } from '../observations/reading-ports.ts'
import type { Database } from './database.ts'
import { forgetByKey } from './portions.ts'
import type { EveningNightsTable } from './record-tables.ts'

export function eveningLawStore(database: Database): EveningLawStore {
  const { queries } = database
  return {
    saveEveningStates: (station, nights) => saveStates(database, station, nights),
    newestEveningState: async (station) => {
      const newest = await queries
        .selectFrom('evening_states')
        .select('night_day')
        .where('station', '=', station)
        .orderBy('night_day', 'desc')
        .limit(1)
        .executeTakeFirst()
      return newest?.night_day ?? null
    },
    eveningStates: async (station, after, before) => {
      const rows = await queries
        .selectFrom('evening_states')
        .select('evenings')
        .where('station', '=', station)
        .where('night_day', '>', after)
        .where('night_day', '<', before)
        .orderBy('night_day')
        .execute()
      return rows.map(({ evenings }) => evenings)
    },
    forgetEveningStates: (before) =>
      forgetByKey(database, sql`station, night_day`, sql`evening_states where night_day < ${before}`),
    saveEveningLaws: (laws) => saveLaws(database, laws),
    eveningLaws: async (stations) => {
      if (stations.length === 0) return []
      return queries
        .selectFrom('evening_laws')
        .selectAll()
        .where('station', 'in', [...stations])
        .orderBy('station')
        .execute()
    }
  }
}

async function saveStates(
  { queries }: Database,
  station: string,
  nights: Parameters<EveningLawStore['saveEveningStates']>[1]
): Promise<void> {
  if (nights.length === 0) return
  await queries
    .insertInto('evening_states')
    .values(nights.map(({ day, evenings }) => ({ station, night_day: day, evenings })))
    .onConflict((conflict) => conflict.columns(['station', 'night_day']).doNothing())
    .execute()
}

async function saveLaws({ queries }: Database, laws: readonly StoredEveningLaw[]): Promise<void> {
  for (const { station, world, learned } of laws)
    await queries
      .insertInto('evening_laws')
      .values({ station, world, learned })
      .onConflict((conflict) => conflict.column('station').doUpdateSet({ world, learned }))
      .execute()
}

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
