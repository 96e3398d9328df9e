/** Where an answer enters the app: every member's type is checked, missing becomes NaN, nothing becomes 0. */
import type { Point } from '../weather/point.ts'
import { column, type HourlySeries, type SeriesVariable } from '../weather/series.ts'
import { type GridCell, SourceError } from './source.ts'

/** Says that an answer is not what the provider documents. */
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

/**
 * A number, or NaN where it is null or absent. @throws {SourceError} `unusable` for anything else, text with digits in
 * it too
 */
export function readNumberOrMissing(value: unknown, name: string): number {
  return value === null || value === undefined ? Number.NaN : readNumber(value, name)
}

/** A text. @throws {SourceError} `unusable` */
export function readText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw unusable(`${name} is not text`)
  return value
}

/**
 * A percent column as fractions; all missing where it cannot be percent (`isFraction`).
 * @param hours how long a time the column covers [h]
 */
export function asFractions(values: readonly number[], hours: number): readonly number[] {
  return isFraction(values, hours) ? values.map(() => Number.NaN) : values.map((value) => value / 100)
}

/**
 * True where a column that should be percent is a fraction: over at least 24 h nothing is above 1 and something is not
 * whole. Such data would turn every overcast sky into a clear one, so they are refused as missing rather than read.
 */
export function isFraction(values: readonly number[], hours: number): boolean {
  const known = values.filter((value) => !Number.isNaN(value))
  if (hours < 24 || known.length === 0) return false
  return known.every((value) => value <= 1) && known.some((value) => !Number.isInteger(value))
}

/**
 * Beyond these no weather was ever observed near the ground; a value outside is a mark for "missing" or another unit.
 */
const plausible: Readonly<Partial<Record<SeriesVariable, readonly [number, number]>>> = {
  temperature: [-100, 70],
  dewPoint: [-110, 50],
  relativeHumidity: [0, 1.2],
  apparentTemperature: [-130, 90],
  precipitation: [0, 500],
  precipitationProbability: [0, 1],
  snowfall: [0, 500],
  weatherCode: [0, 99],
  pressureMsl: [800, 1150],
  cloudCover: [0, 1.01],
  visibility: [0, 1_000_000],
  windSpeed: [0, 150],
  windGustSpeed: [0, 200],
  windDirection: [0, 360],
  uvIndex: [0, 50],
  snowDepth: [0, 50]
}

/**
 * The last look at a series before it enters the app.
 * @throws {SourceError} `unusable` where no hour has a temperature, or a value is beyond anything ever observed
 */
export function requireUsable(series: HourlySeries): HourlySeries {
  for (const [name, range] of Object.entries(plausible)) {
    const values = column(series, name as SeriesVariable)
    for (const value of values) {
      if (value < range[0] || value > range[1]) throw unusable(`${name} ${value} is beyond anything observed`)
    }
  }
  if (column(series, 'temperature').every(Number.isNaN)) throw unusable('no hour has a temperature')
  return series
}

/**
 * A cell of the coarsest global grids is half a degree wide, and a provider may take the neighbouring one for its
 * height: within one degree it is the asked place's weather, beyond it is another's.
 */
const farthestCellDegrees = 1

/**
 * Refuses an answer for another place. Members that the provider does not tell are not compared.
 * @throws {SourceError} `unusable`
 */
export function requireNear(grid: GridCell, asked: Pick<Point, 'lat' | 'lon'>): void {
  const { lat, lon } = grid
  if (lat === null || lon === null) return
  const apartLat = Math.abs(lat - asked.lat)
  // Across 180° too; degrees of longitude shrink towards the poles.
  const turned = Math.abs(lon - asked.lon) % 360
  const apartLon = Math.min(turned, 360 - turned) * Math.cos((asked.lat * Math.PI) / 180)
  if (!(apartLat <= farthestCellDegrees && apartLon <= farthestCellDegrees))
    throw unusable(`answered for ${lat.toFixed(2)}/${lon.toFixed(2)}, another place than asked`)
}
