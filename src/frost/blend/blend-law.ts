/** How several models become one forecast; `npm run fit` makes the constants. */
import { fittedBlend } from './fitted-blend.ts'

export interface BlendLaw {
  /** A night's error loses this weight in a model's record with each later night, 0…1. */
  readonly memory: number
  /** The strength with which a model's mean error is held at 0 [nights]. */
  readonly biasNights: number
  /** Nights by which its error variance is held at that of all models: more make the weights more equal. */
  readonly varianceNights: number
  /** The share of the weight that is cut off at each end, 0…0.5. */
  readonly trimmedShare: number
  /** How much of the variance of the air minimum follows the spread between the models, 0…1. */
  readonly spreadShare: number
  /** The usual spread between models, as a share of the usual variance at that lead. */
  readonly usualSpreadShare: number
}

export const servedBlend: BlendLaw = fittedBlend
