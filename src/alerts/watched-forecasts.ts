/** Forecasts as alerts need them: the nights of one place, scored for one scoring profile. */
import type { Exposure, FrostNight } from '../frost/frost-night.ts'

/** The scoring profile: nothing else of a subscription changes the score. */
export interface ProfileRequest {
  /** Slug of the place. */
  readonly location: string
  /** Slug of the crop table, or `generic`. */
  readonly crop: string
  readonly stage: string | null
  /** Null: the crop's own. */
  readonly exposure: Exposure | null
}

/** The scored nights of one profile, from one run of one source. */
export interface WatchedForecast {
  /** Changes exactly when the series does. */
  readonly runId: string
  readonly issuedAt: number
  /** When a source last confirmed that this is its current run [ms since epoch]. */
  readonly confirmedAt: number
  readonly synthetic: boolean
  readonly attribution: string
  readonly nights: readonly FrostNight[]
}

/** The stored forecasts as alerts see them. */
export interface WatchedForecasts {
  /**
   * The stored forecast of the profile, under the hard age limit, without a request to a source; null where
   * none is.
   */
  readonly stored: (profile: ProfileRequest) => Promise<WatchedForecast | null>
  /** The current or next night at the place, from the sun alone. */
  readonly tonight: (location: string, now: number) => ExpectedNight | null
}

/** A night of which only the sun's times are known. */
export interface ExpectedNight {
  readonly date: string
  /** When its coldest hour is expected: about sunrise. */
  readonly coldestAt: number
  readonly overAt: number
}
