/** Forecasts as alerts need them: the nights of one place, scored for one scoring profile. */
import type { Exposure } from '../frost/frost-night.ts'
import type { Place } from '../weather/point.ts'
import type { AlertNight } from './alert-night.ts'

/** The scoring profile: nothing else of a subscription changes the score. */
export interface WatchedProfile {
  /** Slug of the place. */
  readonly location: string
  /** Slug of the crop table, or `generic`. */
  readonly crop: string
  readonly stage: string | null
  /** Null: the crop's own. */
  readonly exposure: Exposure | null
}

/** A profile as the thermometers of one client have it. */
export interface JudgedProfile extends Omit<WatchedProfile, 'location'> {
  /** Hash of the client; null or absent: as everybody's thermometers have it. */
  readonly owner?: string | null
}

/** The nights of one profile, from one run of one source. */
export interface WatchedForecast {
  /** Changes with the series, and with the measurement that moves tonight. */
  readonly runId: string
  readonly issuedAt: number
  /** When a source last confirmed that this is its current run [ms since epoch]. */
  readonly confirmedAt: number
  readonly synthetic: boolean
  readonly attribution: string
  readonly nights: readonly AlertNight[]
}

/** The stored forecasts as alerts see them. */
export interface WatchedForecasts {
  /**
   * The stored forecast of a place, scored with the profile, under the hard age limit; null where none is. No
   * source is asked, but once a day for the season's temperatures where the stage is estimated.
   */
  readonly stored: (place: Place, profile: JudgedProfile) => Promise<WatchedForecast | null>
  /**
   * The clients (hashes) that have a thermometer of their own near a place, which follows tonight for them alone; null
   * where no forecast is recent enough to follow.
   */
  readonly owners: (place: Place) => Promise<readonly string[] | null>
  /** The current or next night at the place, from the sun alone. */
  readonly tonight: (place: Place, now: number) => Pick<AlertNight, 'date' | 'coldestAt' | 'overAt'> | null
}
