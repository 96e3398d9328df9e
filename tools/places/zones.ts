/** Which time zone a place keeps. */

import type { TimeZoneAt } from '../../src/places/point.ts'
import type { City } from './cities.ts'

/**
 * The cities with the zone the map of zones gives for their point, where that zone belongs to their country.
 *
 * GeoNames' zones are years old (it has no America/Coyhaique yet); the map is current, but within the width of
 * a border it may give the neighbour's zone. Where the two disagree across a border GeoNames knows better.
 */
export function refreshZones(cities: readonly City[], zoneAt: TimeZoneAt): readonly City[] {
  return cities.map((city) => {
    const mapped = zoneAt(city.lat, city.lon)
    return mapped !== city.timezone && zonesOf(city.country).has(mapped)
      ? { ...city, timezone: mapped }
      : city
  })
}

const known = new Map<string, ReadonlySet<string>>()

function zonesOf(country: string): ReadonlySet<string> {
  const zones = known.get(country) ?? new Set(new Intl.Locale(`und-${country}`).getTimeZones())
  known.set(country, zones)
  return zones
}
