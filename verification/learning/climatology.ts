/** What a place's calendar alone says: the forecast of whoever has none. */
import { at, pick } from '../data/sequence.ts'
import { type PooledPrediction, pooledRegression } from './pooled-regression.ts'

/** Two harmonics of the year: sin, cos, sin 2, cos 2 of the season's angle [rad]. */
export function harmonics(angle: Float64Array, count = 2): Float64Array[] {
  return Array.from({ length: count }, (_, index) => index + 1).flatMap((k) => [
    angle.map((value) => Math.sin(k * value)),
    angle.map((value) => Math.cos(k * value))
  ])
}

/**
 * The harmonic climatology of each place: its mean through the year by two harmonics, and one spread a place.
 * Each place is fitted on its own rows among `fitting`; a place without one gets the mean of all.
 */
export function harmonicClimatology(inputs: {
  readonly target: Float64Array
  readonly angle: Float64Array
  readonly places: Int32Array
  readonly fitting: readonly number[]
}): PooledPrediction {
  const { target, angle, places, fitting } = inputs
  const meanC = new Float64Array(target.length)
  const sigmaC = new Float64Array(target.length)
  const byPlace = Map.groupBy(places.keys(), (row) => places[row] ?? 0)
  const fittingByPlace = Map.groupBy(fitting, (row) => places[row] ?? 0)
  const columns = harmonics(angle)
  for (const [place, rows] of byPlace) {
    const own = fittingByPlace.get(place) ?? []
    const used = own.length >= minRows ? own : fitting
    const all = [...rows]
    const wanted = [...used, ...all]
    const fit = pooledRegression({
      target: pick(target, wanted),
      columns: columns.map((column) => pick(column, wanted)),
      spreadColumns: [],
      fitting: used.map((_, index) => index),
      ridge: 1e-3
    })
    for (const [index, row] of all.entries()) {
      meanC[row] = at(fit.meanC, used.length + index)
      sigmaC[row] = at(fit.sigmaC, used.length + index)
    }
  }
  return { meanC, sigmaC }
}

/** Five coefficients and a spread want at least this many nights. */
const minRows = 30
