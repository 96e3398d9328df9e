import { hourMs } from '../common/time.ts'

/**
 * A point's weather by the hour, one flat typed array. Stamps are whole UTC hours: a state belongs to its stamp; a sum,
 * maximum or probability (precipitation, snowfall, gust) covers the hour that ends there. Missing is NaN, never 0.
 */

/** In the order of `values`. Fractions are 0…1; directions degrees from north, where the wind comes from. */
export const seriesVariables = [
  /** °C, at 2 m. */
  'temperature',
  /** °C, at 2 m. */
  'dewPoint',
  /** Fraction. */
  'relativeHumidity',
  /** °C. */
  'apparentTemperature',
  /** mm, rain and melted snow. */
  'precipitation',
  /** Fraction. */
  'precipitationProbability',
  /** cm of fresh snow. */
  'snowfall',
  /** WMO 4677, the subset of weather-codes.ts. */
  'weatherCode',
  /** hPa at mean sea level. */
  'pressureMsl',
  /** Fraction. */
  'cloudCover',
  /** m. */
  'visibility',
  /** m/s at 10 m. */
  'windSpeed',
  /** m/s at 10 m. */
  'windGustSpeed',
  /** Degrees, 0 ≤ d < 360. */
  'windDirection',
  /** 1. */
  'uvIndex',
  /** m. */
  'snowDepth'
] as const

export type SeriesVariable = (typeof seriesVariables)[number]

const offsetOf = Object.freeze(
  Object.fromEntries(seriesVariables.map((name, index) => [name, index]))
) as Readonly<Record<SeriesVariable, number>>

/** Temperatures at 2 m [°C] hour by hour; NaN = missing. */
export interface SeasonHours {
  /** Whole hours since 1970-01-01T00:00Z. */
  readonly startHour: number
  readonly temperaturesC: Float32Array
}

export interface HourlySeries {
  /** The first stamp, in whole hours since 1970-01-01T00:00Z. */
  readonly startHour: number
  /** How many stamps follow each other without a gap in the axis (values may be missing). */
  readonly hours: number
  /** `seriesVariables.length` × `hours` numbers, variable after variable. NaN = missing. */
  readonly values: Float32Array
  /** 1, or the hours (3, 6 …) of the source's step around it, where no minimum was given: linear reads too warm. */
  readonly stepHours: Uint8Array
}

export function emptySeries(startHour: number, hours: number): HourlySeries {
  return {
    startHour,
    hours,
    values: new Float32Array(seriesVariables.length * hours).fill(Number.NaN),
    stepHours: new Uint8Array(hours).fill(1)
  }
}

/** The column of one variable: a view into the series (not a copy), index 0 = `startHour`. NaN = missing. */
export function column(series: HourlySeries, variable: SeriesVariable): Float32Array {
  const from = offsetOf[variable] * series.hours
  return series.values.subarray(from, from + series.hours)
}

/** One value, or NaN where it is missing or the stamp lies outside the series. */
export function valueAt(series: HourlySeries, variable: SeriesVariable, hour: number): number {
  const index = hour - series.startHour
  if (index < 0 || index >= series.hours) return Number.NaN
  return series.values[offsetOf[variable] * series.hours + index] ?? Number.NaN
}

/** The value at an instant [ms since epoch], which lies on a line between whole hours; NaN where one is missing. */
export function valueBetween(series: HourlySeries, variable: SeriesVariable, at: number): number {
  const hour = Math.floor(at / hourMs)
  const share = at / hourMs - hour
  const from = valueAt(series, variable, hour)
  return share === 0 ? from : from + share * (valueAt(series, variable, hour + 1) - from)
}

export function endHour(series: HourlySeries): number {
  return series.startHour + series.hours
}
