/** What a place's own nights say of its forecasts: how far they are off, and how far they scatter. */
import { defaultAirVarianceC2 } from './spread.ts'

/** b = Σr/(n + 2.5) over the last 25 nights; docs/science.md [9]. */
const bias = { nights: 25, priorNights: 2.5 }
/** The default variance counts as this many nights; docs/science.md [9]. */
const variancePriorNights = 6

/**
 * b, the learned local bias of the minimum [°C], to be added to forecasts.
 * @param residualsC Measured minus forecast minimum (without any learned bias), oldest first; only the last 25 count.
 * @returns 0 where there is none yet.
 */
export function localBiasC(residualsC: readonly number[]): number {
  const recent = residualsC.slice(-bias.nights)
  return recent.reduce((sum, residual) => sum + residual, 0) / (recent.length + bias.priorNights)
}

/**
 * The learned variance of a place's minima about their bias-corrected forecasts [°C²]: (Σ(r − b)² + 6·σ²)/(n + 6).
 * @param priorVarianceC2 σ², the variance the method would use without learning, at the lead of the residuals.
 */
export function siteVarianceC2(
  residualsC: readonly number[],
  biasC: number,
  priorVarianceC2: number
): number {
  const squares = residualsC.reduce((sum, residual) => sum + (residual - biasC) ** 2, 0)
  return (squares + variancePriorNights * priorVarianceC2) / (residualsC.length + variancePriorNights)
}

/** One past night of a place: what came minus what was forecast, and how long before. */
export interface PastResidual {
  readonly residualC: number
  readonly leadDays: number
}

/**
 * What nights of different leads teach, as `FrostSettings` takes it: the bias, and the variance at one day's lead.
 * Each residual is brought to one day by the default growth of the variance with the lead.
 */
export function learnedSite(past: readonly PastResidual[]): {
  readonly biasC: number
  readonly siteVarianceC2: number
  readonly nights: number
} {
  const biasC = localBiasC(past.map((night) => night.residualC))
  const oneDay = defaultAirVarianceC2(1)
  const scaled = past.map(
    ({ residualC, leadDays }) => (residualC - biasC) * Math.sqrt(oneDay / defaultAirVarianceC2(leadDays))
  )
  return { biasC, siteVarianceC2: siteVarianceC2(scaled, 0, oneDay), nights: past.length }
}
