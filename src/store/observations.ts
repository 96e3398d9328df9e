/** Sensors and their observations. */
import type { Box, Observation, ObservationStore, Sensor } from '../observations/ports.ts'
import { fieldLocation } from '../weather/field.ts'
import { pointKey as keyOf } from '../weather/point.ts'
import type { Database } from './database.ts'
import { toPoint } from './record-points.ts'
import { saveObservations } from './save-observations.ts'
import { sensorKindOf } from './sensor-kinds.ts'
import type { SensorNumbers, SensorRow } from './sensor-numbers.ts'

export function observationStore(database: Database, numbers: SensorNumbers): ObservationStore {
  return {
    save: (rows, now) =>
      numbers.within(database, { sensors: rows.map((row) => row.sensor), now }, (inside, seqs) =>
        saveObservations(inside, { rows, seqs, fromReadings: false, now })
      ),
    isMeasuredOrWatched: (point) => isMeasuredOrWatched(database, point),
    sensorsIn: (box) => sensorsIn(database, box),
    sensors: (owner, limit) => sensorsOf(database, owner, limit),
    sensor: async (seq) => {
      const row = await database.queries
        .selectFrom('sensors')
        .selectAll()
        .where('seq', '=', seq)
        .executeTakeFirst()
      return row === undefined ? null : toSensor(row)
    },
    observations: (seqs, sinceDate) => observationsOf(database, seqs, sinceDate),
    accept: async (seq, afterDate, now) => {
      const accepted = await database.queries
        .updateTable('sensors')
        .set({ accepted_after_date: afterDate, revoked_at: null, changed_at: now })
        .where('seq', '=', seq)
        .executeTakeFirst()
      return accepted.numUpdatedRows > 0n
    },
    changedSince: async (at) => {
      const found = await database.queries
        .selectFrom('sensors')
        .select(['point_key', 'lat', 'lon', 'elevation', 'timezone'])
        .distinct()
        .where('changed_at', '>', at)
        .execute()
      return found.map(toPoint)
    },
    revoke: async (seq, now) => {
      const revoked = await database.queries
        .updateTable('sensors')
        .set({ revoked_at: now, changed_at: now })
        .where('seq', '=', seq)
        .executeTakeFirst()
      return revoked.numUpdatedRows > 0n
    },
    revoked: async (owner) => {
      const found = await database.queries
        .selectFrom('sensors')
        .selectAll()
        .where('owner', '=', owner)
        .where('revoked_at', 'is not', null)
        .execute()
      return found.map(toSensor)
    }
  }
}

/** By the index on the latitude, and that on the location of scoring profiles, which may be a field. */
async function isMeasuredOrWatched(
  { queries }: Database,
  { pointKey, lat, timezone, isOwn = false }: Parameters<ObservationStore['isMeasuredOrWatched']>[0]
): Promise<boolean> {
  const profile = await queries
    .selectFrom('curves')
    .select('seq')
    .where('location', '=', fieldLocation({ key: pointKey, timezone }))
    .limit(1)
    .executeTakeFirst()
  if (profile !== undefined) return isOwn
  const sensor = await queries
    .selectFrom('sensors')
    .select('seq')
    .where('lat', '=', lat)
    .where('point_key', '=', pointKey)
    .limit(1)
    .executeTakeFirst()
  if (sensor !== undefined) return true
  const airports = await queries
    .selectFrom('airports')
    .selectAll()
    .where('lat', '>=', lat - keyStep)
    .where('lat', '<=', lat + keyStep)
    .execute()
  return airports.some((airport) => keyOf(airport, Math.round(airport.elevation)) === pointKey)
}

/** Keys have three decimals of a degree. */
const keyStep = 0.001

async function sensorsIn(database: Database, box: Box): Promise<readonly Sensor[]> {
  const found = await database.queries
    .selectFrom('sensors')
    .selectAll()
    .where('lat', '>=', box.south)
    .where('lat', '<=', box.north)
    .where('lon', '>=', box.west)
    .where('lon', '<=', box.east)
    .orderBy('seq')
    .execute()
  return found.map(toSensor)
}

async function sensorsOf(
  database: Database,
  owner: string | null,
  limit: number
): Promise<readonly Sensor[]> {
  const found = await database.queries
    .selectFrom('sensors')
    .selectAll()
    .$if(owner !== null, (query) => query.where('owner', '=', owner ?? ''))
    .orderBy('seq')
    .limit(limit)
    .execute()
  return found.map(toSensor)
}

async function observationsOf(
  database: Database,
  seqs: readonly number[],
  sinceDate: string
): Promise<readonly Observation[]> {
  if (seqs.length === 0) return []
  const rows = await database.queries
    .selectFrom('observations')
    .select(['sensor_seq', 'night_date', 'minimum_hundredths'])
    .where('sensor_seq', 'in', [...seqs])
    .where('night_date', '>=', sinceDate)
    .orderBy('sensor_seq')
    .orderBy('night_date')
    .execute()
  return rows.map((row) => ({
    sensorSeq: row.sensor_seq,
    date: row.night_date,
    minimumC: row.minimum_hundredths / 100
  }))
}

/** A row as a sensor. */
export function toSensor(row: SensorRow): Sensor {
  return {
    seq: row.seq,
    owner: row.owner,
    isOperators: row.is_operators === 1,
    point: toPoint(row),
    ...sensorKindOf(row.kind),
    station: row.station,
    acceptedAfterDate: row.accepted_after_date,
    revokedAt: row.revoked_at
  }
}
