/** A thermometer that follows the night in progress. */
import type { ContrastLaw } from './contrasts.ts'
import type { EveningLaw } from './evening/evening-law.ts'
import type { EveningReading } from './evening/evening-reading.ts'

/** How the minima of a thermometer departed from their forecasts on earlier nights [°C]. */
export interface StationRecord {
  readonly usualC: number
  readonly sigmaC: number
}

/** What forecasts for the point of a thermometer are off by. */
interface OwnErrors {
  readonly biasC: number
  readonly contrasts?: ContrastLaw
  readonly varianceC2: number
}

/** A thermometer near a place. */
export interface EveningStation {
  /** For people. */
  readonly name: string
  /** It counts for its owner alone. */
  readonly isOwn?: boolean
  /** Of an airport: the grower can neither see nor mend it. */
  readonly isAirport?: boolean
  readonly distanceKm: number
  /** Null: too few of its nights could be compared, or it was set aside. Then it may only make a night colder. */
  readonly record: StationRecord | null
  /**
   * What forecasts for its own point are off by, learned as at any thermometer: the bias [°C], what is added by how
   * far a night departs from those around it, and the variance about both at one day's lead [°C²]; null or absent: not
   * known.
   */
  readonly own?: OwnErrors | null
  /** What its own evenings have taught; null or absent: the law of all. */
  readonly law?: EveningLaw | null
  /** How its errors are shared by distance, by what airports have shown; absent: the law's. */
  readonly sharing?: EveningLaw['sharing']
  /** The thermometer less the place [m]; 0 where one of the heights is not known. */
  readonly heightDifferenceM: number
  /** Half of what its readings are rounded to [°C]. */
  readonly halfResolutionC: number
  /** By time, the newest last. */
  readonly readings: readonly EveningReading[]
}
