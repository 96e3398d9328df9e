/** What the status page shows of the service, as types. Instants are in ms since the epoch. */
import type { SourceFailure } from '../forecasts/source-circuits.ts'

/** How one kind of question to a source has fared since the start. */
export interface AskedHealth {
  readonly state: 'answering' | 'failing' | 'unused'
  /** [ms since epoch], null if never. */
  readonly lastAnswerAt: number | null
  /** Also where answers have come since; null if never. */
  readonly lastFailure: SourceFailure | null
}

/** A source's forecasts, and what else it is asked. */
export interface SourceStatus extends AskedHealth {
  readonly name: string
  readonly synthetic: boolean
  /** Null where the source has none. */
  readonly ensemble: AskedEnsemble | null
  readonly season: AskedHealth | null
  /** Of all its requests, but for an ensemble's with a budget of its own. */
  readonly calls: SpentCalls
}

/** Units used today, and a day's budget; null = unlimited. */
export interface SpentCalls {
  readonly used: number
  readonly budget: number | null
}

export interface AskedEnsemble extends AskedHealth {
  /** Null where they count as the source's own. */
  readonly ownCalls: SpentCalls | null
}

export interface SiteStatus {
  readonly version: string
  readonly startedAt: number
  readonly sources: readonly SourceStatus[]
  readonly oldestIssuedAt: number | null
  readonly newestIssuedAt: number | null
  /** Null before the first; `elsewhere` where this process does not evaluate. */
  readonly lastEvaluation:
    | { readonly at: number; readonly places: number; readonly milliseconds: number }
    | 'elsewhere'
    | null
  /** The reports of airports near watched places; `elsewhere` where this process does not fetch them. */
  readonly airports:
    | { readonly isOn: boolean; readonly airports: number; readonly lastAnswerAt: number | null }
    | 'elsewhere'
  /** Null while the database cannot be read. */
  readonly deliveries: {
    readonly due: number
    readonly late: number
    readonly deliveredToday: number
    readonly refusedToday: number
  } | null
}
