/** Every place of the table, in the order in which slugs are given out. */

import { toSlug } from '../../src/places/folding.ts'
import { roundPoint } from '../../src/places/point.ts'
import { indexNearest } from '../../src/places/search.ts'
import type { City } from './cities.ts'
import { heightNeighbours, interpolateHeight } from './elevation.ts'
import type { Row } from './row.ts'
import type { District, Province, Turkey } from './turkey.ts'

/** Outside Türkiye a place must have more people than this. */
const minPopulationAbroad = 15_000

/** A district that GeoNames lacks takes its height from GeoNames' places within this distance [km], else none. */
const districtHeightReachKm = 6

/** Places that are no more: historical, abandoned, destroyed. */
const goneFeatures: ReadonlySet<string> = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH'])

/** What the rows are made of. */
export interface RowSources {
  readonly cities: readonly City[]
  readonly turkey: Turkey
  /** Names of first-level divisions by `<country>.<admin1>`. */
  readonly regions: ReadonlyMap<string, string>
}

/**
 * The rows of the table: provinces by plate, districts by plate and name, then every other place of Türkiye
 * and the world's places over 15,000 people, largest first.
 */
export function makeRows({ cities, turkey, regions }: RowSources): readonly Row[] {
  const heightAt = heightsOf(cities)
  const ownNames = new Set(turkey.districts.map((district) => toSlug(district.name)))
  const others = cities
    .filter((city) => city.country === 'TR' || city.population > minPopulationAbroad)
    .filter((city) => !goneFeatures.has(city.feature) && !turkey.used.has(city.id))
    .toSorted((one, other) => other.population - one.population || one.id - other.id)
  return [
    ...turkey.provinces.map(provinceRow),
    ...turkey.districts.map((district) => districtRow(district, heightAt)),
    ...others.map((city) =>
      city.country === 'TR'
        ? turkishRow(city, turkey.provinceByAdmin1.get(city.admin1)?.name ?? null, ownNames)
        : abroadRow(city, regions.get(`${city.country}.${city.admin1}`) ?? null)
    )
  ]
}

function provinceRow({ plate, name, seat }: Province): Row {
  return {
    ...ofCity(seat),
    key: `TR-${plate}`,
    name,
    region: name,
    kind: 'province',
    candidates: slugs([name]),
    alternateNames: [seat.name, ...seat.alternateNames]
  }
}

function districtRow(district: District, heightAt: HeightAt): Row {
  const { province, city } = district
  const name = district.name === 'Merkez' ? `${province.name} ${district.name}` : district.name
  return {
    key: `TR-${province.plate}/${toSlug(district.name)}`,
    name,
    country: 'TR',
    region: province.name,
    ...roundPoint(district.lat, district.lon),
    elevation: city === null ? heightAt(district.lat, district.lon) : city.elevation,
    timezone: 'Europe/Istanbul',
    population: district.population,
    kind: 'district',
    candidates: slugs([`${province.name} ${district.name}`]),
    alternateNames: city === null || city === province.seat ? [] : [city.name, ...city.alternateNames]
  }
}

// A village must not take the bare name of a district elsewhere: who asks for `yesilyurt` means a district,
// and is better answered with suggestions than with the weather of a village.
function turkishRow(city: City, province: string | null, districtNames: ReadonlySet<string | null>): Row {
  const bare = districtNames.has(toSlug(city.name)) ? [] : [city.name]
  return {
    ...ofCity(city),
    region: province,
    candidates: slugs([
      ...bare,
      `${city.name} ${province ?? 'tr'}`,
      `${city.name} tr`,
      `${city.name} ${city.id}`
    ])
  }
}

function abroadRow(city: City, region: string | null): Row {
  const name = toSlug(city.name) === null ? city.asciiName : city.name
  const qualified = region === null ? [] : [`${name} ${region}`]
  return {
    ...ofCity(city),
    region,
    candidates: slugs([
      name,
      ...qualified,
      `${name} ${city.country}`,
      `${name} ${city.id}`,
      `place ${city.id}`
    ])
  }
}

function ofCity(city: City): Omit<Row, 'candidates' | 'region'> {
  return {
    key: String(city.id),
    name: city.name,
    country: city.country,
    ...roundPoint(city.lat, city.lon),
    elevation: city.elevation,
    timezone: city.timezone,
    population: city.population,
    kind: 'place',
    alternateNames: [city.asciiName, ...city.alternateNames]
  }
}

function slugs(candidates: readonly string[]): readonly string[] {
  return candidates.map(toSlug).filter((slug) => slug !== null)
}

type HeightAt = (lat: number, lon: number) => number | null

function heightsOf(cities: readonly City[]): HeightAt {
  const known = cities.filter((city) => city.country === 'TR' && city.elevation !== null)
  const index = indexNearest(
    Float64Array.from(known, (city) => city.lat),
    Float64Array.from(known, (city) => city.lon)
  )
  return (lat, lon) =>
    interpolateHeight(
      index.nearest({ lat, lon }, heightNeighbours, districtHeightReachKm).map((near) => ({
        elevation: known[near.index]?.elevation ?? 0,
        distanceKm: near.distanceKm
      }))
    )
}
