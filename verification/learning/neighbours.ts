/** What the places around know. */
import { at } from '../data/sequence.ts'
import type { PlaceDays } from './place-days.ts'

const kmPerDegree = 111.2

export interface PlacePosition {
  readonly lat: number
  readonly lon: number
  readonly elevationM: number
}

/** The distance of two places [km], good to a percent within a continent. */
export function distanceKm(from: PlacePosition, to: PlacePosition): number {
  const east = (to.lon - from.lon) * Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180)
  return kmPerDegree * Math.hypot(to.lat - from.lat, east)
}

/**
 * Weights exp(−(distance/scale)²) of every other place, `[to · places + from]`, 0 for the place itself.
 * @param eastwardDegrees The neighbourhood is looked for so far east of the place (negative: west, where weather comes
 *   from).
 */
export function neighbourWeights(
  places: readonly PlacePosition[],
  scaleKm: number,
  eastwardDegrees = 0
): Float64Array {
  const weights = new Float64Array(places.length * places.length)
  for (const [to, place] of places.entries()) {
    const centre = { ...place, lon: place.lon + eastwardDegrees }
    for (const [from, other] of places.entries()) {
      if (from === to) continue
      weights[to * places.length + from] = Math.exp(-((distanceKm(centre, other) / scaleKm) ** 2))
    }
  }
  return weights
}

/**
 * The weighted mean of the neighbours' values of the same day, held towards 0 by `priorWeight`; missing values do not
 * count.
 */
export function neighbourMean(grid: PlaceDays, weights: Float64Array, priorWeight: number): Float64Array {
  const { places, days, values } = grid
  const sums = new Float64Array(values.length)
  const counted = new Float64Array(values.length).fill(priorWeight)
  for (let to = 0; to < places; to++) {
    for (let from = 0; from < places; from++) {
      const weight = at(weights, to * places + from)
      if (weight < 1e-4) continue
      for (let day = 0; day < days; day++) {
        const value = at(values, from * days + day)
        if (!Number.isFinite(value)) continue
        const index = to * days + day
        sums[index] = at(sums, index) + weight * value
        counted[index] = at(counted, index) + weight
      }
    }
  }
  return sums.map((sum, index) => sum / at(counted, index))
}
