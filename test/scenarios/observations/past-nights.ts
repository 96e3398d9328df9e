/** Nights that the service issued for a point and that a thermometer has measured: what gives it a record. */
import { dayMs } from '../../../src/common/time.ts'
import { epochDay } from '../../../src/frost/season.ts'
import type { IssuedNight } from '../../../src/observations/ports.ts'
import type { Store } from '../../../src/store/open.ts'
import type { Point } from '../../../src/weather/point.ts'
import { addDays } from '../../../src/weather/zone-clock.ts'

/** Enough for a record, and two more. */
const nights = 12
const odds = {
  airFrostProbability: 0,
  plantFrostProbability: 0,
  moderateFrostProbability: 0,
  strongFrostProbability: 0
}

/** The last nights before a date, the oldest first. */
export function datesBefore(date: string): readonly string[] {
  return Array.from({ length: nights }, (_, index) => addDays(date, index - nights))
}

/** Issues a minimum of 5 °C for each of some nights, a day ahead. */
export async function issuePastNights(
  store: Pick<Store, 'record'>,
  { key: pointKey, synthetic = false, ...position }: Point & { readonly synthetic?: boolean },
  dates: readonly string[]
): Promise<void> {
  const { lat, lon, timezone, elevation } = position
  const minimum = { minimumC: 5, sigmaC: 2, learnedC: 0 }
  for (const date of dates) {
    const issuedAt = (epochDay(date) - 1) * dayMs
    const night: IssuedNight = {
      ...{ date, leadDay: 1, leadDays: 1, source: 'open-meteo', issuedAt, biasC: 0, score: 0, ...odds },
      ...{ airMinimumC: 5, airSigmaC: 2, plantMinimumC: 5, plantSigmaC: 2, fullOffsetC: 0 },
      ...{ ensembleMeanC: null, ensembleSpreadC: null },
      exposed: { ground: minimum, vine: minimum, canopy: minimum }
    }
    await store.record.saveIssued({
      point: { pointKey, lat, lon, timezone, elevation },
      synthetic,
      nights: [night],
      issuance: { at: issuedAt, method: 'frost-p 2.0' }
    })
  }
}
