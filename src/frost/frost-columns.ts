import { column, type HourlySeries } from '../weather/series.ts'
import type { NightWindow } from './frost-night.ts'

/** Gaps of up to this many missing hours are filled linearly; longer ones stay missing. */
export const longestFilledGapHours = 3

/** Views into the series (index 0 = `startHour`, NaN = missing); the temperature is a copy with short gaps filled. */
export interface FrostColumns {
  readonly startHour: number
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
  readonly firstKnownHour: number
  readonly lastKnownHour: number
}

export function frostColumns(series: HourlySeries): FrostColumns {
  const temperatureC = Float64Array.from(column(series, 'temperature'))
  const first = firstKnownIndex(temperatureC)
  const last = fillShortGaps(temperatureC, first)
  return {
    startHour: series.startHour,
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

/** The least share of the dark hours (of all hours where nothing is dark) whose temperature must be known. */
const minKnownShare = 0.75

/** From which hour on the ones before the first known one are past, or near enough to be filled. */
export function forgivenFrom(firstKnownHour: number): number {
  return firstKnownHour - longestFilledGapHours
}

export interface Coverage {
  readonly hours: number
  readonly hoursAvailable: number
  readonly partial: boolean
  /** Why the night has no score, or null where it has one. */
  readonly unknown: 'horizon' | 'temperature_missing' | null
}

/**
 * Once short gaps are filled. Only the night now running, noon to noon as it may do harm after dark, may lack past
 * hours before the first known one.
 */
export function coverageOf(columns: FrostColumns, window: NightWindow, nowHour: number): Coverage {
  const isRunning = window.firstHour <= nowHour && nowHour <= window.lastHour
  const isBegun = isRunning && nowHour >= forgivenFrom(columns.firstKnownHour)
  const fromHour = isBegun ? Math.max(window.firstHour, columns.firstKnownHour) : window.firstHour
  const hasDark = window.lastDarkHour !== null
  let hoursAvailable = 0
  let wanted = 0
  let known = 0
  let darkMissing = false
  let criticalMissing = false
  for (let hour = window.firstHour; hour <= window.lastHour; hour++) {
    const isKnown = !Number.isNaN(columns.temperatureC[hour - columns.startHour] ?? Number.NaN)
    const isDark = window.dark[hour - window.firstHour] === true
    if (isKnown) hoursAvailable += 1
    else if (isDark) darkMissing = true
    if (hour < fromHour) continue
    if (
      !isKnown &&
      window.lastDarkHour !== null &&
      hour >= window.midnightHour &&
      hour <= window.lastDarkHour
    ) {
      criticalMissing = true
    }
    if (hasDark && !isDark) continue
    wanted += 1
    if (isKnown) known += 1
  }
  const enough = known > 0 && known >= minKnownShare * wanted && !criticalMissing
  return {
    hours: window.lastHour - window.firstHour + 1,
    hoursAvailable,
    partial: darkMissing || (!hasDark && hoursAvailable < window.lastHour - window.firstHour + 1),
    unknown: enough ? null : isCutByHorizon(columns, window) ? 'horizon' : 'temperature_missing'
  }
}

function isCutByHorizon(columns: FrostColumns, window: NightWindow): boolean {
  return columns.lastKnownHour < (window.lastDarkHour ?? window.lastHour)
}
