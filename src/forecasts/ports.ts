import type { FrostSettings, LearnedOffset } from '../frost/settings.ts'
import type { GroundPoint } from '../weather/point.ts'
import type { SnapshotMeta } from './snapshot.ts'

/** The current instant [ms since epoch]. */
export type Clock = () => number

export interface StoredForecast {
  readonly sourceId: string
  readonly pointKey: string
  /** When a source last confirmed these data [ms since epoch]. */
  readonly confirmedAt: number
  /** Everything but the series, as JSON. */
  readonly meta: string
  readonly body: Uint8Array
}

export interface ForecastStore {
  /** Null where nothing is stored, or nothing that was confirmed after `newerThan` [ms since epoch]. */
  readonly read: (sourceId: string, pointKey: string, newerThan?: number) => Promise<StoredForecast | null>
  /** @param over what to replace; null: nothing; default: anything. @returns false where something else stays stored */
  readonly write: (
    forecast: StoredForecast,
    over?: Pick<StoredForecast, 'confirmedAt' | 'meta'> | null
  ) => Promise<boolean>
  /** Whether any real source has ever answered into this store. */
  readonly any: () => Promise<boolean>
  /** Confirmed before an instant [ms since epoch], and the oldest over `most`, never the last row; returns how many. */
  readonly prune: (before: number, most: number) => Promise<number>
}

export interface PointPause {
  /** Failures in a row. */
  readonly failures: number
  /** [ms since epoch] */
  readonly until: number
}

export interface RefreshLeases {
  /** Returns how to release it; null while another process has it. Rejects where the database is away. */
  readonly take: (pointKey: string, forMs: number) => Promise<(() => Promise<void>) | null>
  /** Waits [ms] before the next look at what the other process does. */
  readonly pause: (milliseconds: number) => Promise<void>
  /** The pauses of a point that processes have shared, by source. Rejects as `take`. */
  readonly sharedPauses: (
    pointKey: string,
    sourceIds: readonly string[]
  ) => Promise<ReadonlyMap<string, PointPause>>
  /** Shares a pause of a point at a source, in place of one that is over. Rejects as `take`. */
  readonly sharePause: (sourceId: string, pointKey: string, pause: PointPause) => Promise<void>
  /** Deletes a shared pause, because the source has answered. Rejects as `take`. */
  readonly deletePause: (sourceId: string, pointKey: string, pause: PointPause) => Promise<void>
}

export interface BudgetStore {
  /** Adds to the count of a day (`YYYY-MM-DD`) and returns the new sum. */
  readonly add: (sourceId: string, day: string, units: number) => Promise<number>
  readonly spent: (sourceId: string, day: string) => Promise<number>
}

export interface ClientDay {
  readonly client: string
  /** When the day begins [ms since epoch]. */
  readonly dayStart: number
}

export interface OpenedPoints {
  /** Adds to a count where it stays within the limit, and returns the new one; null: nothing was added. */
  readonly take: (of: ClientDay, points: number, limit: number) => Promise<number | null>
  /** Adds to a count whatever the limit is, or takes away what is negative, down to 0. */
  readonly add: (of: ClientDay, points: number) => Promise<void>
}

/** Writes to the operator's log; details never contain a secret or a client's address. */
export type Report = (event: string, details: Readonly<Record<string, unknown>>) => void

export interface LearnedSite
  extends Pick<FrostSettings, 'biasC' | 'contrasts' | 'seasonal' | 'evening' | 'eveningLogWidth'> {
  /** The air minimum's, at one day's lead [°C²]; null: the default, because only plants were measured. */
  readonly siteVarianceC2: number | null
  /** b_p, which is added for plants besides b [°C]; nights measured at plants alone teach it. */
  readonly plantBiasC: number
  /** The variance that plants use in place of `siteVarianceC2` [°C²]; null as soon as a night was measured at 2 m. */
  readonly plantVarianceC2: number | null
  /** Null until nights were measured both at 2 m and at the plants. */
  readonly offset: LearnedOffset | null
  readonly nights: number
  /** Where the nights were measured; absent where nothing was. */
  readonly at?: GroundPoint
  /** What proven sensors alone have taught: nights are the colder of the two. Absent: all sensors are proven. */
  readonly proven?: LearnedSite | null
}

/** What was learned at the point of a forecast, and of its source, without waiting; null: the method's defaults. */
export type LearnedAt = (forecast: Pick<SnapshotMeta, 'point' | 'grid' | 'source'>) => LearnedSite | null

export interface Neighbours {
  /** The nearest point whose record would be used, were its height like that of the forecast; null: there is none. */
  readonly atOtherHeight: (forecast: Parameters<LearnedAt>[0]) => GroundPoint | null
  readonly isBlended: (sourceId: string) => boolean
}
