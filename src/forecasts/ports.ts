/** What the outlook needs from outside: a clock, a memory that outlives the process, and a way to give up waiting. */

import type { SeasonalSite } from '../frost/seasonal-site.ts'
import type { LearnedOffset } from '../frost/settings.ts'
import type { GridCell } from '../sources/source.ts'
import type { Point } from '../weather/point.ts'

/** The current instant [ms since epoch]. */
export type Clock = () => number

/** One source's last good answer for one point, as it is kept across a restart. */
export interface StoredForecast {
  readonly sourceId: string
  /** See `pointKey`. */
  readonly pointKey: string
  /** When a source last confirmed these data [ms since epoch]. */
  readonly confirmedAt: number
  /** Everything but the series, as JSON. */
  readonly meta: string
  /** The packed series (forecasts/packed-series.ts). */
  readonly body: Uint8Array
}

export interface ForecastStore {
  /** Null where nothing is kept, or nothing that was confirmed after `newerThan` [ms since epoch]. */
  readonly read: (sourceId: string, pointKey: string, newerThan?: number) => Promise<StoredForecast | null>
  /** Replaces what was kept for the same source and point. */
  readonly write: (cache: StoredForecast) => Promise<void>
  /** Whether any real source has ever answered into this store. */
  readonly any: () => Promise<boolean>
  /** Forgets what was last confirmed before an instant [ms since epoch], but never the very last row; answers how many. */
  readonly prune: (before: number) => Promise<number>
}

/** Counts what was spent at each source on each UTC day, over all processes that share the store. */
export interface BudgetStore {
  /** Adds to the count of a day (`YYYY-MM-DD`) and answers the new sum. */
  readonly add: (sourceId: string, day: string, units: number) => Promise<number>
  readonly spent: (sourceId: string, day: string) => Promise<number>
}

/** Something that aborts by itself after a time [ms]; real time in the service, a test's own in tests. */
export type AbortAfter = (milliseconds: number) => AbortSignal

/** A number 0 ≤ x < 1: jitter only, never a secret. */
export type Randomness = () => number

/** What the outlook tells the operator; never a secret, never a client's address. */
export type Report = (event: string, details: Readonly<Record<string, unknown>>) => void

/** What a place's own record has taught, as the method takes it. */
export interface LearnedSite {
  /** b [°C], to be added to forecasts of the minimum. */
  readonly biasC: number
  /** Of the air minimum at one day's lead [°C²]. */
  readonly siteVarianceC2: number
  readonly offset: LearnedOffset | null
  /** How many nights bias and variance rest on. */
  readonly nights: number
  /** What was learned of the source's ensemble; null or absent before sixty nights of it were measured. */
  readonly seasonal?: SeasonalSite | null
}

/** What was learned at a point, without waiting; null = the method's defaults. */
export type LearnedAt = (point: Point, grid: GridCell) => LearnedSite | null
