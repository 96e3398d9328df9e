/** Reads answers of providers: every member's type is checked, a missing value becomes NaN and never 0. */
import { readDecimal } from '../common/decimal.ts'
import type { LatLon } from '../weather/point.ts'
import { column, type HourlySeries } from '../weather/series.ts'
import { type GridCell, SourceError } from './source.ts'

export function unusable(what: string): SourceError {
  return new SourceError('unusable', what)
}

/** An object. @throws {SourceError} `unusable` */
export function readObject(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unusable(`${name} is not an object`)
  return value as Record<string, unknown>
}

/** A list. @throws {SourceError} `unusable` */
export function readList(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw unusable(`${name} is not a list`)
  return value
}

/** A finite number. @throws {SourceError} `unusable` */
export function readNumber(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw unusable(`${name} is not a number`)
  return value
}

/** A finite number; null for anything else. */
export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** A coordinate [°], also where it is written as a text; null for anything else. */
export function coordinateOrNull(value: unknown): number | null {
  return typeof value === 'string' ? readDecimal(value) : numberOrNull(value)
}

/** An object; an empty one for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

/** A height of ground [m]; null for a value that is no height. */
export function readHeight(value: unknown): number | null {
  const height = numberOrNull(value)
  return height !== null && height >= -500 && height <= 9000 ? height : null
}

/**
 * Whether a percent column is a fraction: over at least 24 h nothing above 1 and something not whole. It would turn
 * every overcast sky clear, so it counts as missing.
 */
export function isFraction(values: readonly number[], hours: number): boolean {
  const known = values.filter((value) => !Number.isNaN(value))
  if (hours < 24 || known.length === 0) return false
  return known.every((value) => value <= 1) && known.some((value) => !Number.isInteger(value))
}

/** @throws {SourceError} `unusable` where no hour has a temperature */
export function requireUsable(series: HourlySeries): HourlySeries {
  if (column(series, 'temperature').every(Number.isNaN)) throw unusable('no hour has a temperature')
  return series
}

/** The coarsest global grids have half a degree, and a provider may take the neighbouring cell for its height. */
const farthestCellDegrees = 1

/** Members that the provider does not give are not compared. @throws {SourceError} `unusable` for another place */
export function requireNear(grid: GridCell, asked: LatLon): GridCell {
  const { lat, lon } = grid
  if (lat === null || lon === null) return grid
  const apartLat = Math.abs(lat - asked.lat)
  // Across 180° too; degrees of longitude shrink towards the poles.
  const turned = Math.abs(lon - asked.lon) % 360
  const apartLon = Math.min(turned, 360 - turned) * Math.cos((asked.lat * Math.PI) / 180)
  if (!(apartLat <= farthestCellDegrees && apartLon <= farthestCellDegrees))
    throw unusable(`answered for ${lat.toFixed(2)}/${lon.toFixed(2)}, another place than asked`)
  return grid
}
