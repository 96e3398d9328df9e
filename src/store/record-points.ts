/** Points as rows and as values, for the tables of the record. */
import type { Box, RecordedPoint } from '../observations/ports.ts'
import type { Database } from './database.ts'

/** The columns of a point. */
export interface PointRow {
  readonly point_key: string
  readonly lat: number
  readonly lon: number
  readonly elevation: number | null
  readonly timezone: string
}

export function pointRow(point: RecordedPoint): PointRow {
  const { pointKey, lat, lon, elevation, timezone } = point
  return { point_key: pointKey, lat, lon, elevation, timezone }
}

export function toPoint(row: PointRow): RecordedPoint {
  const { lat, lon, elevation, timezone } = row
  return { pointKey: row.point_key, lat, lon, elevation, timezone }
}

/** Stores a point, or updates it. */
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

/** The recorded points inside a box. */
export async function pointsIn(database: Database, box: Box): Promise<readonly RecordedPoint[]> {
  const rows = await database.queries
    .selectFrom('record_points')
    .selectAll()
    .where('lat', '>=', box.south)
    .where('lat', '<=', box.north)
    .where('lon', '>=', box.west)
    .where('lon', '<=', box.east)
    .orderBy('point_key')
    .execute()
  return rows.map(toPoint)
}
