/** What each city learns from its own record alone, night by night. */
import {
  daysUntilKnown,
  learnedAfterEach,
  type PastNight,
  pastNight
} from '../../../src/frost/fading-site.ts'
import { recentMeanC } from '../../../src/frost/recent-mean.ts'
import { defaultAirVarianceC2, sigmaAirC } from '../../../src/frost/spread.ts'
import { lastNightsVariance } from '../../baselines/last-nights.ts'
import { at, rowsWhere } from '../../data/sequence.ts'
import type { PlaceDays } from '../../learning/recent-errors.ts'

/** The bias to add and σ [°C], laid as the residuals. */
export interface OwnRecord {
  readonly biasC: Float64Array
  readonly sigmaC: Float64Array
}

/** What came minus what was forecast, by city and day, of one lead. */
interface Learning {
  readonly residuals: PlaceDays
  readonly leadDays: number
}

/** The mean and the variance of the last 25 known nights. */
export function windowRecord({ residuals, leadDays }: Learning): OwnRecord {
  const usualVarianceC2 = defaultAirVarianceC2(leadDays)
  return walked({ residuals, leadDays }, (nights) => {
    const known: number[] = []
    return nights.map(({ residualC }) => {
      known.push(residualC)
      const biasC = recentMeanC(known)
      const errorsC = known.slice(-25).map((one) => one - biasC)
      return { biasC, sigmaC: Math.sqrt(lastNightsVariance(errorsC, usualVarianceC2)) }
    })
  })
}

/** What the service learns from the same nights and gives them. */
export function fadingRecord({ residuals, leadDays }: Learning): OwnRecord {
  return walked({ residuals, leadDays }, (nights) =>
    learnedAfterEach(nights).map(({ biasC, siteVarianceC2 }) => ({
      biasC,
      sigmaC: learnedSigmaC(leadDays, siteVarianceC2)
    }))
  )
}

function learnedSigmaC(leadDays: number, siteVarianceC2: number | null): number {
  return sigmaAirC({ leadDays, coldestHour: 0, ensemble: null, siteVarianceC2, stepHours: 1 })
}

/** @param after What is known after each of a city's nights. */
function walked(
  { residuals, leadDays }: Learning,
  after: (nights: readonly PastNight[]) => readonly { readonly biasC: number; readonly sigmaC: number }[]
): OwnRecord {
  const { places, days, values } = residuals
  const biasC = new Float64Array(values.length)
  const sigmaC = new Float64Array(values.length).fill(learnedSigmaC(leadDays, null))
  for (let place = 0; place < places; place++) {
    const own = values.subarray(place * days, (place + 1) * days)
    const known = rowsWhere(days, (day) => Number.isFinite(at(own, day)))
    const learned = after(known.map((day) => pastNight({ day, leadDays, residualC: at(own, day) })))
    let newest = -1
    for (let day = 0; day < days; day++) {
      while ((known[newest + 1] ?? days) <= day - daysUntilKnown(leadDays)) newest += 1
      const reported = learned[newest]
      if (reported === undefined) continue
      biasC[place * days + day] = reported.biasC
      sigmaC[place * days + day] = reported.sigmaC
    }
  }
  return { biasC, sigmaC }
}
