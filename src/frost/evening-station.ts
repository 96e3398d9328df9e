/** A thermometer that follows the night in progress. */
import type { EveningReading } from './evening/evening-reading.ts'

/** A thermometer near a place. */
export interface EveningStation {
  /** For people. */
  readonly name: string
  /** It counts for its owner alone. */
  readonly isOwn?: boolean
  readonly distanceKm: number
  /** The thermometer less the place [m]; 0 where one of the heights is not known. */
  readonly heightDifferenceM: number
  /** Half of what its readings are rounded to [°C]. */
  readonly halfResolutionC: number
  /** By time, the newest last. */
  readonly readings: readonly EveningReading[]
}
