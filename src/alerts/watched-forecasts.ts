/** Forecasts as alerts need them: the nights of one place, scored for one scoring profile. */
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
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

/** A profile as the thermometers of one owner have it. */
export interface JudgedProfile extends Omit<WatchedProfile, 'location'> {
  /** Hash of a client, or the id of a subscription, or several; null or absent: as everybody's thermometers have it. */
  readonly owner?: string | readonly string[] | null
}

/** Whose thermometers count for a subscription: its own, or those of the key that made it. */
export function ownersOf({
  id,
  client
}: {
  readonly id: string
  readonly client: string
}): readonly string[] {
  return [id, client]
}

/** What a thermometer has read last, beside the forecast of the air for that instant. */
export interface MeasuredBeside {
  /** [ms since epoch] */
  readonly measuredAt: number
  /** Null: it is too long ago. */
  readonly temperatureC: number | null
  readonly foretoldC: number | null
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

/**
 * What the answer to a subscription is from: the stored forecast of its place; of a field what anybody would be shown
 * of its point, so that the answer does not tell whether the field was watched already, null where no source answers.
 */
export type EvaluatedForecast = ForecastSnapshot | 'stored' | null

export interface WatchedForecasts {
  /**
   * The stored forecast of a place, scored with the profile, under the hard age limit; null where none is. No
   * source is asked, but once a day for the season's temperatures where the stage is estimated.
   */
  readonly stored: (
    place: Place,
    profile: JudgedProfile,
    of?: Exclude<EvaluatedForecast, null>
  ) => Promise<WatchedForecast | null>
  /**
   * The clients (hashes) that have a thermometer of their own near a place, which follows tonight for them alone; null
   * where no forecast is recent enough to follow.
   */
  readonly owners: (place: Place) => Promise<readonly string[] | null>
  /** The nearest thermometer near a place of one of these owners; null where there is none. */
  readonly measured: (place: Place, owners: readonly string[]) => Promise<MeasuredBeside | null>
  /** The current or next night at the place, from the sun alone. */
  readonly tonight: (place: Place, now: number) => Pick<AlertNight, 'date' | 'coldestAt' | 'overAt'> | null
}
