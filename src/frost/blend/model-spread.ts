/** What the spread between models does to σ of a night's air minimum. */
import { defaultAirVarianceC2 } from '../spread.ts'
import { type BlendLaw, servedBlend } from './blend-law.ts'

/** The spread between models hour by hour. */
export interface ModelSpread {
  readonly startHour: number
  /** Sample standard deviation of the models [°C]; NaN = unknown. */
  readonly spreadC: ArrayLike<number>
}

/** A spread counts up to so many times the usual variance between models. */
const greatestRatio = 6

/**
 * The factor on σ at an hour: 1 where the models are as far apart as usual at that lead, or nothing is known of them.
 * @param lead [days]
 */
export function modelSpreadFactor(
  spread: ModelSpread | null,
  { hour, lead }: { readonly hour: number; readonly lead: number },
  law: BlendLaw = servedBlend
): number {
  const spreadC = spread?.spreadC[hour - spread.startHour] ?? Number.NaN
  if (Number.isNaN(spreadC)) return 1
  const usualC2 = law.usualSpreadShare * defaultAirVarianceC2(lead)
  const ratio = Math.min((spreadC * spreadC) / usualC2, greatestRatio)
  return Math.sqrt(1 - law.spreadShare + law.spreadShare * ratio)
}
