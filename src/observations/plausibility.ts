import { toParts } from '../common/decimal.ts'
import { dayMs } from '../common/time.ts'
import type { IssuedNight, MinimumKind, Sensor } from './ports.ts'
import { forecastFor } from './sensor-record.ts'

/* Finds the unit that was probably meant, for minima that cannot be in °C. */

interface Meaning {
  readonly unit: string
  readonly remedy: string
  /** The minimum that was meant [°C]. */
  readonly celsiusOf: (value: number) => number
}

const meanings: readonly Meaning[] = [
  { unit: 'in Fahrenheit', remedy: 'Say so with the unit F.', celsiusOf: (value) => (value - 32) / 1.8 },
  { unit: 'in kelvin', remedy: 'Send °C.', celsiusOf: (value) => value - 273.15 },
  { unit: 'in tenths of a degree', remedy: 'Send °C.', celsiusOf: (value) => value / 10 },
  { unit: 'with 273 taken off twice', remedy: 'Send °C.', celsiusOf: (value) => value + 273.15 }
]

interface SensorMinimum {
  readonly sensor: Pick<Sensor, 'kind' | 'exposure' | 'point'>
  readonly date: string
  readonly minimumC: number
  readonly issued: IssuedNight | null
}

/** No night is so cold where frost is grown against; as a guess only [°C]. */
const coldestGuessC = -45
/** How near what was meant is to what was issued [°C]. */
const nearC = 8

/** Why a minimum is too warm for the place and the season; null where it is not. */
export function tooWarm({ sensor: { point }, date, minimumC }: SensorMinimum): string | null {
  const warmestC = warmestNightC(point, date)
  if (minimumC <= warmestC) return null
  return (
    `${shown(minimumC)} °C is warmer than any night at this place ` +
    `at this time of the year (${shown(Math.round(warmestC))} °C).`
  )
}

/** The unit that was probably meant, as a sentence with what to do; null where none fits. */
export function meantUnit(night: SensorMinimum): string | null {
  const meaning = meanings.find(({ celsiusOf }) => fits(night, celsiusOf(night.minimumC)))
  return meaning === undefined ? null : guess(meaning, night.minimumC)
}

/** The unit of a value that no air has had in °C, as a sentence after a blank; empty where none fits. */
export function meantBeyond(value: number): string {
  const meaning = meanings.find(({ celsiusOf }) => {
    return celsiusOf(value) >= coldestGuessC && celsiusOf(value) <= absoluteBounds.air_2m.most
  })
  return meaning === undefined ? '' : ` ${guess(meaning, value)}`
}

function guess({ unit, remedy, celsiusOf }: Meaning, value: number): string {
  return `Did you mean ${shown(celsiusOf(value))} °C, ${unit}? ${remedy}`
}

function fits({ sensor, date, issued }: SensorMinimum, minimumC: number): boolean {
  const expectedC = issued === null ? null : expectedOf(sensor, issued)
  if (expectedC !== null) return Math.abs(minimumC - expectedC) <= nearC
  return minimumC >= coldestGuessC && minimumC <= warmestNightC(sensor.point, date)
}

function expectedOf(sensor: SensorMinimum['sensor'], issued: IssuedNight): number {
  return forecastFor(sensor, issued)?.minimumC ?? issued.plantMinimumC
}

/** Largest change of the minimum from one night to the next [°C], and what each further day adds. */
const leap = { nextC: 30, perDayC: 5, maxDays: 5 }

/** The unit of a sensor's nights of which two near ones are farther apart than weather is; null where none are. */
export function meantUnitOfLeaps(nights: readonly SensorMinimum[]): string | null {
  const inOrder = nights.toSorted((a, b) => a.date.localeCompare(b.date))
  const found = inOrder.find((night, index) => {
    const before = inOrder[index - 1]
    if (before === undefined) return false
    const days = (Date.parse(night.date) - Date.parse(before.date)) / dayMs
    const maxC = leap.nextC + leap.perDayC * (days - 1)
    return days <= leap.maxDays && Math.abs(night.minimumC - before.minimumC) > maxC
  })
  if (found === undefined) return null
  const meaning = meanings.find(({ celsiusOf }) => nights.every((one) => fits(one, celsiusOf(one.minimumC))))
  return meaning === undefined
    ? `No two nights are so far apart as ${found.date} and the one before.`
    : guess(meaning, found.minimumC)
}

/** Nights from which on their mean shows the unit. */
const minNights = 3
const strangeC = 5
/** Factor by which the departure must be smaller in the meant unit. */
const timesNearer = 4

/** The unit that all nights of one sensor were probably meant in, held against what was issued; null for °C. */
export function meantUnitOfAll(nights: readonly SensorMinimum[]): string | null {
  const known = nights.flatMap(({ sensor, minimumC, issued }) =>
    issued === null ? [] : [{ minimumC, expectedC: expectedOf(sensor, issued) }]
  )
  const first = known[0]
  if (first === undefined || known.length < minNights) return null
  const apartC = (celsiusOf: (value: number) => number): number =>
    known.reduce((sum, one) => sum + Math.abs(celsiusOf(one.minimumC) - one.expectedC), 0) / known.length
  const apart = known.map((one) => one.minimumC - one.expectedC)
  const meanC = apart.reduce((sum, value) => sum + value, 0) / apart.length
  // A hollow is always colder by much the same; in another unit the departures spread.
  const ownC = apart.reduce((sum, value) => sum + Math.abs(value - meanC), 0) / apart.length
  if (ownC < strangeC) return null
  const meaning = meanings.find(({ celsiusOf }) => apartC(celsiusOf) * timesNearer <= ownC)
  return meaning === undefined ? null : guess(meaning, first.minimumC)
}

/** Nights near the equator have no season; the warmest were measured between 20° and 40°. */
const seasonsFromLat = 20
const hotUntilLat = 40
/** A night of 44.2 °C in Oman, 43 °C in Death Valley. */
const hottestC = 45
const equatorC = 40
/** In the coldest weeks, with a desert wind or a Föhn all night: 24 °C at 36°, 20 °C at 45°, 13 °C at 60°. */
const warmWinter = { atLat: 20, valueC: 32, untilLat: 36, perDegree: 0.5, beyondPerDegree: 0.45 }
/** Cooling of summers beyond 40° of latitude [°C per degree]. */
const summerPerDegree = 1
/** Less than the air's own, because a warm wind keeps its warmth on a slope [°C per m]. */
const perMetre = 0.005
/** Some weeks after the solstice, as a day of the year. */
const coldestDay = { north: 30, south: 212 }
const yearDays = 365.25

/** Wide on purpose: no night that was ever measured is above it [°C]. @param date the morning that ends the night */
export function warmestNightC(
  { lat, elevation }: { lat: number; elevation: number | null },
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

/** [°C] Beyond any measurement: −89.2 at Vostok, a daily low of 44.2 in Oman; plants are colder at night. */
export const absoluteBounds: Readonly<
  Record<MinimumKind, { readonly least: number; readonly most: number }>
> = {
  air_2m: { least: -90, most: 45 },
  plant: { least: -95, most: 45 }
}

/** A fault, not a cold hollow: 8σ and at least 15 °C. Ten degrees off is accepted, and set aside if it stays so. */
const wild = { sigmas: 8, leastC: 15 }

/**
 * Why a minimum is implausible, in English; null where it is plausible. Plants of unknown exposure count as on open
 * ground.
 */
export function implausibility(
  sensor: Pick<Sensor, 'kind' | 'exposure'>,
  minimumC: number,
  issued: IssuedNight | null
): string | null {
  const { least, most } = absoluteBounds[sensor.kind]
  if (!(minimumC >= least && minimumC <= most)) {
    const hint = minimumC > most && minimumC <= 130 ? ' If it is in Fahrenheit, say so with the unit.' : ''
    return (
      `${shown(minimumC)} °C lies outside ${shown(least)}…${shown(most)} °C, ` +
      `which no night on Earth has left.${hint}`
    )
  }
  if (issued === null) return null
  const { minimumC: expectedC, sigmaC } = forecastFor(sensor, issued) ?? {
    minimumC: issued.plantMinimumC,
    sigmaC: issued.plantSigmaC
  }
  const apartC = Math.abs(minimumC - expectedC)
  if (apartC <= Math.max(wild.sigmas * sigmaC, wild.leastC)) return null
  const direction = minimumC < expectedC ? 'below' : 'above'
  return (
    `${shown(minimumC)} °C lies ${shown(apartC)} °C ${direction} what was expected for that night ` +
    `(${shown(expectedC)} ± ${shown(sigmaC)} °C): too far to be weather.`
  )
}

function shown(value: number): string {
  return (toParts(value, 10) + 0).toFixed(1).replace(/\.0$/, '').replace('-', '−')
}
