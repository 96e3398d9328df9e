/** Errors that neighbouring stations share: each station's mean error, smoothed over distance and height (simple kriging). */
import { at } from '../data/sequence.ts'
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

/**
 * The best estimate of every station's mean error [°C]; 0 for one without nights and without neighbours.
 * @param sums The weighted sum of each station's errors and the sum of the weights; weight 0 = never seen.
 */
export function stationField(
  stations: readonly PlacePosition[],
  sums: { readonly error: Float64Array; readonly weight: Float64Array },
  law: FieldLaw
): Float64Array {
  const likeness = (left: number, right: number) =>
    covariance(law, { from: stations[left], to: stations[right], isSame: left === right })
  const seen = stations.flatMap((_, index) => (at(sums.weight, index) > 0 ? [index] : []))
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
  return Float64Array.from(stations, (_, station) =>
    seen.reduce((sum, index, row) => sum + likeness(station, index) * at(loads, row), 0)
  )
}

interface StationPair {
  readonly from: PlacePosition | undefined
  readonly to: PlacePosition | undefined
  readonly isSame: boolean
}

function covariance(law: FieldLaw, { from, to, isSame }: StationPair): number {
  if (from === undefined || to === undefined) return 0
  const apart =
    distanceKm(from, to) / law.horizontalKm + Math.abs(from.elevationM - to.elevationM) / law.verticalM
  return law.sharedVarianceC2 * Math.exp(-apart) + (isSame ? law.ownVarianceC2 : 0)
}
