/** A height guessed from the places around a point, for districts whose own is not published. */

/** A known height [m] at a distance [km] from the point asked for. */
export interface HeightNearby {
  readonly elevation: number
  readonly distanceKm: number
}

/** How many of the nearest places are asked. */
export const heightNeighbours = 6

/** A place as near as this is the point itself [km]; it also keeps the weights finite. */
const samePointKm = 0.1

/**
 * Inverse-square-distance mean of the heights nearby [m], a whole number; null where there is none.
 *
 * A rough guess (docs/places.md gives its error), good only where no terrain is known: towns lie in
 * valleys, so it is too low on slopes.
 */
export function interpolateHeight(nearby: readonly HeightNearby[]): number | null {
  let weighted = 0
  let weights = 0
  for (const { elevation, distanceKm } of nearby) {
    const weight = 1 / Math.max(distanceKm, samePointKm) ** 2
    weighted += weight * elevation
    weights += weight
  }
  return weights === 0 ? null : Math.round(weighted / weights) + 0
}
