import { sql } from 'kysely'
import type { StoredObservation } from '../observations/ports.ts'
import type { NewReading, Reading, ReadingStore } from '../observations/reading-ports.ts'
import type { Database } from './database.ts'
import { saveObservations, toSensor } from './observations.ts'
import { forgetByKey } from './portions.ts'
import type { SensorNumbers } from './sensor-numbers.ts'

export function readingStore({
  database,
  numbers
}: {
  readonly database: Database
  readonly numbers: SensorNumbers
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

/** Without when it came: equal values are the same reading. */
type Values = readonly [number, number | null, number | null, number]

async function saveReadings(
  inside: Database,
  {
    rows,
    seqs,
    now
  }: { readonly rows: readonly NewReading[]; readonly seqs: readonly number[]; readonly now: number }
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
  { seq, from, until }: { readonly seq: number; readonly from: number; readonly until: number }
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
