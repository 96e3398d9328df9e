/**
 * Errors that neighbouring stations share: each station's mean error, smoothed over distance and height (simple
 * kriging).
 */
import { at, rowsOf, rowsWhere } from '../data/sequence.ts'
import { distanceKm, type PlacePosition } from './neighbours.ts'
import { factorise, substitute } from './normal-equations.ts'

/** How alike two stations' mean errors are: variances [°C²] and the lengths over which likeness fades. */
export interface FieldLaw {
  readonly sharedVarianceC2: number
  readonly horizontalKm: number
  readonly verticalM: number
  /** What a station has for itself. */
  readonly ownVarianceC2: number
  /** How one night scatters about its station's mean. */
  readonly nightVarianceC2: number
}

/** How alike the mean errors of every two stations are, which follows from where they lie. */
export interface StationField {
  readonly stations: number
  readonly law: FieldLaw
  /** Covariance of two stations' mean errors [°C²]: `[left · stations + right]`. */
  readonly covariance: Float64Array
}

/** The field of these stations. */
export function fieldOf(stations: readonly PlacePosition[], law: FieldLaw): StationField {
  const covariance = new Float64Array(stations.length ** 2)
  for (const [left, from] of stations.entries()) {
    for (const [right, to] of stations.slice(0, left + 1).entries()) {
      const both = covarianceOf(law, { from, to, isSame: left === right })
      covariance[left * stations.length + right] = both
      covariance[right * stations.length + left] = both
    }
  }
  return { stations: stations.length, law, covariance }
}

/**
 * The best estimate of every station's mean error [°C]; 0 for one without nights and without neighbours.
 * @param sums The weighted sum of each station's errors and the sum of the weights; weight 0 = never seen.
 */
export function meanErrors(
  field: StationField,
  sums: { readonly error: Float64Array; readonly weight: Float64Array }
): Float64Array {
  const { stations, law } = field
  const likeness = (left: number, right: number) => field.covariance[left * stations + right] ?? 0
  const seen = rowsWhere(stations, (index) => at(sums.weight, index) > 0)
  const matrix = new Float64Array(seen.length * seen.length)
  for (const [row, from] of seen.entries()) {
    for (let column = 0; column <= row; column++) {
      matrix[row * seen.length + column] = likeness(from, seen[column] ?? 0)
    }
    const diagonal = row * seen.length + row
    matrix[diagonal] = at(matrix, diagonal) + law.nightVarianceC2 / at(sums.weight, from)
  }
  factorise(matrix, seen.length)
  const means = Float64Array.from(seen, (index) => at(sums.error, index) / at(sums.weight, index))
  const loads = substitute(matrix, means)
  return rowsOf(stations, (station) =>
    seen.reduce((sum, index, row) => sum + likeness(station, index) * at(loads, row), 0)
  )
}

interface StationPair {
  readonly from: PlacePosition
  readonly to: PlacePosition
  readonly isSame: boolean
}

function covarianceOf(law: FieldLaw, { from, to, isSame }: StationPair): number {
  const apart =
    distanceKm(from, to) / law.horizontalKm + Math.abs(from.elevationM - to.elevationM) / law.verticalM
  return law.sharedVarianceC2 * Math.exp(-apart) + (isSame ? law.ownVarianceC2 : 0)
}
