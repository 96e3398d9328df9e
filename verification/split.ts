/** How rows are parted: the earlier are fitted on, the later are scored. */
import { dateOfEpochDay } from './data/civil-day.ts'
import { at, rowsWhere } from './data/sequence.ts'

export interface DateSplit {
  /** The first day that is scored [days since 1970-01-01]. */
  readonly firstScoredDay: number
  readonly fitting: readonly number[]
  readonly scored: readonly number[]
}

/**
 * The last third of the rows by date is scored; rows of the day of the cut are scored, all of them.
 * @param knownDays When each row's outcome is known; a row is fitted on only if that is before the first scored day. Absent: `days`.
 */
export function lastThirdByDate(days: Float64Array, knownDays: Float64Array = days): DateSplit {
  const firstScoredDay = at(Float64Array.from(days).sort(), Math.floor((days.length * 2) / 3))
  return {
    firstScoredDay,
    fitting: rowsWhere(days.length, (row) => at(knownDays, row) < firstScoredDay),
    scored: rowsWhere(days.length, (row) => at(days, row) >= firstScoredDay)
  }
}

/** The split in words. */
export function splitInWords(split: DateSplit): string {
  const from = dateOfEpochDay(split.firstScoredDay)
  return `fitted on the ${split.fitting.length} rows known before ${from}, scored on the ${split.scored.length} from then on`
}
