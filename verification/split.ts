/** How rows are split into those that are fitted on and those that are scored. */
import { dateOfEpochDay } from './data/civil-day.ts'
import { at, rowsWhere } from './data/sequence.ts'

export interface DateSplit {
  readonly fitting: readonly number[]
  readonly scored: readonly number[]
  /** The split in words. */
  readonly words: string
}

/** The rows to split: when each is issued and when its outcome is known [days since 1970-01-01]. */
interface DatedRows {
  readonly days: Float64Array
  /** Absent: `days`. */
  readonly knownDays?: Float64Array
  /** The first row of the scored file; 0: there is only one file. */
  readonly scoredFrom: number
}

/**
 * With a file to fit on, its rows and the others. Otherwise the last third by date is scored (all rows of the day of
 * the cut), and a row is fitted on only if its outcome was known before the first scored day.
 */
export function splitOf({ days, knownDays = days, scoredFrom }: DatedRows): DateSplit {
  if (scoredFrom > 0) {
    const fitting = rowsWhere(scoredFrom, () => true)
    const scored = rowsWhere(days.length, (row) => row >= scoredFrom)
    return { fitting, scored, words: fileSplitInWords(fitting.length, scored.length) }
  }
  const firstScoredDay = at(Float64Array.from(days).sort(), Math.floor((days.length * 2) / 3))
  const fitting = rowsWhere(days.length, (row) => at(knownDays, row) < firstScoredDay)
  const scored = rowsWhere(days.length, (row) => at(days, row) >= firstScoredDay)
  const from = dateOfEpochDay(firstScoredDay)
  return {
    fitting,
    scored,
    words: `fitted on the ${fitting.length} rows known before ${from}, scored on the ${scored.length} from then on`
  }
}

/** What was fitted on what, where the rows to fit on have a folder of their own. */
export function fileSplitInWords(fitted: number, scored: number): string {
  return `fitted on the ${fitted} rows of the folder of \`--fit\`, scored on the ${scored} of \`--data\``
}
