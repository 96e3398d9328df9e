import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import type { Exposure } from '../frost/frost-night.ts'
import type { Place } from '../weather/point.ts'
import type { AlertNight } from './alert-night.ts'

/** The members of a subscription on which its score depends. */
export interface WatchedProfile {
  readonly location: string
  readonly crop: string
  readonly stage: string | null
  readonly exposure: Exposure | null
}

export interface JudgedProfile extends Omit<WatchedProfile, 'location'> {
  /** Hash of a client, or ids of subscriptions; null or absent: everyone's thermometers. */
  readonly owner?: string | readonly string[] | null
}

/** The owners of a subscription's thermometers: itself, or the key that made it. */
export function ownersOf({ id, client }: { id: string; client: string }): readonly string[] {
  return [id, client]
}

export interface MeasuredBeside {
  readonly measuredAt: number
  /** Null: the reading is too old. */
  readonly temperatureC: number | null
  readonly foretoldC: number | null
}

export interface WatchedForecast {
  /** Changes with the series, and with the measurement that moves tonight. */
  readonly runId: string
  readonly issuedAt: number
  readonly confirmedAt: number
  readonly synthetic: boolean
  readonly attribution: string
  readonly nights: readonly AlertNight[]
}

/** For a field the forecast that anyone gets: no answer reveals that it is watched. Null: no source answers. */
export type EvaluatedForecast = ForecastSnapshot | 'stored' | null

export interface WatchedForecasts {
  /** Younger than the hard age limit; null: none. Asks no source, but once a day for an estimated stage's season. */
  readonly stored: (
    place: Place,
    profile: JudgedProfile,
    of?: Exclude<EvaluatedForecast, null>
  ) => Promise<WatchedForecast | null>
  /** Clients (hashes) whose thermometer nearby follows tonight for them alone; null: no recent forecast to follow. */
  readonly owners: (place: Place) => Promise<readonly string[] | null>
  /** The nearest of these owners; null: none. */
  readonly measured: (place: Place, owners: readonly string[]) => Promise<MeasuredBeside | null>
  readonly tonight: (place: Place, now: number) => Pick<AlertNight, 'date' | 'coldestAt' | 'overAt'> | null
}
