import type { LatLon } from '../weather/point.ts'
import { distanceKm, earthRadiusKm } from './distance.ts'

/** A found point: its number in the list that was indexed, and how far away it is [km]. */
interface Near {
  readonly index: number
  readonly distanceKm: number
}

interface NearestIndex {
  nearest(at: LatLon, count: number, reachKm: number): readonly Near[]
}

const kmPerDegreeNorth = (earthRadiusKm * Math.PI) / 180

/**
 * A search walks outward by latitude until that difference alone is farther than what it found: poles and date line
 * need no care. It looks at some hundreds of 28,000 places.
 */
export function indexNearest(lats: Float64Array, lons: Float64Array): NearestIndex {
  const order = Uint32Array.from(lats.keys()).sort(
    (one, other) => (lats[one] ?? 0) - (lats[other] ?? 0) || one - other
  )
  const sortedLats = Float64Array.from(order, (index) => lats[index] ?? 0)
  const sortedLons = Float64Array.from(order, (index) => lons[index] ?? 0)
  return {
    nearest(at, count, reachKm) {
      const found: Near[] = []
      let limitKm = reachKm
      let above = firstNotBelow(sortedLats, at.lat)
      let below = above - 1
      while (above < order.length || below >= 0) {
        const northKm = ((sortedLats[above] ?? Number.POSITIVE_INFINITY) - at.lat) * kmPerDegreeNorth
        const southKm = (at.lat - (sortedLats[below] ?? Number.NEGATIVE_INFINITY)) * kmPerDegreeNorth
        // Rounding may put the distance a hair under the difference in latitude.
        if (Math.min(northKm, southKm) > limitKm + 1e-9) break
        const place = northKm <= southKm ? above++ : below--
        const km = distanceKm(at, { lat: sortedLats[place] ?? 0, lon: sortedLons[place] ?? 0 })
        if (km <= limitKm)
          limitKm = save(found, { index: order[place] ?? 0, distanceKm: km }, count) ?? limitKm
      }
      return found
    }
  }
}

// Puts a point in its place and returns the distance of the last one once the list is full.
function save(found: Near[], one: Near, count: number): number | null {
  const place = found.findIndex(
    (other) =>
      one.distanceKm < other.distanceKm || (one.distanceKm === other.distanceKm && one.index < other.index)
  )
  found.splice(place === -1 ? found.length : place, 0, one)
  if (found.length > count) found.pop()
  return found.length < count ? null : (found.at(-1)?.distanceKm ?? null)
}

function firstNotBelow(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
