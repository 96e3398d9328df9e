/** What each city learns from its own record alone, night by night. */
import {
  daysUntilKnown,
  type LearnedSite,
  learnedAfterEach,
  type PastNight,
  pastNight
} from '../../../src/frost/fading-site.ts'
import { recentMeanC } from '../../../src/frost/recent-mean.ts'
import { defaultAirVarianceC2 } from '../../../src/frost/spread.ts'
import { lastNightsVariance } from '../../baselines/last-nights.ts'
import { at, rowsWhere } from '../../data/sequence.ts'
import type { PlaceDays } from '../../learning/place-days.ts'

/** The bias to add and σ [°C], laid as the residuals. */
export interface OwnRecord {
  readonly biasC: Float64Array
  readonly sigmaC: Float64Array
}

/** What came minus what was forecast, by city and day, of one lead. */
interface Learning {
  readonly residuals: PlaceDays
  readonly leadDays: number
  /** The factor on σ, laid as the residuals. */
  readonly factors: Float64Array
  /** σ of a night with a learned variance, or with the default's for null [°C]. */
  readonly sigmaC: (cell: number, siteVarianceC2: number | null) => number
}

/** The mean and the variance of the last 25 known nights. */
export function windowRecord(learning: Learning): OwnRecord {
  const usualVarianceC2 = defaultAirVarianceC2(1)
  return walked(learning, (nights) => {
    const known: number[] = []
    const scales: number[] = []
    return nights.map(({ residualC, errorScale }) => {
      known.push(residualC)
      scales.push(errorScale)
      const biasC = recentMeanC(known)
      const scale = scales.slice(-25)
      const errorsC = known.slice(-25).map((one, index) => (one - biasC) * (scale[index] ?? 1))
      return { biasC, siteVarianceC2: lastNightsVariance(errorsC, usualVarianceC2) }
    })
  })
}

/** What the service learns from the same nights and gives them. */
export function fadingRecord(learning: Learning): OwnRecord {
  return walked(learning, (nights) => learnedAfterEach(nights))
}

/** @param after What is known after each of a city's nights. */
function walked(
  { residuals, leadDays, factors, sigmaC: sigmaOf }: Learning,
  after: (nights: readonly PastNight[]) => readonly LearnedSite[]
): OwnRecord {
  const { places, days, values } = residuals
  const biasC = new Float64Array(values.length)
  const sigmaC = Float64Array.from(values, (_, cell) => sigmaOf(cell, null))
  for (let place = 0; place < places; place++) {
    const own = values.subarray(place * days, (place + 1) * days)
    const known = rowsWhere(days, (day) => Number.isFinite(at(own, day)))
    const learned = after(
      known.map((day) =>
        pastNight({ day, leadDays, residualC: at(own, day), spreadFactor: at(factors, place * days + day) })
      )
    )
    let newest = -1
    for (let day = 0; day < days; day++) {
      while ((known[newest + 1] ?? days) <= day - daysUntilKnown(leadDays)) newest += 1
      const reported = learned[newest]
      if (reported === undefined) continue
      const cell = place * days + day
      biasC[cell] = reported.biasC
      sigmaC[cell] = sigmaOf(cell, reported.siteVarianceC2)
    }
  }
  return { biasC, sigmaC }
}
