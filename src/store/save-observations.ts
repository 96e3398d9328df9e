/** Stores observations so that a repeated one counts once, and a changed one returns what it replaced. */
import { sql } from 'kysely'
import type { NewObservation, StoredObservation } from '../observations/ports.ts'
import type { Database } from './database.ts'

export interface SaveInput {
  readonly rows: readonly NewObservation[]
  /** The numbers of their sensors. */
  readonly seqs: readonly number[]
  /** The minima follow from readings: one that was sent stays. */
  readonly fromReadings: boolean
  readonly now: number
}

/** Stores rows; the results have the same order. */
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

/**
 * One statement and one parameter for any number of rows: an import of millions would otherwise create
 * millions of small objects.
 */
async function upsert(
  inside: Database,
  {
    nights,
    fromReadings,
    now
  }: Pick<SaveInput, 'fromReadings' | 'now'> & {
    readonly nights: readonly { readonly seq: number; readonly date: string; readonly hundredths: number }[]
  }
): Promise<ReadonlyMap<string, ChangedRow>> {
  const json = JSON.stringify(nights.map(({ seq, date, hundredths }) => [seq, date, hundredths]))
  // Unchanged rows are not updated, so they are not returned. "where true" keeps SQLite from reading "on" as
  // part of a join.
  const { rows } = await sql<ChangedRow>`
    insert into observations (sensor_seq, night_date, minimum_hundredths, previous_hundredths, from_readings, received_at)
    select cast(value ->> 0 as bigint), cast(value ->> 1 as text), cast(value ->> 2 as integer), null, cast(${fromReadings ? 1 : 0} as smallint), cast(${now} as bigint)
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
