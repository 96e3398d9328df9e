import { meanOf, upperMedianOf } from '../../common/mean.ts'
import { dayMs, hourMs, minuteMs } from '../../common/time.ts'
import type { LatLon } from '../../weather/point.ts'
import { sunAltitudeDegrees } from '../../weather/sun.ts'
import {
  type ForecastC,
  type Hour,
  hoursOf,
  rangeOf,
  resolutionC,
  spreadOf,
  type TimedReading
} from './hours.ts'
import {
  apartReason,
  type Comparison,
  dampedReason,
  driftReason,
  type LitHour,
  movedReason,
  sunReason
} from './placed.ts'
import { hourReason, unitReason } from './scaled.ts'
import type { FaultReason } from './sensor-fault.ts'

/** How far back is looked [h]. */
export const lookBackHours = 48
/** Measured air departs from its forecast by more than this [°C] while the forecast moves by `movesC`. */
const copy = { spreadC: 0.15, meanC: 0.15, hours: 18, movesC: 3 }

interface Watched {
  readonly readings: readonly TimedReading[]
  readonly forecastC: ForecastC
  readonly at: LatLon
  readonly zoneHours: number
  /** How thermometers within 40 km depart from the forecasts of their own points, by hours since the epoch [°C]. */
  readonly neighbours: readonly ReadonlyMap<number, number>[]
  /** Its usual deviation on earlier nights [°C]; null: it has no record. */
  readonly usualC: number | null
}

/** What is wrong with a thermometer; null: nothing that these checks know. */
export function findFault(watched: Watched): FaultReason | null {
  const { readings, forecastC, at, zoneHours } = watched
  const sunAt = (instant: number): number => sunAltitudeDegrees(instant, at.lat, at.lon)
  const hours = hoursOf(readings, forecastC)
  if (hours.length === 0) return null
  const resolution = resolutionC(readings)
  return (
    frozenReason(readings, forecastC) ??
    repeatsReason(readings) ??
    jumpsReason(readings, (instant) => sunAt(instant) < 0) ??
    copiesForecast(hours, resolution) ??
    placedBy(watched, hours, sunAt) ??
    coldGapsBy(readings, sunAt, zoneHours)
  )
}

function copiesForecast(hours: readonly Hour[], resolution: number): FaultReason | null {
  const deviations = hours.map(({ deviationC }) => deviationC)
  const isLike = spreadOf(deviations) < copy.spreadC && Math.abs(meanOf(deviations)) < copy.meanC
  const hasMoved = rangeOf(hours.map(({ forecastC }) => forecastC)) >= copy.movesC
  return hours.length >= copy.hours && hasMoved && resolution < 1 && isLike ? 'copies_forecast' : null
}

interface Beside {
  readonly hours: readonly LitHour[]
  readonly forecastC: ForecastC
}

/** Faults of position; a deviation that the neighbours share is due to the forecast. */
function placedBy(
  { readings, forecastC, neighbours, usualC, zoneHours }: Watched,
  hours: readonly Hour[],
  sunAt: (instant: number) => number
): FaultReason | null {
  const lit = hours.map((one) => ({ ...one, sunDegrees: sunAt((one.hour + 0.5) * hourMs) }))
  const alone = { hours: lit, forecastC }
  const beside = besideNeighbours(alone, neighbours)
  const checks: readonly ((of: Beside, from: Comparison) => FaultReason | null)[] = [
    (of) => unitReason(of.hours),
    (of) => hourReason(of.hours, (hour) => of.forecastC((hour + 0.5) * hourMs), zoneHours),
    (of) => movedReason(readings, of.forecastC, (instant) => sunAt(instant) < 0),
    (of) => dampedReason(of.hours),
    (of) => sunReason(of.hours),
    (of, from) => driftReason(of.hours, from),
    (of, from) => apartReason(of.hours, from, usualC)
  ]
  for (const check of checks) {
    const found = check(alone, beside === null ? 'forecast' : 'forecast_near_others')
    if (found !== null && (beside === null || check(beside, 'neighbours') !== null)) return found
  }
  return null
}

/** The share of its neighbours' departures that a forecast of the place has too. */
const shared = 0.8

/** Departures less those of the neighbours; null where these have less than half of the hours. */
function besideNeighbours({ hours, forecastC }: Beside, neighbours: Watched['neighbours']): Beside | null {
  const theirsAt = (hour: number): number | null => {
    const theirs = neighbours.flatMap((deviations) => deviations.get(hour) ?? [])
    return theirs.length === 0 ? null : shared * upperMedianOf(theirs)
  }
  const beside = hours.flatMap((one) => {
    const theirC = theirsAt(one.hour)
    if (theirC === null) return []
    return [{ ...one, forecastC: one.forecastC + theirC, deviationC: one.deviationC - theirC }]
  })
  if (beside.length < hours.length / 2) return null
  return {
    hours: beside,
    forecastC: (at) => {
      const hour = Math.floor(at / hourMs - 0.5)
      const share = at / hourMs - 0.5 - hour
      const [airC, fromC, untilC] = [forecastC(at), theirsAt(hour), theirsAt(hour + 1)]
      if (airC === null || (fromC ?? untilC) === null) return null
      return airC + (1 - share) * (fromC ?? untilC ?? 0) + share * (untilC ?? fromC ?? 0)
    }
  }
}

/** Least length of a gap [h] and number of nights with one; by day there are hardly any. */
const gap = { ms: 2.5 * hourMs, nights: 2, otherMs: 3 * hourMs }

function coldGapsBy(
  readings: readonly TimedReading[],
  sunAt: (at: number) => number,
  zoneHours: number
): FaultReason | null {
  const gaps = readings.flatMap(({ at }, index) => {
    const before = readings[index - 1]
    return before === undefined || at - before.at < gap.ms ? [] : [{ from: before.at, until: at }]
  })
  const cold = gaps.filter(({ from, until }) => {
    const middle = (from + until) / 2
    return sunAt(from) < 0 && sunAt(middle) < 0
  })
  const otherMs = gaps.reduce((sum, one) => sum + (cold.includes(one) ? 0 : one.until - one.from), 0)
  const nights = new Set(cold.map(({ from }) => Math.floor((from + (zoneHours - 12) * hourMs) / dayMs)))
  return nights.size >= gap.nights && otherMs <= gap.otherMs ? 'cold_gaps' : null
}

/** Hours of one value by resolution [°C], and what the forecast moves in them [°C]. */
const frozenHours = new Map([
  [0.1, 6],
  [0.5, 14],
  // Found within a day by looks each hour.
  [1, 22]
])
const frozenMovesC = 3
/**
 * Ice keeps a sensor near 0: distance [°C], hours (more for whole degrees), and how much colder it should be, in the
 * mean [°C] and over all of them [°C·h].
 */
const ice = { nearC: 0.3, hours: 5, wholeHours: 9, colderC: 2, degreeHours: 20 }
/** Air changes by no more than this in five minutes [°C]; a reading follows another one within this. */
const step = { maxC: 6, withinMs: 15 * minuteMs, least: 4 }
/** From one reading to the next at night, root mean square [°C]. */
const noise = { leastC: 1.5, pairs: 30 }
/** Hours in which yesterday's readings come again, more for coarse ones; a few are alike by chance. */
const again = { share: 0.95, withinC: 0.011, movesC: 0.8, pairs: 12 }
/** By resolution [°C]. */
const againHours = new Map([
  [0.1, 3],
  [0.5, 12],
  [1, 20]
])

function frozenReason(readings: readonly TimedReading[], forecastC: ForecastC): FaultReason | null {
  const resolution = resolutionC(readings)
  const hours = frozenHours.get(resolution) ?? 0
  const iceHours = resolution === 1 ? ice.wholeHours : ice.hours
  let from = 0
  for (let index = 0; index < readings.length; index++) {
    const [first, reading] = [readings[from], readings[index]]
    if (first === undefined || reading === undefined) continue
    if (!isSame(first.temperatureC, reading.temperatureC)) from = index
    else {
      const isNear = Math.abs(reading.temperatureC) <= ice.nearC
      const forHours = (reading.at - first.at) / hourMs
      if (forHours < (isNear ? iceHours : hours)) continue
      const forecasts = readings.slice(from, index + 1).flatMap(({ at }) => forecastC(at) ?? [])
      const colderC = -meanOf(forecasts)
      if (isNear && colderC >= ice.colderC && colderC * forHours >= ice.degreeHours) return 'iced'
      if (forHours >= hours && rangeOf(forecasts) >= frozenMovesC) return isNear ? 'iced' : 'frozen'
    }
  }
  return null
}

/** Whether two values are the same; around 0 °C ice and water make readings flicker by a tenth. */
function isSame(oneC: number, otherC: number): boolean {
  const withinC = Math.abs(oneC) <= ice.nearC ? 0.15 : 0.005
  return Math.abs(oneC - otherC) <= withinC
}

/** Steps that no air makes, or a noise that hides the night. @param isNight Of an instant. */
function jumpsReason(
  readings: readonly TimedReading[],
  isNight: (at: number) => boolean
): FaultReason | null {
  const steps = readings.flatMap((reading, index) => {
    const before = readings[index - 1]
    if (before === undefined || reading.at - before.at > step.withinMs) return []
    return [{ at: reading.at, byC: reading.temperatureC - before.temperatureC }]
  })
  if (steps.filter(({ byC }) => Math.abs(byC) > step.maxC).length >= step.least) return 'jumps'
  const dark = steps.filter(({ at }) => isNight(at)).map(({ byC }) => byC * byC)
  const isNoise = dark.length >= noise.pairs && upperMedianOf(dark) > (noise.leastC * 0.6745) ** 2
  return isNoise ? 'noise' : null
}

function repeatsReason(readings: readonly TimedReading[]): FaultReason | null {
  const known = new Map(readings.map(({ at, temperatureC }) => [at, temperatureC]))
  const pairs = readings.flatMap(({ at, temperatureC }) => {
    const beforeC = known.get(at - dayMs)
    return beforeC === undefined ? [] : [{ at, temperatureC, byC: temperatureC - beforeC }]
  })
  const newest = pairs.at(-1)?.at ?? 0
  const hours = againHours.get(resolutionC(readings)) ?? 0
  const lastHours = pairs.filter(({ at }) => at > newest - hours * hourMs)
  const recent = lastHours.length < again.pairs ? pairs.slice(-again.pairs) : lastHours
  const covers = newest - (recent[0]?.at ?? newest) >= (hours - 1) * hourMs
  const alike = recent.filter(({ byC }) => Math.abs(byC) <= again.withinC)
  if (!covers || recent.length < again.pairs || alike.length < again.share * recent.length) return null
  return rangeOf(recent.map(({ temperatureC }) => temperatureC)) >= again.movesC ? 'copies_yesterday' : null
}
