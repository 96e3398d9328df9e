/** The normal distribution, as every probability of the method needs it. */

const sqrtTwoPi = Math.sqrt(2 * Math.PI)
const inverseSqrtPi = 1 / Math.sqrt(Math.PI)
/** z of the 90th percentile of the standard normal distribution. */
export const z90 = 1.2815515655446004

/**
 * Φ(z), the standard normal distribution function, 0…1, to 1e-14: Hart's rational form in West's arrangement;
 * docs/science.md [4].
 */
export function normalCdf(z: number): number {
  const x = Math.abs(z)
  const tail = x > 37 ? 0 : x < 7.07106781186547 ? nearTail(x) : farTail(x)
  return z > 0 ? 1 - tail : tail
}

/** The density of the standard normal distribution. */
export function normalPdf(z: number): number {
  return Math.exp(-0.5 * z * z) / sqrtTwoPi
}

/**
 * The continuous ranked probability score of N(mean, sigma²) against what came, in the unit of the three; 0 is perfect.
 * docs/science.md [5], eq. 5.
 */
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
