/** Keeping observations so that the same one counts once, and a changed one says what it replaced. */
import type { KeptObservation, NewObservation } from '../record/ports.ts'
import type { Database } from './database.ts'

/** Rows a statement takes at most; SQLite allows 32,766 parameters. */
const rowsPerStatement = 1000

/** Keeps rows whose sensors have the numbers `seqs`; the answers stand in the same order. */
export async function keepObservations(
  inside: Database,
  rows: readonly NewObservation[],
  seqs: readonly number[],
  now: number
): Promise<readonly KeptObservation[]> {
  const last = new Map<string, { seq: number; date: string; hundredths: number }>()
  rows.forEach((row, index) => {
    const seq = seqs[index] ?? Number.NaN
    last.set(nightKey(seq, row.date), { seq, date: row.date, hundredths: Math.round(row.minimumC * 100) })
  })
  const changed = await upsert(inside, [...last.values()], now)
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

async function upsert(
  inside: Database,
  nights: readonly { readonly seq: number; readonly date: string; readonly hundredths: number }[],
  now: number
): Promise<ReadonlyMap<string, ChangedRow>> {
  const changed = new Map<string, ChangedRow>()
  for (let from = 0; from < nights.length; from += rowsPerStatement) {
    const rows = await inside.queries
      .insertInto('observations')
      .values(
        nights.slice(from, from + rowsPerStatement).map(({ seq, date, hundredths }) => ({
          sensor_seq: seq,
          night_date: date,
          minimum_hundredths: hundredths,
          previous_hundredths: null,
          received_at: now
        }))
      )
      .onConflict((conflict) =>
        conflict
          .columns(['sensor_seq', 'night_date'])
          .doUpdateSet({
            previous_hundredths: (old) => old.ref('observations.minimum_hundredths'),
            minimum_hundredths: (old) => old.ref('excluded.minimum_hundredths'),
            received_at: (old) => old.ref('excluded.received_at')
          })
          // What is the same is not touched, and so not returned.
          .where((is) =>
            is(is.ref('observations.minimum_hundredths'), '<>', is.ref('excluded.minimum_hundredths'))
          )
      )
      .returning(['sensor_seq', 'night_date', 'previous_hundredths'])
      .execute()
    for (const row of rows) changed.set(nightKey(row.sensor_seq, row.night_date), row)
  }
  return changed
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
