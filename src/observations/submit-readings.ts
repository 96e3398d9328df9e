import type { NewSensor, RecordedPoint, Sensor, StoredObservation } from './ports.ts'
import { storeReadingNights } from './reading-nights.ts'
import type { NewReading } from './reading-ports.ts'
import type { ReadingRow } from './reading-row.ts'
import { contradiction, type KeyedValue, type RowFault, repeatsIn } from './row-parts.ts'
import { createSensorCheck, nameOf, type SubmitDeps, type Submitter } from './submit.ts'

export type SubmittedReading =
  | { readonly kind: 'stored'; readonly reading: ReadingRow; readonly outcome: StoredObservation }
  | { readonly kind: 'refused'; readonly fault: RowFault }

interface SubmittedReadings {
  readonly rows: readonly SubmittedReading[]
  /** Points at which the minimum of a past night changed. */
  readonly changed: readonly RecordedPoint[]
}

export async function submitReadings(
  deps: SubmitDeps,
  submitter: Submitter,
  rows: readonly ReadingRow[]
): Promise<SubmittedReadings> {
  const sensorOf = await createSensorCheck(deps, submitter)
  const checked: (NewReading | RowFault)[] = []
  for (const row of rows) {
    const found = await sensorOf(row)
    checked.push('fault' in found ? found.fault : { ...row, sensor: found.sensor })
  }
  const repeats = repeatsIn(checked.map((one, index) => tellingOf(one, rows[index], index)))
  const judged = checked.map((one, index): NewReading | RowFault => {
    const repeat = repeats[index]
    if (!('sensor' in one) || repeat?.kind !== 'contradicted') return one
    return contradiction('temperature', new Date(instantOf(rows[index])).toISOString(), repeat.by)
  })
  const good = judged.filter((one): one is NewReading => 'sensor' in one)
  const outcomes = await deps.store.saveReadings(good, deps.now)
  let next = 0
  return {
    rows: judged.map((one, index): SubmittedReading => {
      const reading = rows[index]
      if (!('sensor' in one) || reading === undefined) return { kind: 'refused', fault: one as RowFault }
      const outcome = outcomes[next++] ?? { status: 'unchanged', sensorSeq: Number.NaN }
      if (repeats[index]?.kind !== 'again') return { kind: 'stored', reading, outcome }
      return { kind: 'stored', reading, outcome: { status: 'unchanged', sensorSeq: outcome.sensorSeq } }
    }),
    changed: await storeReadingNights(deps, sensorsOf(good, outcomes), {
      from: Math.min(...good.map(({ measuredAt }) => measuredAt)),
      until: Math.max(...good.map(({ measuredAt }) => measuredAt))
    })
  }
}

function tellingOf(one: NewReading | RowFault, row: ReadingRow | undefined, index: number): KeyedValue {
  const where = `row ${index + 1}`
  if (!('sensor' in one) || row === undefined) return { key: where, value: '', where, shown: '' }
  const { temperatureC, dewPointC, windSpeedMps } = row
  const key = `${nameOf(one.sensor)} ${instantOf(row)}`
  return { key, where, value: String([temperatureC, dewPointC, windSpeedMps]), shown: `${temperatureC} °C` }
}

function instantOf(row: ReadingRow | undefined): number {
  return row?.instantAt ?? row?.measuredAt ?? Number.NaN
}

function sensorsOf(
  rows: readonly { readonly sensor: NewSensor }[],
  outcomes: readonly StoredObservation[]
): readonly Sensor[] {
  const bySeq = new Map<number, Sensor>()
  rows.forEach(({ sensor }, index) => {
    const seq = outcomes[index]?.sensorSeq
    if (seq !== undefined)
      bySeq.set(seq, {
        ...sensor,
        seq,
        firstSeenAt: 0,
        acceptedAfterDate: null,
        revokedAt: null,
        fault: null
      })
  })
  return [...bySeq.values()]
}
