/** How warm a night's minimum can be at a place and a time of the year: above it a number is in another unit. */
import { dayMs } from '../common/time.ts'

/** Nights near the equator have no season; the warmest were measured between 20° and 40°. */
const seasonsFromLat = 20
const hotUntilLat = 40
/** A night of 44.2 °C in Oman, 43 °C in Death Valley. */
const hottestC = 45
const equatorC = 40
/** In the coldest weeks, with a desert wind or a Föhn all night: 24 °C at 36°, 20 °C at 45°, 13 °C at 60°. */
const warmWinter = { atLat: 20, valueC: 32, untilLat: 36, perDegree: 0.5, beyondPerDegree: 0.45 }
/** Summers beyond 40° are cooler by so much [°C per degree]. */
const summerPerDegree = 1
/** Less than the air's own, because a warm wind keeps its warmth on a slope [°C per m]. */
const perMetre = 0.005
/** Some weeks after the solstice, as a day of the year. */
const coldestDay = { north: 30, south: 212 }
const yearDays = 365.25

/** Wide on purpose: no night that was ever measured is above it [°C]. @param date the morning that ends the night */
export function warmestNightC(
  { lat, elevation }: { readonly lat: number; readonly elevation: number | null },
  date: string
): number {
  const distance = Math.abs(lat)
  const heightC = Math.max(0, elevation ?? 0) * perMetre
  if (distance < seasonsFromLat) return equatorC - heightC
  const summerC = hottestC - Math.max(0, distance - hotUntilLat) * summerPerDegree
  const day = (Date.parse(`${date}T00:00:00Z`) / dayMs) % yearDays
  const coldest = lat > 0 ? coldestDay.north : coldestDay.south
  const warmth = (1 - Math.cos((2 * Math.PI * (day - coldest)) / yearDays)) / 2
  const winterC = winterAt(distance)
  return winterC + (summerC - winterC) * warmth - heightC
}

function winterAt(distance: number): number {
  const { atLat, valueC, untilLat, perDegree, beyondPerDegree } = warmWinter
  return (
    valueC -
    (Math.min(distance, untilLat) - atLat) * perDegree -
    Math.max(0, distance - untilLat) * beyondPerDegree
  )
}
