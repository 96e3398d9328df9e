/** A thermometer that follows the night in progress. */
import type { EveningLaw } from './evening/evening-law.ts'
import type { EveningReading } from './evening/evening-reading.ts'

/** How the minima of a thermometer departed from their forecasts on earlier nights [°C]. */
export interface StationRecord {
  readonly usualC: number
  readonly sigmaC: number
}

/** A thermometer near a place. */
export interface EveningStation {
  /** For people. */
  readonly name: string
  /** It counts for its owner alone. */
  readonly isOwn?: boolean
  readonly distanceKm: number
  /** Null: too few of its nights could be compared, or it was set aside. Then it may only make a night colder. */
  readonly record: StationRecord | null
  /**
   * What forecasts for its own point are off by, learned as at any thermometer: the bias [°C], and the variance about
   * it at one day's lead [°C²]; null or absent: not known.
   */
  readonly own?: { readonly biasC: number; readonly varianceC2: number } | null
  /** What its own evenings have taught; null or absent: the law of all. */
  readonly law?: EveningLaw | null
  /** The thermometer less the place [m]; 0 where one of the heights is not known. */
  readonly heightDifferenceM: number
  /** Half of what its readings are rounded to [°C]. */
  readonly halfResolutionC: number
  /** By time, the newest last. */
  readonly readings: readonly EveningReading[]
}
