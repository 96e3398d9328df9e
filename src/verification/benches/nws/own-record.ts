/** What each city learns from its own record alone, night by night. */
import { localBiasC, siteVarianceC2 } from '../../../frost/local-bias.ts'
import { at } from '../../data/sequence.ts'
import { type FadingSite, learnedFrom, unknownSite, withResidual } from '../../learning/fading-site.ts'
import type { PlaceDays } from '../../learning/recent-errors.ts'

/** The bias to add and σ [°C], laid as the residuals. */
export interface OwnRecord {
  readonly biasC: Float64Array
  readonly sigmaC: Float64Array
}

interface Learning {
  readonly residuals: PlaceDays
  readonly lagDays: number
  readonly usualVarianceC2: number
}

/** The mean and the variance of the last 25 known nights. */
export function windowRecord({ residuals, lagDays, usualVarianceC2 }: Learning): OwnRecord {
  const { places, days, values } = residuals
  const biasC = new Float64Array(values.length)
  const sigmaC = new Float64Array(values.length)
  for (let place = 0; place < places; place++) {
    const known: number[] = []
    for (let day = 0; day < days; day++) {
      const cell = place * days + day
      const newest = day < lagDays ? Number.NaN : at(values, cell - lagDays)
      if (Number.isFinite(newest)) known.push(newest)
      const bias = localBiasC(known)
      biasC[cell] = bias
      sigmaC[cell] = Math.sqrt(siteVarianceC2(known.slice(-25), bias, usualVarianceC2))
    }
  }
  return { biasC, sigmaC }
}

/** All known nights, older ones fading. */
export function fadingRecord({ residuals, lagDays, usualVarianceC2 }: Learning): OwnRecord {
  const { places, days, values } = residuals
  const biasC = new Float64Array(values.length)
  const sigmaC = new Float64Array(values.length)
  for (let place = 0; place < places; place++) {
    let site: FadingSite = unknownSite
    for (let day = 0; day < days; day++) {
      const cell = place * days + day
      const newest = day < lagDays ? Number.NaN : at(values, cell - lagDays)
      if (Number.isFinite(newest)) site = withResidual(site, newest, at(biasC, cell - lagDays))
      const learned = learnedFrom(site, usualVarianceC2)
      biasC[cell] = learned.biasC
      sigmaC[cell] = Math.sqrt(learned.varianceC2)
    }
  }
  return { biasC, sigmaC }
}
