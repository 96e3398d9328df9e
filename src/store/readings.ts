import { sql } from 'kysely'
import type { EveningNight, EveningStore, StoredObservation } from '../observations/ports.ts'
import type {
  EveningLawStore,
  NewReading,
  Reading,
  ReadingStore,
  StoredEveningLaw
} from '../observations/reading-ports.ts'
import type { Database } from './database.ts'
import { saveObservations, toSensor } from './observations.ts'
import { forgetByKey } from './portions.ts'
import type { EveningNightsTable } from './record-tables.ts'
import type { SensorNumbers } from './sensor-numbers.ts'

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

export function readingStore({
  database,
  numbers
}: {
  database: Database
  numbers: SensorNumbers
}): ReadingStore {
  return {
    saveReadings: (rows, now) =>
      numbers.within(database, { sensors: rows.map((row) => row.sensor), now }, (inside, seqs) =>
        saveReadings(inside, { rows, seqs, now })
      ),
    saveFromReadings: (rows, now) =>
      numbers.within(database, { sensors: rows.map((row) => row.sensor), now }, (inside, seqs) =>
        saveObservations(inside, { rows, seqs, fromReadings: true, now })
      ),
    readings: (seq, from, until) => readingsOf(database, { seq, from, until }),
    readSince: async (at) => {
      const found = await database.queries
        .selectFrom('sensors')
        .selectAll()
        .where('last_reading_at', '>=', at)
        .orderBy('seq')
        .execute()
      return found.map(toSensor)
    },
    receivedSince: async (at) => {
      const found = await database.queries
        .selectFrom('sensors')
        .select(['seq', 'last_received_at'])
        .where('last_received_at', '>=', at)
        .execute()
      return found.map((row) => ({ seq: row.seq, receivedAt: row.last_received_at ?? at }))
    },
    forgetReadings: (before) =>
      forgetByKey(database, sql`sensor_seq, measured_at`, sql`readings where measured_at < ${before}`)
  }
}

/** The values of a reading, without when it came: equal values are the same reading. */
type Values = readonly [number, number | null, number | null, number]

async function saveReadings(
  inside: Database,
  { rows, seqs, now }: { rows: readonly NewReading[]; seqs: readonly number[]; now: number }
): Promise<readonly StoredObservation[]> {
  const last = new Map<string, readonly [number, number, ...Values]>()
  rows.forEach((row, index) => {
    const seq = seqs[index] ?? Number.NaN
    last.set(keyOf(seq, row.measuredAt), [seq, row.measuredAt, ...valuesOf(row)])
  })
  const known = await knownReadings(inside, [...last.values()])
  const news = [...last].filter(([key, [, , ...values]]) => String(known.get(key)) !== String(values))
  await upsert(inside, JSON.stringify(news.map(([, row]) => row)), now)
  return rows.map((row, index) => {
    const sensorSeq = seqs[index] ?? Number.NaN
    const earlier = known.get(keyOf(sensorSeq, row.measuredAt))
    if (earlier === undefined) return { status: 'stored', sensorSeq }
    if (String(earlier) === String(valuesOf(row))) return { status: 'unchanged', sensorSeq }
    return { status: 'replaced', previousC: earlier[0] / 100, sensorSeq }
  })
}

async function knownReadings(
  inside: Database,
  wanted: readonly (readonly [number, number, ...Values])[]
): Promise<ReadonlyMap<string, Values>> {
  const keys = JSON.stringify(wanted.map(([seq, measuredAt]) => [seq, measuredAt]))
  const { rows } = await sql<StoredRow>`
    select r.sensor_seq as seq, r.measured_at as at, r.temperature_hundredths as t, r.dew_point_hundredths as d,
      r.wind_speed_hundredths as w, r.is_late as late from readings r where (r.sensor_seq, r.measured_at) in
      (select cast(value ->> 0 as bigint), cast(value ->> 1 as bigint)
      from ${inside.dialect.rowsOfJson(keys)})`.execute(inside.queries)
  return new Map(rows.map(({ seq, at, t, d, w, late }) => [keyOf(seq, at), [t, d, w, late]]))
}

interface StoredRow {
  readonly seq: number
  readonly at: number
  readonly t: number
  readonly d: number | null
  readonly w: number | null
  readonly late: number
}

async function upsert(inside: Database, json: string, now: number): Promise<void> {
  // "where true" keeps SQLite from reading "on" as part of a join.
  await sql`
    insert into readings (sensor_seq, measured_at, temperature_hundredths, dew_point_hundredths,
    wind_speed_hundredths, is_late, received_at)
    select cast(value ->> 0 as bigint), cast(value ->> 1 as bigint), cast(value ->> 2 as integer),
      cast(value ->> 3 as integer), cast(value ->> 4 as integer), cast(value ->> 5 as smallint), cast(${now} as bigint)
    from ${inside.dialect.rowsOfJson(json)} where true
    on conflict (sensor_seq, measured_at) do update set
      temperature_hundredths = excluded.temperature_hundredths,
      dew_point_hundredths = excluded.dew_point_hundredths,
      wind_speed_hundredths = excluded.wind_speed_hundredths,
      is_late = excluded.is_late,
      received_at = excluded.received_at`.execute(inside.queries)
  await sql`update sensors set last_reading_at =
      (select max(measured_at) from readings r where r.sensor_seq = sensors.seq), last_received_at = ${now}
    where seq in (select cast(value ->> 0 as bigint) from ${inside.dialect.rowsOfJson(json)})`.execute(
    inside.queries
  )
}

async function readingsOf(
  { queries }: Database,
  { seq, from, until }: { seq: number; from: number; until: number }
): Promise<readonly Reading[]> {
  const rows = await queries
    .selectFrom('readings')
    .selectAll()
    .where('sensor_seq', '=', seq)
    .where('measured_at', '>=', from)
    .where('measured_at', '<', until)
    .orderBy('measured_at')
    .execute()
  return rows.map((row) => ({
    measuredAt: row.measured_at,
    temperatureC: row.temperature_hundredths / 100,
    dewPointC: ofHundredths(row.dew_point_hundredths),
    windSpeedMps: ofHundredths(row.wind_speed_hundredths),
    ...(row.is_late === 1 && { isLate: true })
  }))
}

function valuesOf({ temperatureC, dewPointC, windSpeedMps, isLate = false }: Reading): Values {
  return [Math.round(temperatureC * 100), toHundredths(dewPointC), toHundredths(windSpeedMps), isLate ? 1 : 0]
}

function toHundredths(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100)
}

function ofHundredths(value: number | null): number | null {
  return value === null ? null : value / 100
}

function keyOf(seq: number, measuredAt: number): string {
  return `${seq} ${measuredAt}`
}
