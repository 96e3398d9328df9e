/** Good rows straight into the store: one transaction a batch. */
import { sql } from 'kysely'
import { type Language, wordsIn } from '../../language/language.ts'
import type { RecordedPoint } from '../../observations/ports.ts'
import { createSensorPlaces } from '../../observations/sensor-place.ts'
import { operatorOwner } from '../../observations/sharing.ts'
import { createIssueLookup, submitRows } from '../../observations/submit.ts'
import { submitReadings } from '../../observations/submit-readings.ts'
import type { Gazetteer } from '../../places/gazetteer.ts'
import { isNamedPoint } from '../../places/point.ts'
import type { Store } from '../../store/open.ts'
import type { Sink } from './row-feed.ts'

/** A commit waits for the disk; of 2,000 rows that is little, and they are some 1 MB. */
const batchRows = 2000

/** A sink into an opened store; what it keeps counts as the operator's. */
export async function storeSink(
  { record, database, engine }: Pick<Store, 'record' | 'database' | 'engine'>,
  gazetteer: Gazetteer,
  now: number,
  lang: Language = 'en'
): Promise<Sink> {
  // The service's own cache of 64 MB is of no use to rows that are written once.
  if (engine === 'sqlite') await sql`pragma cache_size = -8192`.execute(database.queries)
  const isNamed = ({ pointKey }: Pick<RecordedPoint, 'pointKey'>) => isNamedPoint(pointKey, gazetteer)
  const findPlace = createSensorPlaces(gazetteer)
  const issues = createIssueLookup({ store: record, isNamed }, { synthetic: false, now, counts: () => true })
  const submitter = { owner: operatorOwner, isOperator: true }
  return {
    batchRows,
    async send(rows) {
      const submitted = await submitRows(
        { store: record, findPlace, now, issues, whereOf: (index) => `line ${rows[index]?.line ?? 0}` },
        submitter,
        rows.map((one) => one.row)
      )
      const sums = { stored: 0, replaced: 0, unchanged: 0 }
      const refused: { line: number; reason: string }[] = []
      submitted.forEach((one, index) => {
        if (one.kind === 'kept') sums[one.outcome.status] += 1
        else refused.push({ line: rows[index]?.line ?? 0, reason: wordsIn(lang).observe.rowFault(one.fault) })
      })
      return { ...sums, refused }
    },
    async sendReadings(rows) {
      for (let from = 0; from < rows.length; from += batchRows)
        await submitReadings(
          { store: record, findPlace, now, issues },
          submitter,
          rows.slice(from, from + batchRows)
        )
    }
  }
}
