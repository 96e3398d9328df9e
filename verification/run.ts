/** Every bench, one after another, with what came of it. */
import { join } from 'node:path'
import { type Bench, type BenchOutcome, isWithin, type NotApplicable } from './bench.ts'
import { australiaBench } from './benches/australia/bench.ts'
import { climateBench } from './benches/climate/bench.ts'
import { eveningBench } from './benches/evening/bench.ts'
import { innsbruckDayEightBench } from './benches/innsbruck/day-eight-bench.ts'
import { innsbruckMinimumBench } from './benches/innsbruck/minimum-bench.ts'
import { modelsBench } from './benches/models/bench.ts'
import { grassBench } from './benches/netherlands/grass-bench.ts'
import { hourlyBench } from './benches/netherlands/hourly-bench.ts'
import { nwsBench } from './benches/nws/bench.ts'
import { pnwBench } from './benches/pnw/bench.ts'
import { protectionBench } from './benches/protection/bench.ts'
import { VerificationDataError } from './data/data-error.ts'
import { type RangeRow, rangesOf } from './range-row.ts'
import { type ComparisonRow, comparisonsOf, rowsOfOutcome, type VerificationRow } from './row.ts'

export const benches: readonly Bench[] = [
  nwsBench,
  innsbruckMinimumBench,
  pnwBench,
  innsbruckDayEightBench,
  australiaBench,
  grassBench,
  hourlyBench,
  eveningBench,
  protectionBench,
  climateBench,
  modelsBench
]

/** What a run found. */
export interface Verification {
  readonly outcomes: readonly BenchOutcome[]
  readonly rows: readonly VerificationRow[]
  readonly comparisons: readonly ComparisonRow[]
  readonly ranges: readonly RangeRow[]
  readonly notApplicable: readonly (NotApplicable & { readonly bench: string })[]
  /** Benches whose file is not in the folder, and files that could not be read. */
  readonly absent: readonly { readonly bench: string; readonly reason: string }[]
  readonly unreadable: readonly { readonly bench: string; readonly reason: string }[]
}

/**
 * Runs the chosen benches on a folder of data; `onProgress` hears of each bench before it begins and after the last.
 */
export async function runVerification(options: {
  readonly dataDirectory: string
  /** Where to fit; null: on the earlier rows, or the other places, of the scored folder. */
  readonly fitDirectory?: string | null
  readonly chosen: readonly Bench[]
  readonly onProgress: (done: number, bench: string | null) => void
}): Promise<Verification> {
  const { dataDirectory, fitDirectory = null, chosen, onProgress } = options
  const outcomes: BenchOutcome[] = []
  const absent: { bench: string; reason: string }[] = []
  const unreadable: { bench: string; reason: string }[] = []
  for (const [done, bench] of chosen.entries()) {
    onProgress(done, bench.name)
    try {
      const fitting = fitDirectory === null ? null : join(fitDirectory, bench.file)
      outcomes.push(...(await bench.run({ scored: join(dataDirectory, bench.file), fitting })))
    } catch (error) {
      if (!(error instanceof VerificationDataError)) throw error
      const list = error.kind === 'file_missing' ? absent : unreadable
      list.push({ bench: bench.name, reason: error.message })
    }
  }
  onProgress(chosen.length, null)
  return {
    outcomes,
    rows: outcomes.flatMap(rowsOfOutcome),
    comparisons: outcomes.flatMap(comparisonsOf),
    ranges: outcomes.flatMap(rangesOf),
    notApplicable: outcomes.flatMap(({ bench, notApplicable = [] }) =>
      notApplicable.map((one) => ({ bench, ...one }))
    ),
    absent,
    unreadable
  }
}

/** Whether every limit that must hold does, ranges hold, learning harms nowhere, and no file was unreadable. */
export function everyMustHolds(verification: Verification): boolean {
  const limits = verification.rows.flatMap(({ gates }) => gates)
  const checks = verification.outcomes.flatMap((outcome) => outcome.checks ?? [])
  return (
    checks.every((check) => isWithin(check.value, check)) &&
    limits.every((gate) => gate.duty === 'goal' || gate.holds) &&
    verification.comparisons.every((row) => row.duty === 'printed' || row.holds) &&
    verification.ranges.every((row) => row.duty === 'printed' || row.holds) &&
    verification.unreadable.length === 0
  )
}
