/** The columns of a series that frost needs, with short gaps of temperature closed. */
import { column, type HourlySeries } from '../weather/series.ts'

/** Gaps of up to this many missing hours are filled linearly; longer ones stay missing. */
export const longestFilledGapHours = 3

/** Views into the series (index 0 = `startHour`, NaN = missing); the temperature is a copy with short gaps filled. */
export interface FrostColumns {
  readonly startHour: number
  readonly hours: number
  readonly temperatureC: Float64Array
  readonly dewPointC: Float32Array
  readonly relativeHumidityFraction: Float32Array
  readonly windSpeedMps: Float32Array
  readonly cloudCoverFraction: Float32Array
  readonly precipitationMm: Float32Array
  readonly weatherCode: Float32Array
  readonly pressureMslHpa: Float32Array
  readonly snowDepthM: Float32Array
  readonly stepHours: Uint8Array
  /** The first and the last hour with a temperature; first > last where there is none. */
  readonly firstKnownHour: number
  readonly lastKnownHour: number
}

/** Reads a series once for all its nights. */
export function frostColumns(series: HourlySeries): FrostColumns {
  const temperatureC = Float64Array.from(column(series, 'temperature'))
  const first = firstKnownIndex(temperatureC)
  const last = fillShortGaps(temperatureC, first)
  return {
    startHour: series.startHour,
    hours: series.hours,
    temperatureC,
    dewPointC: column(series, 'dewPoint'),
    relativeHumidityFraction: column(series, 'relativeHumidity'),
    windSpeedMps: column(series, 'windSpeed'),
    cloudCoverFraction: column(series, 'cloudCover'),
    precipitationMm: column(series, 'precipitation'),
    weatherCode: column(series, 'weatherCode'),
    pressureMslHpa: column(series, 'pressureMsl'),
    snowDepthM: column(series, 'snowDepth'),
    stepHours: series.stepHours,
    firstKnownHour: series.startHour + first,
    lastKnownHour: series.startHour + last
  }
}

/** The first hour with a temperature; beyond the last one where all are missing. */
export function firstKnownHour(series: HourlySeries): number {
  return series.startHour + firstKnownIndex(column(series, 'temperature'))
}

/** The index of the first number that is not NaN, or the length where all are missing. */
function firstKnownIndex(values: Float64Array | Float32Array): number {
  let index = 0
  while (index < values.length && Number.isNaN(values[index])) index++
  return index
}

/** Closes short gaps in place and returns the index of the last known value, −1 where all are missing. */
function fillShortGaps(values: Float64Array, first: number): number {
  let last = first < values.length ? first : -1
  for (let index = first + 1; index < values.length; index++) {
    const value = values[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const missing = index - last - 1
    if (missing > 0 && missing <= longestFilledGapHours) fillBetween(values, last, index)
    last = index
  }
  return last
}

function fillBetween(values: Float64Array, from: number, to: number): void {
  const start = values[from] ?? Number.NaN
  const step = ((values[to] ?? Number.NaN) - start) / (to - from)
  for (let index = from + 1; index < to; index++) values[index] = start + step * (index - from)
}
