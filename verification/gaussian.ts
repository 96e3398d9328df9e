/** A normal distribution for each of many rows. */
import { pick } from './data/sequence.ts'

/** Mean and σ, row by row [°C]. */
export interface Gaussian {
  readonly meanC: Float64Array
  readonly sigmaC: Float64Array
}

/** The named rows of a distribution. */
export function pickGaussian(gaussian: Gaussian, rows: readonly number[]): Gaussian {
  return { meanC: pick(gaussian.meanC, rows), sigmaC: pick(gaussian.sigmaC, rows) }
}

/** A distribution from a function of the row. */
export function gaussianOf(
  rows: number,
  of: (row: number) => { readonly meanC: number; readonly sigmaC: number }
): Gaussian {
  const meanC = new Float64Array(rows)
  const sigmaC = new Float64Array(rows)
  for (let row = 0; row < rows; row++) {
    const one = of(row)
    meanC[row] = one.meanC
    sigmaC[row] = one.sigmaC
  }
  return { meanC, sigmaC }
}

/** A distribution with one σ for every row. */
export function withSigma(meanC: Float64Array, sigmaC: number): Gaussian {
  return { meanC, sigmaC: new Float64Array(meanC.length).fill(sigmaC) }
}

/**
 * How the CRPS of a normal distribution grows with ln σ, divided by σ.
 * @param z The error in units of σ.
 */
export function crpsSlope(z: number): number {
  return (Math.SQRT2 * Math.exp(-0.5 * z * z) - 1) / Math.sqrt(Math.PI)
}
