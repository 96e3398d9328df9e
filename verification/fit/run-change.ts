/**
 * What the change since the bulletin half a day before says of a night: least squares of the shift, ln σ by the
 * smallest mean CRPS.
 */
import type { AirSpreadLaw, FrostLaws } from '../../src/frost/laws.ts'
import { defaultAirVarianceC2, spreadFactor } from '../../src/frost/spread.ts'
import type { NwsForecasts } from '../benches/nws/forecasts.ts'
import { traitsOf } from '../benches/nws/spread-factors.ts'
import { at } from '../data/sequence.ts'
import { designOf } from '../learning/design.ts'
import { leastSquares } from './least-squares.ts'
import { fitLogSigma } from './log-sigma.ts'

const pairs = [
  [12, 24],
  [24, 36],
  [36, 48]
] as const
/** Changes count up to this in ln σ [°C], as in the law. */
const greatestChangeC = 4

/** @param airSpread σ without a run before, fitted on the same cities. */
export function fitRunChange(
  us: NwsForecasts,
  airSpread: AirSpreadLaw,
  isCity: (city: number) => boolean = () => true
): FrostLaws['runs'] {
  const changes: number[] = []
  const errors: number[] = []
  const ones: number[] = []
  for (const [lead, older] of pairs) {
    const sigmaC = Math.sqrt(defaultAirVarianceC2(lead / 24, airSpread))
    for (const [cell, forecastC] of us.forecastC[lead].values.entries()) {
      const changeC = forecastC - at(us.forecastC[older].values, cell)
      const errorC = at(us.observedC.values, cell) - forecastC
      if (!Number.isFinite(changeC + errorC) || !isCity(Math.floor(cell / us.observedC.days))) continue
      const usualC = sigmaC * spreadFactor(traitsOf(us, lead, cell), airSpread)
      changes.push(changeC / usualC)
      errors.push(errorC / usualC)
      ones.push(1 / usualC)
    }
  }
  const [change, error, one] = [changes, errors, ones].map((values) => Float64Array.from(values))
  if (change === undefined || error === undefined || one === undefined) throw new RangeError('three columns')
  // The constant is what the bulletins are off by whatever changes: theirs, and not part of the law.
  const [, slope = 0] = leastSquares([one, change], error, [...error.keys()])
  const left = error.map((value, row) => value - slope * at(change, row))
  const sizes = change.map((value, row) => Math.min(Math.abs(value / at(one, row)), greatestChangeC))
  const [constant = 0, perDegree = 0] = fitLogSigma(designOf([sizes], left.length), left)
  return { takenBack: -slope, constant, perDegree }
}
