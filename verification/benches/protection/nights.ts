/** Nights of stations with hourly records, as measured and as a forecast with the method's own errors has them. */
import { hourMs } from '../../../src/common/time.ts'
import { curveOf } from '../../../src/frost/crops.ts'
import type { EveningReading } from '../../../src/frost/evening/evening-reading.ts'
import type { KnownNight, NightWindow } from '../../../src/frost/frost-night.ts'
import { frostNights, genericSettings } from '../../../src/frost/frost-nights.ts'
import { nightWindows } from '../../../src/frost/night-window.ts'
import { type ProtectionHour, protectionHours } from '../../../src/frost/protection/cold-night.ts'
import { type Protection, protectionOf } from '../../../src/frost/protection/protection.ts'
import { column, emptySeries, type HourlySeries } from '../../../src/weather/series.ts'

/** A place with its record; hours without a reading are missing. */
export interface StationRecord {
  readonly lat: number
  readonly lon: number
  readonly timezone: string
  readonly elevationM: number
  readonly series: HourlySeries
}

/** One night twice: what came, and what a forecast of the noon before says. */
export interface ProtectedNight {
  /** Whole days since 1970-01-01. */
  readonly day: number
  readonly measured: readonly ProtectionHour[]
  /** On perfect data, and on the forecast. */
  readonly perfect: Protection
  readonly forecast: Protection
}

/** An apple tree in full bloom. */
const curve = curveOf('apple', 'full-bloom')
export const criticalC = curve.t10C

/** Of a night's error so much is the same in all its hours; the rest comes and goes within hours. */
const constantShare = 0.85
const hourlyMemory = 0.8
/** The correlation of the errors of air and dew point. */
const dewPointCorrelation = 0.5

/** The series of a station's readings: of each whole hour the reading nearest to it, at most half an hour away. */
export function seriesOf(readings: readonly EveningReading[]): HourlySeries {
  const hourOf = ({ at }: EveningReading) => Math.round(at / hourMs)
  const known = readings.filter(({ temperatureC }) => Number.isFinite(temperatureC))
  const first = Math.min(...known.slice(0, 50).map(hourOf))
  const last = known.slice(-50).reduce((latest, reading) => Math.max(latest, hourOf(reading)), first)
  const series = emptySeries(first, last - first + 1)
  const away = new Float64Array(series.hours).fill(Number.POSITIVE_INFINITY)
  for (const reading of known) {
    const index = hourOf(reading) - first
    const distance = Math.abs(reading.at - hourOf(reading) * hourMs)
    if (index < 0 || index >= series.hours || distance >= (away[index] ?? 0)) continue
    away[index] = distance
    column(series, 'temperature')[index] = reading.temperatureC
    column(series, 'dewPoint')[index] = reading.dewPointC ?? Number.NaN
    column(series, 'windSpeed')[index] = reading.windSpeedMps ?? Number.NaN
    column(series, 'cloudCover')[index] = reading.cloudCoverFraction ?? Number.NaN
  }
  return series
}

/** Every night that is whole. @param random Uniform in 0…1. */
export function protectedNights(record: StationRecord, random: () => number): readonly ProtectedNight[] {
  const { series } = record
  const windows = nightWindows(record, series.startHour, series.startHour + series.hours)
  return windows.flatMap((window) => {
    const night = scored(record, series, window)
    if (night === null) return []
    const measured = protectionHours(night, series, record.elevationM)
    if (measured.some(({ wetBulbC }) => Number.isNaN(wetBulbC))) return []
    const erring = withErrors(series, window, night.sigmaAirC, random)
    const forecast = scored(record, erring, window)
    if (forecast === null) return []
    const day = Math.floor(window.lastHour / 24)
    return [
      {
        day,
        measured,
        perfect: adviceOf(night, measured, window),
        forecast: adviceOf(forecast, protectionHours(forecast, erring, record.elevationM), window)
      }
    ]
  })
}

function adviceOf(
  night: KnownNight,
  hours: readonly ProtectionHour[],
  { firstHour }: NightWindow
): Protection {
  return protectionOf(night, { hours, at: firstHour * hourMs, criticalC })
}

/** A night as the service scores it from a forecast of its noon; null where it is not known. */
function scored(
  { lat, elevationM }: StationRecord,
  series: HourlySeries,
  window: NightWindow
): KnownNight | null {
  const settings = { ...genericSettings, exposure: 'canopy', curve, latitude: lat, elevationM } as const
  const issuedAt = window.firstHour * hourMs
  const [night] = frostNights({ series, windows: [window], issuedAt, nowHour: window.firstHour, settings })
  if (night?.state !== 'known') return null
  // Isparta reports no clouds, where the service advises nothing; its wet bulb is as good as elsewhere.
  return { ...night, inputsMissing: night.inputsMissing.filter((input) => input !== 'cloud_cover') }
}

/** The night with errors of air and dew point, whose spread is the method's own. */
function withErrors(
  series: HourlySeries,
  { firstHour, lastHour }: NightWindow,
  sigmaC: number,
  random: () => number
): HourlySeries {
  const hours = lastHour - firstHour + 1
  const from = firstHour - series.startHour
  const erring = emptySeries(firstHour, hours)
  const copy = (variable: 'temperature' | 'dewPoint' | 'windSpeed' | 'cloudCover') => {
    const to = column(erring, variable)
    to.set(column(series, variable).subarray(from, from + hours))
    return to
  }
  const [temperature, dewPoint] = [copy('temperature'), copy('dewPoint')]
  copy('windSpeed')
  copy('cloudCover')
  const air = errors(hours, sigmaC, random)
  const own = errors(hours, sigmaC, random)
  const ownShare = Math.sqrt(1 - dewPointCorrelation ** 2)
  for (let index = 0; index < hours; index++) {
    temperature[index] = (temperature[index] ?? 0) + (air[index] ?? 0)
    const moved =
      (dewPoint[index] ?? 0) + dewPointCorrelation * (air[index] ?? 0) + ownShare * (own[index] ?? 0)
    dewPoint[index] = Math.min(moved, temperature[index] ?? 0)
  }
  return erring
}

function errors(hours: number, sigmaC: number, random: () => number): Float64Array {
  const constant = Math.sqrt(constantShare) * normal(random)
  let hourly = normal(random)
  return Float64Array.from({ length: hours }, () => {
    hourly = hourlyMemory * hourly + Math.sqrt(1 - hourlyMemory ** 2) * normal(random)
    return sigmaC * (constant + Math.sqrt(1 - constantShare) * hourly)
  })
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
