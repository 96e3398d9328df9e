import { sql } from 'kysely'
import type { AirportNight, AirportStore } from '../observations/reading-ports.ts'
import type { Airport, AirportReport } from '../weather/airport.ts'
import { asGiven, type Database, transact } from './database.ts'
import { forgetByKey } from './portions.ts'
import type { AirportReportsTable } from './record-tables.ts'
import { isIn } from './sensor-numbers.ts'

export function airportStore(database: Database): AirportStore {
  return {
    saveAirportReports: (airports, reports) => save(database, airports, reports),
    airports: () => database.queries.selectFrom('airports').selectAll().orderBy('icao').execute(),
    airportReports: async (since) => {
      const rows = await database.queries
        .selectFrom('airport_reports')
        .selectAll()
        .where('measured_at', '>=', since)
        .orderBy('icao')
        .orderBy('measured_at')
        .execute()
      return rows.map(toReport)
    },
    airportsIn: (box) =>
      database.queries.selectFrom('airports').selectAll().where(isIn(box)).orderBy('icao').execute(),
    airportReportsOf: async (icaos, since) => {
      if (icaos.length === 0) return []
      const rows = await database.queries
        .selectFrom('airport_reports')
        .selectAll()
        .where('icao', 'in', [...icaos])
        .where('measured_at', '>=', since)
        .orderBy('icao')
        .orderBy('measured_at')
        .execute()
      return rows.map(toReport)
    },
    saveAirportNights: (nights) => saveNights(database, nights),
    airportNights: async (icao, sinceDate) => {
      const rows = await database.queries
        .selectFrom('airport_nights')
        .selectAll()
        .where('icao', '=', icao)
        .where('night_date', '>=', sinceDate)
        .orderBy('night_date')
        .execute()
      return rows.map((row) => ({
        icao: row.icao,
        date: row.night_date,
        minimumC: row.minimum_tenths / 10,
        isWhole: row.is_whole === 1
      }))
    },
    forgetAirportReports: (before) =>
      forgetByKey(database, sql`icao, measured_at`, sql`airport_reports where measured_at < ${before}`)
  }
}

async function saveNights({ queries }: Database, nights: readonly AirportNight[]): Promise<void> {
  if (nights.length === 0) return
  await queries
    .insertInto('airport_nights')
    .values(
      nights.map(({ icao, date, minimumC, isWhole }) => ({
        icao,
        night_date: date,
        minimum_tenths: Math.round(minimumC * 10),
        is_whole: isWhole ? 1 : 0
      }))
    )
    // The last reports of a night may come after it was stored; they can only make it colder.
    .onConflict((conflict) =>
      conflict
        .columns(['icao', 'night_date'])
        .doUpdateSet(asGiven('minimum_tenths', 'is_whole'))
        .whereRef('airport_nights.minimum_tenths', '>', 'excluded.minimum_tenths')
    )
    .execute()
}

async function save(database: Database, airports: readonly Airport[], reports: readonly AirportReport[]) {
  if (airports.length === 0) return
  await transact(database, async ({ queries }) => {
    await queries
      .insertInto('airports')
      .values(airports.map(({ icao, name, lat, lon, elevation }) => ({ icao, name, lat, lon, elevation })))
      .onConflict((conflict) =>
        conflict.column('icao').doUpdateSet(asGiven('name', 'lat', 'lon', 'elevation'))
      )
      .execute()
    if (reports.length === 0) return
    await queries
      .insertInto('airport_reports')
      .values(coldestOfEachTime(reports).map(toRow))
      // A corrected report has the same time; the colder one stays.
      .onConflict((conflict) =>
        conflict
          .columns(['icao', 'measured_at'])
          .doUpdateSet(
            asGiven(
              'temperature_tenths',
              'dew_point_tenths',
              'wind_speed_hundredths',
              'cloud_cover_percent',
              'is_whole'
            )
          )
          .whereRef('airport_reports.temperature_tenths', '>', 'excluded.temperature_tenths')
      )
      .execute()
  })
}

/** A statement never changes a row twice. */
function coldestOfEachTime(reports: readonly AirportReport[]): readonly AirportReport[] {
  const warmestFirst = [...reports].sort((one, other) => other.temperatureC - one.temperatureC)
  return [...new Map(warmestFirst.map((one) => [`${one.icao} ${one.measuredAt}`, one])).values()]
}

function toRow(report: AirportReport): AirportReportsTable {
  return {
    icao: report.icao,
    measured_at: report.measuredAt,
    temperature_tenths: Math.round(report.temperatureC * 10),
    dew_point_tenths: scaled(report.dewPointC, 10),
    wind_speed_hundredths: scaled(report.windSpeedMps, 100),
    cloud_cover_percent: scaled(report.cloudCoverFraction, 100),
    is_whole: report.isWhole ? 1 : 0
  }
}

function toReport(row: AirportReportsTable): AirportReport {
  return {
    icao: row.icao,
    measuredAt: row.measured_at,
    temperatureC: row.temperature_tenths / 10,
    dewPointC: unscaled(row.dew_point_tenths, 10),
    windSpeedMps: unscaled(row.wind_speed_hundredths, 100),
    cloudCoverFraction: unscaled(row.cloud_cover_percent, 100),
    isWhole: row.is_whole === 1
  }
}

function scaled(value: number | null, by: number): number | null {
  return value === null ? null : Math.round(value * by)
}

function unscaled(value: number | null, by: number): number | null {
  return value === null ? null : value / by
}
