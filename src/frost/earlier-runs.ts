/** What earlier runs said of the nights of a place. */
import { hourMs } from '../common/time.ts'
import type { NightWindow } from './frost-night.ts'
import type { EarlierMinimum } from './run-change.ts'

/** The nights' minima of one run, without anything learned. */
export interface EarlierRun {
  /** [ms since epoch] */
  readonly issuedAt: number
  /**
   * The last hour of the window of its first night, whole hours since 1970-01-01; the other nights follow day by day.
   */
  readonly lastHour: number
  /** Minimum of each night [0.01 °C]; null: not known. */
  readonly hundredthsC: readonly (number | null)[]
}

const hoursPerDay = 24
/** The age that is looked for, and the ages that are accepted [h]. */
const wantedAgeHours = 12
const acceptedAgeHours = { least: 9, most: 27 }

/**
 * The minimum of the run nearest to half a day older; null without one. @param window Of the night, or one that ends
 * with it.
 */
export function earlierMinimum(
  runs: readonly EarlierRun[],
  window: Pick<NightWindow, 'lastHour'>,
  issuedAt: number
): EarlierMinimum | null {
  let nearest: EarlierMinimum | null = null
  for (const run of runs) {
    const ageHours = (issuedAt - run.issuedAt) / hourMs
    if (ageHours < acceptedAgeHours.least || ageHours > acceptedAgeHours.most) continue
    // A window is 23 to 25 hours long.
    const index = Math.round((window.lastHour - run.lastHour) / hoursPerDay)
    const hundredths = run.hundredthsC[index] ?? null
    if (hundredths === null) continue
    const apart = Math.abs(ageHours - wantedAgeHours)
    if (nearest === null || apart < Math.abs(nearest.ageHours - wantedAgeHours)) {
      nearest = { minimumC: hundredths / 100, ageHours }
    }
  }
  return nearest
}
