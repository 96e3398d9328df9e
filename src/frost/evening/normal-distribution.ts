/** Normal distributions of a minimum, and how two of them become one. */
import { normalCdf, normalPdf } from '../gaussian.ts'

export interface Distribution {
  readonly meanC: number
  readonly varianceC2: number
}

/** Below this a variance is numerical noise [°C²]. */
const leastVarianceC2 = 1e-4

/**
 * Two estimates of one thing as their best linear combination, the weights between 0 and 1.
 * @param correlation Of their errors, −1…1.
 * @returns `weight`: the first one's. The variance is never above the smaller of the two.
 */
export function combined(
  first: Distribution,
  second: Distribution,
  correlation: number
): Distribution & { readonly weight: number } {
  const covariance = correlation * Math.sqrt(first.varianceC2 * second.varianceC2)
  const spread = first.varianceC2 + second.varianceC2 - 2 * covariance
  const best = spread > 0 ? (second.varianceC2 - covariance) / spread : 0.5
  const weight = Math.min(Math.max(best, 0), 1)
  const rest = 1 - weight
  const varianceC2 =
    weight * weight * first.varianceC2 + rest * rest * second.varianceC2 + 2 * weight * rest * covariance
  return { meanC: weight * first.meanC + rest * second.meanC, varianceC2, weight }
}

/** Mean and variance of min(X, most) for a normal X: what is left of a distribution under an upper bound. */
export function boundedAbove({ meanC, varianceC2 }: Distribution, mostC: number): Distribution {
  const sigmaC = Math.sqrt(Math.max(varianceC2, leastVarianceC2))
  const z = (mostC - meanC) / sigmaC
  const below = normalCdf(z)
  // The depth below the bound, max(bound − X, 0): its first two moments.
  const depthC = sigmaC * (z * below + normalPdf(z))
  const squaredDepth = varianceC2 * ((z * z + 1) * below + z * normalPdf(z))
  return {
    meanC: mostC - Math.max(depthC, 0),
    varianceC2: Math.min(Math.max(squaredDepth - depthC * depthC, leastVarianceC2), varianceC2)
  }
}
