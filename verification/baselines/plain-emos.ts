/**
 * Plain EMOS (nonhomogeneous Gaussian regression): what anybody would fit to an ensemble first. docs/science.md [5].
 */
import type { Gaussian } from '../gaussian.ts'
import { pooledRegression } from '../learning/pooled-regression.ts'

const minSpreadC = 0.05

/** μ = a + b·m, log σ = c + γ·log s, one law for all rows, fitted on the fitting rows. */
export function plainEmos(inputs: {
  readonly observedC: Float64Array
  readonly meanC: Float64Array
  readonly spreadC: Float64Array
  readonly fitting: readonly number[]
}): Gaussian {
  return pooledRegression({
    target: inputs.observedC,
    columns: [inputs.meanC],
    spreadColumns: [inputs.spreadC.map((spread) => Math.log(Math.max(spread, minSpreadC)))],
    fitting: inputs.fitting,
    ridge: 1e-6
  })
}
