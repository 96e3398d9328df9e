/** The coming minimum from an evening's measurements: a regression of the fall until morning, and what evenings like it did beyond that. */
import { at } from '../../data/sequence.ts'
import { type Gaussian, gaussianOf } from '../../gaussian.ts'
import { designOf, standardised } from '../../learning/design.ts'
import { pooledRegression } from '../../learning/pooled-regression.ts'
import { similarNights } from '../../learning/similar-nights.ts'
import { fitSpreadLaw, sigmaOfRow } from '../../learning/spread-law.ts'
import { sunsetPredictors } from './predictors.ts'
import type { SunsetRows } from './rows.ts'

/** Rows of weight with which the coefficients of the fall are held at 0, and the share with which those of log σ are. */
const hold = { fall: 5, spread: 0.002 }

/** @param fitting The rows whose minimum may be looked at, in the order of time, all of one station. */
export function fromEvening(rows: SunsetRows, fitting: readonly number[]): Gaussian {
  const { columns, traits, spreadColumns } = sunsetPredictors(rows)
  const { observedC, temperatureC } = rows
  // The fall and not the minimum: held at 0, it says that the night stays as it is, where a minimum of 0 °C would say nothing.
  const fall = pooledRegression({
    target: observedC.map((minimum, row) => minimum - at(temperatureC, row)),
    columns,
    spreadColumns,
    fitting,
    ridge: hold.fall
  })
  const regressionC = temperatureC.map((air, row) => air + at(fall.meanC, row))
  const errorC = observedC.map((minimum, row) => minimum - at(regressionC, row))
  const similar = similarNights({ traits, errorC, fitting })
  const leftOutC = new Float64Array(errorC.length)
  for (const [index, row] of similar.rows.entries()) leftOutC[row] = at(similar.leftOutErrorC, index)
  const design = designOf(standardised(spreadColumns, similar.rows), errorC.length)
  const law = fitSpreadLaw(design, leftOutC, { rows: similar.rows, hold: hold.spread })
  const home = rows.sites[fitting[0] ?? -1]
  return gaussianOf(errorC.length, (row) =>
    // Like evenings end alike at one station; another station is given the regression alone.
    rows.sites[row] === home
      ? { meanC: at(regressionC, row) + at(similar.correctionC, row), sigmaC: sigmaOfRow(law, design, row) }
      : { meanC: at(regressionC, row), sigmaC: at(fall.sigmaC, row) }
  )
}
