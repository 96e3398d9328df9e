/** A thermometer in a field, its forecast, and an airport beside it, on nights of a record. */
import { hourMs, minuteMs } from '../../src/common/time.ts'
import { sunAltitudeDegrees } from '../../src/weather/sun.ts'
import { generator } from '../plausible/honest-weather.ts'
import { autocorrelation, type HourlyRecord, normal } from './records.ts'

/** Of forecasts that are issued for the record's own hours [°C]. */
const forecastErrorC = 1.6
/** What an airport's forecast has in common with a field's. */
const sharedError = 0.85
export const everyMs = 10 * minuteMs

export interface Site {
  readonly record: HourlyRecord
  /** What is forecast for the field, and what its thermometer reads, to be rounded [°C]. */
  readonly forecastC: (at: number) => number
  readonly honestC: (at: number) => number
  readonly sunDegrees: (at: number) => number
  /** How an airport near departs from its own forecast, by hours since the epoch [°C]; null: there is none. */
  readonly airport: ReadonlyMap<number, number> | null
  /** What the field is off by on usual nights [°C]. */
  readonly usualC: number
}

const autocorrelations = new Map<string, number>()

/** @param from The first hour, and how many [whole hours]. */
export function siteOf(record: HourlyRecord, seed: number, from: number, hours: number): Site {
  const random = generator(seed * 7919 + 17)
  const keep = autocorrelations.get(record.name) ?? autocorrelation(record)
  autocorrelations.set(record.name, keep)
  const course = (): readonly number[] => {
    let value = normal(random)
    return Array.from({ length: hours + 1 }, () => {
      value = keep * value + Math.sqrt(1 - keep * keep) * normal(random)
      return forecastErrorC * value
    })
  }
  const [common, own, theirs] = [course(), course(), course()]
  const mixed = (other: readonly number[], hour: number): number =>
    sharedError * (common[hour - from] ?? 0) + Math.sqrt(1 - sharedError ** 2) * (other[hour - from] ?? 0)
  const airAt = (hour: number): number => record.hourlyC[hour - record.startHour] ?? Number.NaN
  const sunDegrees = (at: number): number => sunAltitudeDegrees(at, record.lat, record.lon)
  const [alwaysC, hollowC] = [0.7 * normal(random), -3 * random() * random()]
  const nightly = (at: number): number => Math.min(1, Math.max(0, (4 - sunDegrees(at)) / 15))
  const between = (at: number, of: (hour: number) => number): number => {
    const hour = Math.floor(at / hourMs)
    const share = at / hourMs - hour
    return (1 - share) * of(hour) + share * of(hour + 1)
  }
  const hasAirport = random() < 0.5
  return {
    record,
    sunDegrees,
    forecastC: (at) => between(at, (hour) => airAt(hour) + mixed(own, hour)),
    honestC: (at) =>
      between(at, airAt) +
      alwaysC +
      hollowC * nightly(at) +
      0.15 * normal(generator(seed + ((at / everyMs) % 1_000_003))),
    airport: hasAirport
      ? new Map(Array.from({ length: hours }, (_, index) => [from + index, -mixed(theirs, from + index)]))
      : null,
    usualC: alwaysC + hollowC
  }
}

export function roundedC(valueC: number, resolutionC: number): number {
  return Math.round(valueC / resolutionC) * resolutionC
}
