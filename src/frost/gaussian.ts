const sqrtTwoPi = Math.sqrt(2 * Math.PI)
const inverseSqrtPi = 1 / Math.sqrt(Math.PI)
/** z of the 90th percentile of the standard normal distribution. */
export const z90 = 1.2815515655446004

/** Φ(z), 0…1, to 1e-14: Hart's rational form in West's arrangement; docs/science.md [4]. */
export function normalCdf(z: number): number {
  const x = Math.abs(z)
  const tail = x > 37 ? 0 : x < 7.07106781186547 ? nearTail(x) : farTail(x)
  return z > 0 ? 1 - tail : tail
}

export function normalPdf(z: number): number {
  return Math.exp(-0.5 * z * z) / sqrtTwoPi
}

/** CRPS of N(mean, sigma²) against what came, in their unit; 0 is perfect. docs/science.md [5], eq. 5. */
export function gaussianCrps(mean: number, sigma: number, observed: number): number {
  const z = (observed - mean) / sigma
  return sigma * (z * (2 * normalCdf(z) - 1) + 2 * normalPdf(z) - inverseSqrtPi)
}

function nearTail(x: number): number {
  let above = 3.52624965998911e-2 * x + 0.700383064443688
  above = above * x + 6.37396220353165
  above = above * x + 33.912866078383
  above = above * x + 112.079291497871
  above = above * x + 221.213596169931
  above = above * x + 220.206867912376
  let below = 8.83883476483184e-2 * x + 1.75566716318264
  below = below * x + 16.064177579207
  below = below * x + 86.7807322029461
  below = below * x + 296.564248779674
  below = below * x + 637.333633378831
  below = below * x + 793.826512519948
  below = below * x + 440.413735824752
  return (Math.exp(-0.5 * x * x) * above) / below
}

function farTail(x: number): number {
  const fraction = x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65))))
  return Math.exp(-0.5 * x * x) / fraction / sqrtTwoPi
}

export interface Distribution {
  readonly meanC: number
  readonly varianceC2: number
}

/** Below this a variance is numerical noise [°C²]. */
const minVarianceC2 = 1e-4

/**
 * The best linear combination of two estimates, weights 0…1; its variance is never above the smaller one. @param
 * correlation Of their errors, −1…1. @returns `weight`: the first one's.
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
export function boundedAbove({ meanC, varianceC2 }: Distribution, maxC: number): Distribution {
  const sigmaC = Math.sqrt(Math.max(varianceC2, minVarianceC2))
  const z = (maxC - meanC) / sigmaC
  const below = normalCdf(z)
  // The depth below the bound, max(bound − X, 0): its first two moments.
  const depthC = sigmaC * (z * below + normalPdf(z))
  const squaredDepth = varianceC2 * ((z * z + 1) * below + z * normalPdf(z))
  return {
    meanC: maxC - Math.max(depthC, 0),
    varianceC2: Math.min(Math.max(squaredDepth - depthC * depthC, minVarianceC2), varianceC2)
  }
}
