/**
 * What the evening benches and the fit look at: one thermometer at one time of one night, and the minimum that came.
 */
import type { EveningReading } from '../../../src/frost/evening/evening-reading.ts'

export interface EveningCase {
  readonly site: string
  /** The date of the evening [whole days since 1970-01-01]. */
  readonly day: number
  /** [ms since epoch] */
  readonly sunset: number
  readonly sunrise: number
  /** Newest last, those of the last six hours; the newest one's time is the time of the question. */
  readonly readings: readonly EveningReading[]
  readonly halfResolutionC: number
  /** The lowest temperature of the night, to an hour after sunrise [°C], */
  readonly minimumC: number
  /** and from the newest reading on [°C]. */
  readonly laterMinimumC: number
  /** What it counts for in a fit: the hours of one night say nearly the same. */
  readonly weight: number
}
