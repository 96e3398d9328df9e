/** What forecasts for the points of airports are off by, at places near them without a thermometer of the air. */
import type { Airport } from '../weather/airport.ts'
import type { GroundPoint } from '../weather/point.ts'
import { createAirportFinder, type NearAirport } from './airports.ts'
import type { LearnedPlace } from './learned-place.ts'
import { nothingLearned } from './source-knowledge.ts'

type OfAirport = NonNullable<LearnedPlace['ofAirport']>

/** Within this of an airport, a point is the airport's [km, m]. */
const own = { km: 0.1, m: 100 }
/**
 * The share of an airport's bias that a place near has, up to [km], nothing at twice that: raw models of the Pacific
 * North-West 0.32, 0.27, 0.24 up to 20 km; docs/science.md §6.
 */
const near = { share: 0.3, km: 20, perM: 150 }
/** Coarse, so that one night more seldom changes every answer [°C]. */
const stepsPerC = 20

export interface TaughtAirport {
  readonly airport: Airport
  /** What forecasts for its own point are off by [°C]. */
  readonly biasC: number
}

/**
 * `applied` adds the bias of the nearest airport that has one, which makes nights colder and never warmer, except where
 * nights of the air were measured. It gives the same object until one of the two changes; `version` grows whenever it
 * may give another.
 */
export function createAirportBiases() {
  let find: ReturnType<typeof createAirportFinder> = () => []
  let biasesC: ReadonlyMap<string, number> = new Map()
  let moved = new WeakMap<LearnedPlace, Map<string, LearnedPlace>>()
  let version = 0
  const shiftAt = (site: GroundPoint, placeC: number): OfAirport | null => {
    const [nearest] = find(site)
    if (nearest === undefined) return null
    const { icao } = nearest.airport
    const ownC = biasesC.get(icao) ?? placeC
    const biasC = inSteps(shareOf(nearest) * (ownC - placeC))
    return biasC < 0 ? { icao, biasC } : null
  }
  return {
    version: () => version,
    set(taught: readonly TaughtAirport[]): void {
      const next = new Map(taught.map(({ airport, biasC }) => [airport.icao, inSteps(biasC)]))
      if (next.size === biasesC.size && [...next].every(([icao, biasC]) => biasesC.get(icao) === biasC))
        return
      biasesC = next
      find = createAirportFinder(taught.map(({ airport }) => airport))
      moved = new WeakMap()
      version += 1
    },
    applied(learned: LearnedPlace | null, site: GroundPoint): LearnedPlace | null {
      if (biasesC.size === 0 || (learned !== null && isMeasured(learned) && learned.proven === undefined))
        return learned
      const place = learned ?? nothingLearned
      const { biasC } = (isMeasured(place) ? place.proven : place) ?? nothingLearned
      const shift = shiftAt(site, biasC)
      if (shift === null) return learned
      const its = moved.getOrInsertComputed(place, () => new Map())
      return its.getOrInsertComputed(`${shift.icao} ${shift.biasC}`, () => shifted(place, shift))
    }
  }
}

function inSteps(valueC: number): number {
  return Math.round(stepsPerC * valueC) / stepsPerC
}

function isMeasured({ siteVarianceC2 }: LearnedPlace): boolean {
  return siteVarianceC2 !== null
}

/** Nights measured at plants already include a part of the bias. */
function shifted(place: LearnedPlace, ofAirport: OfAirport): LearnedPlace {
  const { proven } = place
  const its = proven === undefined ? {} : { proven: shifted(proven ?? nothingLearned, ofAirport) }
  if (isMeasured(place)) return { ...place, ...its }
  const plantBiasC = place.plantBiasC - (place.plantSay ?? 0) * ofAirport.biasC
  return { ...place, ...its, biasC: place.biasC + ofAirport.biasC, plantBiasC, ofAirport }
}

function shareOf({ distanceKm, heightDifferenceM }: NearAirport): number {
  const apartM = Math.abs(heightDifferenceM)
  if (distanceKm <= own.km && apartM <= own.m) return 1
  const reach = Math.min(1, Math.max(0, 2 - distanceKm / near.km)) * Math.max(0, 1 - apartM / near.perM)
  return near.share * reach
}
