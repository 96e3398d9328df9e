/** The outlook as alerts need it: the nights of one place, scored along one crop's curve. */
import type { Exposure, FrostNight } from '../frost/frost-night.ts'

/** The curve by which a night is scored: nothing else of a subscription changes the score. */
export interface ProfileRequest {
  /** Slug of the place. */
  readonly location: string
  /** Slug of the crop table, or `generic`. */
  readonly crop: string
  readonly stage: string | null
  /** Null: the crop's own. */
  readonly exposure: Exposure | null
}

/** The scored nights of one curve, out of one run of one source. */
export interface WatchedForecast {
  /** Changes exactly when the series does. */
  readonly runId: string
  readonly issuedAt: number
  /** When a source last said that this is what it has [ms since epoch]. */
  readonly confirmedAt: number
  readonly synthetic: boolean
  readonly attribution: string
  readonly nights: readonly FrostNight[]
}

/** The outlook as alerts see it. */
export interface WatchedForecasts {
  /** What is kept for the curve, under the hard age limit, without asking upstream; null where nothing is. */
  readonly stored: (profile: ProfileRequest) => Promise<WatchedForecast | null>
  /** The night that is running or comes next at the place, from the sun alone. */
  readonly tonight: (location: string, now: number) => ExpectedNight | null
}

/** A night of which nothing but the sun is known. */
export interface ExpectedNight {
  readonly date: string
  /** When its coldest hour is to be expected: about sunrise. */
  readonly coldestAt: number
  readonly overAt: number
}
