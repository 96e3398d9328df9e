import { type HowColdDeps, lookUp } from '../how-cold.ts'
import type { RecordedPoint } from '../ports.ts'
import type { RowFault } from '../row-parts.ts'
import { type Submitter, submitRows } from '../submit.ts'
import { submitReadings } from '../submit-readings.ts'
import type { LoggerNights } from './logger-file.ts'

export interface LoggerStored {
  readonly sums: Readonly<Record<'stored' | 'replaced' | 'unchanged', number>>
  readonly readings: number
  readonly refused: readonly { readonly line: number; readonly fault: RowFault }[]
}

const batchReadings = 2000

export async function storeLogger(
  deps: Pick<HowColdDeps, 'store' | 'isNamed' | 'isSynthetic' | 'findPlace' | 'record'>,
  { rows, readings }: Pick<LoggerNights, 'rows' | 'readings'>,
  { owner, now }: { readonly owner: Submitter; readonly now: number }
): Promise<LoggerStored> {
  const submit = { ...deps, now, issues: lookUp(deps, owner, now) }
  const whereOf = (index: number): string => `line ${rows[index]?.line ?? 0}`
  const nights = await submitRows(
    { ...submit, whereOf },
    owner,
    rows.map(({ row }) => row)
  )
  const changed = new Map<string, RecordedPoint>()
  const sums = { stored: 0, replaced: 0, unchanged: 0 }
  for (const night of nights) {
    if (night.kind === 'refused') continue
    sums[night.outcome.status] += 1
    changed.set(night.point.pointKey, night.point)
  }
  let taken = 0
  for (let from = 0; from < readings.length; from += batchReadings) {
    const some = await submitReadings(submit, owner, readings.slice(from, from + batchReadings))
    taken += some.rows.filter(({ kind }) => kind === 'stored').length
    for (const point of some.changed) changed.set(point.pointKey, point)
  }
  if (changed.size > 0) await deps.record.learnAround([...changed.values()])
  const refused = nights.flatMap((night, index) =>
    night.kind === 'refused' ? [{ line: rows[index]?.line ?? 0, fault: night.fault }] : []
  )
  return { sums, readings: taken, refused }
}
