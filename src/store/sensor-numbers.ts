import { type RawBuilder, sql } from 'kysely'
import { BoundedMap } from '../common/bounded-map.ts'
import type { Box, NewSensor, RecordedPoint, Sensor } from '../observations/ports.ts'
import { type Database, transact } from './database.ts'
import type { Tables } from './schema.ts'

/** Sensors remembered; an import with more of them repeats queries. */
const maxRemembered = 20_000

export type SensorNumbers = ReturnType<typeof createSensorNumbers>

export function createSensorNumbers() {
  const known = new BoundedMap<string, number>(maxRemembered)
  return {
    /** In a transaction, in the same order; new sensors are inserted. Not called without sensors. */
    async within<Result>(
      database: Database,
      { sensors, now }: { sensors: readonly NewSensor[]; now: number },
      work: (inside: Database, seqs: readonly number[]) => Promise<readonly Result[]>
    ): Promise<readonly Result[]> {
      if (sensors.length === 0) return []
      const keys = sensors.map(keyOf)
      const numbers = new Map<string, number>()
      const results = await transact(database, async (inside) => {
        numbers.clear()
        const missing = new Map<string, NewSensor>()
        sensors.forEach((sensor, index) => {
          const key = keys[index] ?? ''
          const seq = known.get(key)
          if (seq === undefined) missing.set(key, sensor)
          else numbers.set(key, seq)
        })
        if (missing.size > 0) await makeSensors(inside, [...missing.values()], now, numbers)
        return work(
          inside,
          keys.map((key) => numbers.get(key) ?? Number.NaN)
        )
      })
      // Numbers of a transaction that was rolled back do not exist.
      for (const [key, seq] of numbers) known.set(key, seq)
      return results
    }
  }
}

async function makeSensors(
  inside: Database,
  sensors: readonly NewSensor[],
  now: number,
  numbers: Map<string, number>
): Promise<void> {
  // Changes nothing, so that the row is returned in both cases.
  const rows = await inside.queries
    .insertInto('sensors')
    .values(sensors.map((sensor) => rowOf(sensor, now)))
    .onConflict((conflict) =>
      conflict
        .columns(['owner', 'point_key', 'kind', 'station'])
        .doUpdateSet({ owner: (old) => old.ref('sensors.owner') })
    )
    .returning(['seq', 'owner', 'point_key', 'kind', 'station'])
    .execute()
  for (const row of rows) numbers.set(keyOfRow(row), row.seq)
}

export const noFault = { lie: null, lie_from: null, lie_found_at: null, lie_seen_at: null }

function rowOf(sensor: NewSensor, now: number) {
  return {
    owner: sensor.owner,
    is_operators: sensor.isOperators ? 1 : 0,
    ...pointRow(sensor.point),
    kind: sensorKindText(sensor),
    station: sensor.station,
    first_seen_at: now,
    accepted_after_date: null,
    last_reading_at: null,
    last_received_at: null,
    revoked_at: null,
    changed_at: now,
    ...noFault
  }
}

function keyOf(sensor: NewSensor): string {
  const { owner, point, station } = sensor
  return keyOfRow({ owner, point_key: point.pointKey, kind: sensorKindText(sensor), station })
}

function keyOfRow(row: { owner: string; point_key: string; kind: string; station: string }): string {
  return `${row.point_key}\n${row.kind}\n${row.owner}\n${row.station}`
}

/* Kind and exposure as one text, a part of what makes a sensor one. `plant` alone (older rows): unknown exposure. */

type KindOfSensor = Pick<Sensor, 'kind' | 'exposure'>

const kinds: ReadonlyMap<string, KindOfSensor> = new Map([
  ['air_2m', { kind: 'air_2m', exposure: null }],
  ['plant', { kind: 'plant', exposure: null }],
  ['plant-ground', { kind: 'plant', exposure: 'ground' }],
  ['plant-vine', { kind: 'plant', exposure: 'vine' }],
  ['plant-canopy', { kind: 'plant', exposure: 'canopy' }]
])

function sensorKindText({ kind, exposure }: KindOfSensor): string {
  return exposure === null ? kind : `${kind}-${exposure}`
}

export function sensorKindOf(text: string): KindOfSensor {
  return kinds.get(text) ?? { kind: 'plant', exposure: null }
}

function pointRow(point: RecordedPoint): Tables['record_points'] {
  const { pointKey, lat, lon, elevation, timezone } = point
  return { point_key: pointKey, lat, lon, elevation, timezone }
}

export function toPoint(row: Tables['record_points']): RecordedPoint {
  const { lat, lon, elevation, timezone } = row
  return { pointKey: row.point_key, lat, lon, elevation, timezone }
}

export async function savePoint(inside: Database, point: RecordedPoint): Promise<void> {
  const row = pointRow(point)
  await inside.queries
    .insertInto('record_points')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('point_key').doUpdateSet({ elevation: row.elevation, timezone: row.timezone })
    )
    .execute()
}

export function isIn({ south, north, west, east }: Box): RawBuilder<boolean> {
  return sql<boolean>`(lat >= ${south} and lat <= ${north} and lon >= ${west} and lon <= ${east})`
}

export async function pointsIn(database: Database, box: Box): Promise<readonly RecordedPoint[]> {
  const rows = await database.queries
    .selectFrom('record_points')
    .selectAll()
    .where(isIn(box))
    .orderBy('point_key')
    .execute()
  return rows.map(toPoint)
}
