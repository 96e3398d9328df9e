import { type Selectable, sql } from 'kysely'
import type { SensorFault } from '../observations/faults/sensor-fault.ts'
import type {
  Box,
  NewObservation,
  ObservationStore,
  RecordedPoint,
  Sensor,
  StoredObservation
} from '../observations/ports.ts'
import { fieldLocation } from '../weather/field.ts'
import { pointKey as keyOf, measuredKey } from '../weather/point.ts'
import type { Database } from './database.ts'
import type { SensorsTable } from './record-tables.ts'
import { isIn, noFault, type SensorNumbers, sensorKindOf, toPoint } from './sensor-numbers.ts'

type SensorRow = Selectable<SensorsTable>

interface SaveInput {
  readonly rows: readonly NewObservation[]
  readonly seqs: readonly number[]
  readonly fromReadings: boolean
  readonly now: number
}

/** Results in the same order. */
export async function saveObservations(
  inside: Database,
  { rows, seqs, fromReadings, now }: SaveInput
): Promise<readonly StoredObservation[]> {
  const last = new Map<string, { seq: number; date: string; hundredths: number }>()
  rows.forEach((row, index) => {
    const seq = seqs[index] ?? Number.NaN
    last.set(nightKey(seq, row.date), { seq, date: row.date, hundredths: Math.round(row.minimumC * 100) })
  })
  const changed = await upsert(inside, { nights: [...last.values()], fromReadings, now })
  await touchSensors(inside, [...new Set([...changed.values()].map((row) => row.sensor_seq))], now)
  return rows.map((row, index) => {
    const sensorSeq = seqs[index] ?? Number.NaN
    const one = changed.get(nightKey(sensorSeq, row.date))
    if (one === undefined) return { status: 'unchanged', sensorSeq }
    const previous = one.previous_hundredths
    return previous === null
      ? { status: 'stored', sensorSeq }
      : { status: 'replaced', previousC: previous / 100, sensorSeq }
  })
}

interface ChangedRow {
  readonly sensor_seq: number
  readonly night_date: string
  readonly previous_hundredths: number | null
}

/** Inserts or updates by one statement with one parameter for any number of rows: an import has millions. */
async function upsert(
  inside: Database,
  {
    nights,
    fromReadings,
    now
  }: Pick<SaveInput, 'fromReadings' | 'now'> & {
    nights: readonly { readonly seq: number; readonly date: string; readonly hundredths: number }[]
  }
): Promise<ReadonlyMap<string, ChangedRow>> {
  const json = JSON.stringify(nights.map(({ seq, date, hundredths }) => [seq, date, hundredths]))
  // Unchanged rows are not updated, so not returned. "where true" keeps SQLite from reading "on" as part of a join.
  const { rows } = await sql<ChangedRow>`
    insert into observations (sensor_seq, night_date, minimum_hundredths, previous_hundredths,
    from_readings, received_at)
    select cast(value ->> 0 as bigint), cast(value ->> 1 as text), cast(value ->> 2 as integer), null,
    cast(${fromReadings ? 1 : 0} as smallint), cast(${now} as bigint)
    from ${inside.dialect.rowsOfJson(json)} where true
    on conflict (sensor_seq, night_date) do update set
      previous_hundredths = observations.minimum_hundredths,
      minimum_hundredths = excluded.minimum_hundredths,
      from_readings = excluded.from_readings,
      received_at = excluded.received_at
    where (observations.minimum_hundredths <> excluded.minimum_hundredths
        and excluded.from_readings <= observations.from_readings)
      or excluded.from_readings < observations.from_readings
    returning sensor_seq, night_date, previous_hundredths`.execute(inside.queries)
  return new Map(rows.map((row) => [nightKey(row.sensor_seq, row.night_date), row]))
}

async function touchSensors(inside: Database, seqs: readonly number[], now: number): Promise<void> {
  if (seqs.length === 0) return
  await inside.queries
    .updateTable('sensors')
    .set({ changed_at: now })
    .where('seq', 'in', [...seqs])
    .execute()
}

function nightKey(seq: number, date: string): string {
  return `${seq} ${date}`
}

export function observationStore(database: Database, numbers: SensorNumbers): ObservationStore {
  return {
    save: (rows, now) =>
      numbers.within(database, { sensors: rows.map((row) => row.sensor), now }, (inside, seqs) =>
        saveObservations(inside, { rows, seqs, fromReadings: false, now })
      ),
    recordedAs: (point) => recordedAs(database, point),
    isFieldOf: (id, point) => isFieldOf(database, id, point),
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
    accept: (seq, afterDate, now) =>
      change(database, seq, {
        accepted_after_date: afterDate,
        revoked_at: null,
        changed_at: now,
        ...noFault
      }),
    saveFault: (seq, fault, now) => saveFault(database, { seq, fault, now }),
    changedSince: async (at) => {
      const found = await database.queries
        .selectFrom('sensors')
        .select(['point_key', 'lat', 'lon', 'elevation', 'timezone'])
        .distinct()
        .where('changed_at', '>', at)
        .execute()
      return found.map(toPoint)
    },
    revoke: (seq, now) => change(database, seq, { revoked_at: now, changed_at: now }),
    revoked: (owners) => revokedOf(database, owners)
  }
}

async function change({ queries }: Database, seq: number, values: Partial<SensorRow>): Promise<boolean> {
  const changed = await queries.updateTable('sensors').set(values).where('seq', '=', seq).executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

async function revokedOf({ queries }: Database, owners: readonly string[]): Promise<readonly Sensor[]> {
  if (owners.length === 0) return []
  const found = await queries
    .selectFrom('sensors')
    .selectAll()
    .where('owner', 'in', owners)
    .where('revoked_at', 'is not', null)
    .execute()
  return found.map(toSensor)
}

/** Uses the index on the latitude, and that on the location of scoring profiles, which may be a field. */
async function recordedAs({ queries }: Database, point: RecordedPoint): Promise<RecordedPoint | null> {
  const { pointKey, lat, isOwn = false } = point
  const found = isOwn
    ? queries.selectFrom('curves').select('seq').where('location', '=', locationOf(point)).limit(1)
    : queries
        .selectFrom('sensors')
        .select('seq')
        .where((is) => is.and({ lat, point_key: pointKey }))
        .limit(1)
  const isFound = (await found.executeTakeFirst()) !== undefined
  if (isOwn && !isFound) return null
  const airports = await queries
    .selectFrom('airports')
    .selectAll()
    .where('lat', '>=', lat - keyStep)
    .where('lat', '<=', lat + keyStep)
    .execute()
  // An airport's record is everyone's.
  const isAirport = airports.some((airport) => keyOf(airport, Math.round(airport.elevation)) === pointKey)
  if (isAirport || isOwn) return isAirport === isOwn ? null : point
  return isFound ? { ...point, pointKey: measuredKey(pointKey) } : null
}

async function isFieldOf(
  { queries }: Database,
  subscription: string,
  point: Pick<RecordedPoint, 'pointKey' | 'timezone'>
): Promise<boolean> {
  const found = await queries
    .selectFrom('subscriptions')
    .select('seq')
    .where((is) => is.and({ id: subscription, location: locationOf(point) }))
    .executeTakeFirst()
  return found !== undefined
}

function locationOf({ pointKey: key, timezone }: Pick<RecordedPoint, 'pointKey' | 'timezone'>): string {
  return fieldLocation({ key, timezone })
}

/** Keys have three decimals of a degree. */
const keyStep = 0.001

async function sensorsIn(database: Database, box: Box): Promise<readonly Sensor[]> {
  const found = await database.queries
    .selectFrom('sensors')
    .selectAll()
    .where(isIn(box))
    .orderBy('seq')
    .execute()
  return found.map(toSensor)
}

async function sensorsOf(database: Database, owner: string | null, limit: number) {
  const found = await database.queries
    .selectFrom('sensors')
    .selectAll()
    .$if(owner !== null, (query) => query.where('owner', '=', owner ?? ''))
    .orderBy('seq')
    .limit(limit)
    .execute()
  return found.map(toSensor)
}

async function observationsOf(database: Database, seqs: readonly number[], sinceDate: string) {
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

export function toSensor(row: SensorRow): Sensor {
  return {
    seq: row.seq,
    owner: row.owner,
    isOperators: row.is_operators === 1,
    point: toPoint(row),
    ...sensorKindOf(row.kind),
    station: row.station,
    firstSeenAt: row.first_seen_at,
    acceptedAfterDate: row.accepted_after_date,
    revokedAt: row.revoked_at,
    fault: faultOf(row)
  }
}

function faultOf(row: SensorRow): SensorFault | null {
  const { lie: reason, lie_from: from, lie_found_at: foundAt, lie_seen_at: seenAt } = row
  if (reason === null || from === null || foundAt === null || seenAt === null) return null
  return { reason, from, foundAt, seenAt }
}

/** Minima from its readings since it became faulty do not count. */
async function saveFault(
  database: Database,
  { seq, fault, now }: { seq: number; fault: SensorFault | null; now: number }
): Promise<void> {
  const row =
    fault === null
      ? noFault
      : { lie: fault.reason, lie_from: fault.from, lie_found_at: fault.foundAt, lie_seen_at: fault.seenAt }
  await change(database, seq, { ...row, changed_at: now })
  if (fault === null) return
  await database.queries
    .deleteFrom('observations')
    .where((is) => is.and({ sensor_seq: seq, from_readings: 1 }))
    .where('night_date', '>=', new Date(fault.from).toISOString().slice(0, 10))
    .execute()
}
