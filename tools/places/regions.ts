/** Which name belongs to a first-level division that GeoNames only gives a code for. */

import { fold } from '../../src/places/folding.ts'
import type { City } from './cities.ts'
import { regionNames } from './region-names.ts'
import type { StateTown } from './states.ts'

// A town counts as the same in both lists if its name is and it lies within these distances [degrees].
const sameTownNorth = 0.15
const sameTownEast = 0.2

/** A division takes the name that at least this share of its towns votes for; else it stays nameless. */
const minShare = 0.6

/**
 * The names of the world's first-level divisions, by `<country>.<admin1>`.
 *
 * Each town that stands in both lists votes for the name of its state. A division without a clear winner is
 * looked up in `regionNames`; one that is in neither is absent.
 */
export function nameRegions(
  cities: readonly City[],
  towns: readonly StateTown[]
): ReadonlyMap<string, string> {
  const named = new Map<string, string>()
  for (const [division, votes] of countVotes(cities, towns)) {
    const total = [...votes.values()].reduce((sum, count) => sum + count, 0)
    const [winner] = [...votes].toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
    if (winner !== undefined && winner[1] / total >= minShare) named.set(division, winner[0])
  }
  for (const [division, name] of regionNames) named.set(division, name)
  return named
}

function countVotes(
  cities: readonly City[],
  towns: readonly StateTown[]
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const townsByName = Map.groupBy(towns, (town) => `${town.country} ${fold(town.name)}`)
  const votes = new Map<string, Map<string, number>>()
  for (const city of cities) {
    const namesakes =
      townsByName.get(`${city.country} ${fold(city.name)}`) ??
      townsByName.get(`${city.country} ${fold(city.asciiName)}`)
    const same = namesakes?.find((town) => isNear(city, town))
    if (same === undefined) continue
    const division = `${city.country}.${city.admin1}`
    const counts = votes.get(division) ?? new Map<string, number>()
    counts.set(same.stateName, (counts.get(same.stateName) ?? 0) + 1)
    votes.set(division, counts)
  }
  return votes
}

function isNear(city: City, town: StateTown): boolean {
  return Math.abs(city.lat - town.lat) < sameTownNorth && Math.abs(city.lon - town.lon) < sameTownEast
}
